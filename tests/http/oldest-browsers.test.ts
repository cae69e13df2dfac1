import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import bcd from '@mdn/browser-compat-data'
import { BUILT, buildAssets, OLDEST } from '#islands/build.ts'

// MDN's data tells in which version each browser first had a feature. The built files ask for nothing that one of the
// oldest browsers lacks, but for these, each with what happens there.

const IN_SHEETS: Record<string, string> = {
  avoid: 'a printed row may be parted by the end of a page',
  'field-sizing': 'a text field keeps its rows, and scrolls',
  'forced-color-adjust': 'Safari has no forced colours',
  has: 'all parts of a form are shown, as without JavaScript; the bar of ticked rows always is; else spaces and columns',
  scripting: 'only without JavaScript: a search is sent by Enter, and some buttons do nothing',
  page: 'a printed page has the names and size of the others',
  'scrollbar-gutter': 'a dialog shifts the page by the width of a scroll bar',
  size: 'prints on the paper of the printer',
  'text-wrap': 'lines break where they end',
  '-webkit-search-cancel-button': 'only where there is such a button',
}
const IN_SCRIPTS: Record<string, string> = {
  estimate: 'Safari 16 tells no room',
  connection: 'Safari and Firefox do not say that data is to be saved',
  imageSmoothingQuality: 'a hint',
  navigationType: 'htmx looks for navigation first',
  moveBefore: 'htmx looks for it first',
  parseHTMLUnsafe: 'htmx looks for it first',
  startViewTransition: 'htmx looks for it first, and Fettle asks for none',
}

/** Fields of our own, of htmx and of service workers, that bear a name of something newer. */
const OWN: Record<string, readonly string[]> = {
  'app.js': ['capture', 'config', 'initialize'],
  'account-generator.js': ['hint', 'identifier', 'role'],
  'job-completion.js': ['bytes', 'controller', 'day', 'days', 'hint', 'total'],
  'job-photos.js': ['bytes', 'total'],
  'outbox.js': ['bytes'],
  'passkey.js': ['controller'],
  'phone.js': ['config', 'controller'],
  'quote-fields.js': ['hint'],
  'sw.js': ['bytes', 'day', 'respondWith'],
  'unsent.js': ['bytes', 'caches', 'controller'],
  'waiting.js': ['bytes'],
}

type Support = { version_added?: string | false; flags?: unknown; alternative_name?: string }
interface Node {
  [name: string]: Node
}
type Known = ReadonlyMap<string, readonly Node[]>

const VERSIONS = { safari: OLDEST.safari, safari_ios: OLDEST.ios_saf, firefox: OLDEST.firefox, chrome: OLDEST.chrome }
const data = bcd as unknown as Record<'api' | 'css' | 'javascript', Node>

function supportOf(node: Node, browser: string): Support[] {
  const { support } = (node.__compat ?? {}) as { support?: Record<string, Support | Support[]> }
  return [support?.[browser] ?? []].flat()
}

const isOldEnough = (node: Node): boolean =>
  Object.entries(VERSIONS).every(([browser, [big, small]]) =>
    supportOf(node, browser).some(({ version_added: added, flags, alternative_name }) => {
      // A phone has neither pointers nor corners to drag.
      if (added === false && browser === 'safari_ios') return true
      if (!added || added === 'preview' || flags || alternative_name) return false
      const [first, second = 0] = added.replace('≤', '').split('.').map(Number)
      return first! < big || (first === big && second <= small)
    }),
  )

/** Each name under these with all that bear it. */
function named(nodes: readonly (Node | undefined)[], found = new Map<string, Node[]>()): Known {
  for (const [name, child] of nodes.flatMap((node) => Object.entries(node ?? {}))) {
    if (name === '__compat') continue
    const plain = name.replace(/_(static|event)$/, '')
    if (child.__compat) found.set(plain, [...(found.get(plain) ?? []), child])
    named([child], found)
  }
  return found
}

const tooNew = (names: readonly string[], known: Known): string[] =>
  [...new Set(names)].filter((name) => known.get(name)?.every((one) => !isOldEnough(one)))

const found = (text: string, pattern: RegExp): string[] => Array.from(text.matchAll(pattern), ([, name]) => name!)

const css = (part: string): Node => data.css[part]!
const [rules, medias] = [Object.keys(css('at-rules')), named([css('at-rules').media])]
const [selectors, functions] = [named([css('selectors')]), named([css('types')])]

