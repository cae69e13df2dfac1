import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'
import { ROOT } from '#tests/support/root.ts'

// The product says 'e-mail'. Only the specification's own words say 'email', and stay as they are.
const OF_THE_SPECIFICATION = [
  'Email or Username',
  'Email or username is required',
  'Contractors use email and password, estate agents use username and password.',
  'Contractors log in with email + password and receive job notifications.',
  'Please fill in required fields (email, name, password)',
  'Invalid email address',
  'Search by name, email, company or phone...',
  // The label of the field and of the column.
  'Email',
  'Email (Optional)',
]

/** What a source file may show: its strings of several words or with a capital, and the text between its tags. */
function texts(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const strings = [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)"|`([^`]*)`/g)].map(
    ([, a, b, c]) => a ?? b ?? c ?? '',
  )
  const between = [...code.matchAll(/>([^<>{}=;]+)</g)].map(([, text]) => text!.trim())
  return [...strings, ...between].filter((text) => /^[^\n]* [^\n]*$|^[A-Z]/.test(text))
}

test('one spelling of e-mail on every screen and in every message', async () => {
  const odd: string[] = []
  for (const folder of ['views', 'src', 'islands', 'public/js'])
    for await (const path of new Glob('**/*.{ts,tsx,js}').scan(join(ROOT, folder))) {
      if (path.startsWith('emails/compiled/')) continue
      for (const text of texts(await Bun.file(`${ROOT}/${folder}/${path}`).text()))
        if (/(^|[\s('])emails?([\s),.']|$)/i.test(text) && !OF_THE_SPECIFICATION.includes(text))
          odd.push(`${path}: ${text}`)
    }
  expect(odd).toEqual([])
})
