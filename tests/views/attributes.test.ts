import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'
import { ROOT } from '#tests/support/root.ts'

const views = join(ROOT, 'views')
const sources = await Promise.all(
  [...new Glob('**/*.tsx').scanSync(views)]
    .filter((path) => !path.startsWith('emails/'))
    .map(async (path) => ({ path, text: await Bun.file(join(views, path)).text() })),
)

/** What htmx 4 knows and Fettle uses. htmx ignores a name it does not know, so a slip shows nowhere else. */
const KNOWN = new Set([
  'hx-get',
  'hx-post',
  'hx-target',
  'hx-swap',
  'hx-trigger',
  'hx-select',
  'hx-push-url',
  'hx-replace-url',
  'hx-sync',
  'hx-disable',
  'hx-indicator',
  'hx-include',
  'hx-vals',
  'hx-ptag',
  'hx-partial',
  'hx-preserve',
  'hx-encoding',
  'hx-morph-skip',
  'hx-morph-skip-children',
])
const attributes = (text: string) => [...text.matchAll(/(?<![\w-])hx-[a-z-]*[a-z](?::[\w:]+)?/g)].map(([name]) => name)

describe('the markup of the views', () => {
  test('finds the views, and would find a slip in one', () => {
    expect(sources.length).toBeGreaterThan(30)
    expect(attributes('<a hx-get="/" hx-taget="#x" hx-on:click="x">')).toEqual(['hx-get', 'hx-taget', 'hx-on:click'])
  })

  test('uses only hx- attributes that htmx knows', () => {
    const unknown = sources.flatMap(({ path, text }) =>
      attributes(text)
        .filter((name) => !KNOWN.has(name.replace(/:inherited$/, '')))
        .map((name) => `${path}: ${name}`),
    )
    expect(unknown).toEqual([])
  })

  test('needs no eval: no filters on triggers and no js: values', () => {
    const evaluated = sources.filter(
      ({ text }) => /hx-trigger=(["'])[^"']*\[/.test(text) || /hx-\w+=["'{`]+js:/.test(text),
    )
    expect(evaluated.map(({ path }) => path)).toEqual([])
  })

  test('sets no inline style and no inline script, which the content security policy would block', () => {
    const inline = sources.filter(({ text }) =>
      /\bstyle=|<style(?! data-inline=)|<script(?! (defer|type="module") src|\s+data-inline=)/.test(text),
    )
    expect(inline.map(({ path }) => path)).toEqual([])
    // Places for files of ours, which the policy of their page knows by their hashes.
    const places = sources.filter(({ text }) => text.includes('data-inline'))
    expect(places.map(({ path }) => path)).toEqual(['layout.tsx', 'links/page.tsx'])
  })

  test('takes no markup as it is, but that which React has made of what is kept', () => {
    const raw = sources.filter(({ text }) => /dangerouslySetInnerHTML|__html|renderToStaticMarkup/.test(text))
    expect(raw.map(({ path }) => path)).toEqual(['ui/markup.tsx'])
  })
})