function newInSheet(sheet: string): string[] {
  const text = sheet.replace(/"[^"]*"/g, '""')
  const heads = found(text, /(?<=^|[{};])([^{};]+)\{/g)
  const [conditions, lists] = [heads.filter((head) => head[0] === '@'), heads.filter((head) => head[0] !== '@')]
  const declared = found(text, /(?<=[{;])([a-z-][\w-]*:[^;{}]+)(?=[;}])/g).map((one) => /([^:]+):(.*)/.exec(one)!)
  const values = declared.flatMap(([, name, value]) => {
    const node = css('properties')[name!]
    const words = found(value!, /(?<![\w(.#-])([a-z][a-z-]+)(?![\w(-])/g)
    return words.filter((word) => node?.[word] && isOldEnough(node) && !isOldEnough(node[word]))
  })
  return [
    ...tooNew(
      declared.map(([, name]) => name!),
      new Map(Object.entries(css('properties')).map(([name, node]) => [name, [node]])),
    ),
    ...new Set(values),
    ...tooNew(found(declared.map(([, , value]) => value).join(), /(?<![\w-])([a-z][a-z-]*)\(/g), functions),
    ...tooNew(found(lists.join(), /::?(-?[a-z][a-z-]+)/g), selectors),
    ...tooNew(lists.join().includes('&') ? ['nesting'] : [], selectors),
    ...found(conditions.join(), /@([a-z-]+)/g).filter(
      (name) => rules.includes(name) && !isOldEnough(css('at-rules')[name]!),
    ),
    ...tooNew(found(conditions.join(), /\(([a-z-]+)/g), medias),
  ]
}

const INTERFACES =
  /^(Abort|Blob|CSSStyleD|Canvas|Clipboard|Crypto|CustomE|DOM|Document|Element|Event|File|FormData|HTML|Headers|History|IDB|Image|Keyboard|Location|Mutation|Navigator$|Node|Performance|Pointer|Range|Request|Response|Selection|Storage|Submit|UIEvent|URL|Window|XMLH)/
const interfaces = Object.entries(data.api).filter(([name]) => INTERFACES.test(name))
const members = named([Object.fromEntries(interfaces) as Node, data.javascript.builtins])

function newInScript(script: string): string[] {
  const texts = found(script, /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)/g)
  return [
    ...tooNew(found(script, /\.([a-zA-Z]\w*)|\b(?:new )([A-Z]\w*)/g), members),
    ...tooNew(found(texts.join(), /(?<=[\w\])"'(, ]):{1,2}([a-z-]{3,})/g), selectors),
  ]
}

const { files } = await buildAssets()
const built = (name: string): string => readFileSync(join(BUILT, files[name]!), 'utf8')
const unlisted = (names: readonly string[], listed: Record<string, string>) => names.filter((name) => !listed[name])
const called = (name: string) => newInScript(built(name)).filter((one) => !OWN[name]?.includes(one))

describe('in the oldest browsers that Fettle is made for', () => {
  const sheets = Object.keys(files).filter((name) => name.endsWith('.css') && name !== 'docs.css')
  // React looks for what it uses, and Swagger UI is for who writes programs.
  const scripts = Object.keys(files).filter((name) => /(?<!react|swagger-ui)\.js$/.test(name))

  test.each(sheets)('%s has no rule that is not known there', (name) => {
    expect(unlisted(newInSheet(built(name)), IN_SHEETS)).toEqual([])
  })

  test.each(scripts)('%s calls nothing that is not there', (name) => {
    expect(unlisted(called(name), IN_SCRIPTS)).toEqual([])
  })

  test('features missing in the oldest browsers are asked for before use', () => {
    expect(Object.keys(IN_SHEETS).sort()).toEqual(
      [...new Set(sheets.flatMap((name) => newInSheet(built(name))))].sort(),
    )
    expect(Object.keys(IN_SCRIPTS).sort()).toEqual([...new Set(scripts.flatMap(called))].sort())
  })

  test.each([
    ['.a{color:light-dark(#fff,#000)}', ['light-dark']],
    ['.a{& .b{color:red}}', ['nesting']],
    ['@starting-style{.a{color:red}}', ['starting-style']],
    ['.a:popover-open{position-anchor:--b;text-wrap:pretty}', ['position-anchor', 'text-wrap', 'popover-open']],
  ])('a rule is found: %s', (sheet, names) => expect(newInSheet(sheet)).toEqual(names))

  test.each([
    ['a.checkVisibility?.()', ['checkVisibility']],
    ['a.popover="manual",a.matches(":popover-open")||a.showPopover()', ['popover', 'showPopover', 'popover-open']],
    ['a.role="alert"', ['role']],
    ['document.querySelector("form:has(b)"),Promise.withResolvers()', ['withResolvers', 'has']],
    ['a.at(-1).findLast(b).with(1,2)', []],
  ])('a call is found: %s', (script, names) => expect(newInScript(script)).toEqual(names))
})
