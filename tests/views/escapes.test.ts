import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'
import { EMAIL_TYPES } from '#src/domain/email/kinds.ts'
import { ROOT } from '#tests/support/root.ts'
import { COMPILED } from '#views/emails/compiled/index.ts'
import type { EmailValues } from '#views/emails/values.ts'

// An escape such as \u2019 is read in a string of JavaScript alone: elsewhere people see it as it is written.

const ESCAPE = /\\(u[\da-f{]|x[\da-f]|[nt])/i

const SHOWN = [
  // Text between tags and in an attribute.
  /[\w"'/}]>([^<>{}=;]*\\[unx][^<>{}=;]*)[<{]/g,
  /\}([^<>{}=;'"`]*\\[unx][^<>{}=;'"`]*)</g,
  /\s[\w-]+="[^"\n]*\\[unx][^"\n]*"/g,
  // Bun escapes what is not ASCII in the raw text of a template.
  /String\.raw`[^`]*[^\p{ASCII}`][^`]*`/gu,
  /String\.raw\((?!\{)[^)]*/g,
]

/** Where a source shows an escape as it is written. */
const escapesIn = (text: string): string[] => SHOWN.flatMap((shown) => text.match(shown) ?? [])

describe('an escape', () => {
  test.each([
    'const a = <p>They\\u2019re away</p>',
    'const a = <p title="They\\u2019re away" />',
    'const a = <p>One\\nTwo</p>',
    'const a = <p>{name} is\\u00a0away</p>',
    'const a = <p>They\\u2019re {place}</p>',
    'const a = String.raw`£`',
    'const say = (words: TemplateStringsArray) => String.raw(words)',
  ])('is found in %s', (text) => {
    expect(escapesIn(text)).toHaveLength(1)
  })

  test.each(["const a = <p>{'They\\u2019re away'}</p>", 'const a = `£\\n`', 'const a = String.raw({ raw: words }, 1)'])(
    'is none in %s',
    (text) => {
      expect(escapesIn(text)).toEqual([])
    },
  )

  test('is shown by no source of a page, an island or an e-mail', async () => {
    const shown: string[] = []
    for (const folder of ['views', 'src', 'islands', 'public/js'])
      for await (const path of new Glob('**/*.{ts,tsx,js}').scan(join(ROOT, folder))) {
        // JSON, whose escapes are read.
        if (path.startsWith('emails/compiled/')) continue
        const text = await Bun.file(join(ROOT, folder, path)).text()
        shown.push(...escapesIn(text).map((found) => `${folder}/${path}: ${found}`))
      }
    expect(shown).toEqual([])
  })

  test.each(EMAIL_TYPES)('stands in no words of the e-mail %s', (type) => {
    const some = { messages: [{ from: 'Carl', text: 'Hello' }], waiting: [], figures: [] } as Record<string, unknown>
    const values = new Proxy(some, { get: (known, name) => known[String(name)] ?? String(name) })
    const { subject, text, html } = COMPILED[type]
    const words = [subject(values as EmailValues), text(values as EmailValues), html]
    expect(words.filter((one) => ESCAPE.test(one))).toEqual([])
  })
})
