import { encoded, type Markup, textOf } from '#views/ui/markup.tsx'
import { buildNow, hashOf, inlined, isWordOf, sheetOf } from './assets.ts'
import { namesIn, rulesFor } from './sheet-rules.ts'

/** Only browsers say that they open a page; one that comes from a page of ours has our files already. */
export function isFirstLoad({ headers }: Request, isSignedIn: boolean): boolean {
  if (headers.get('sec-fetch-dest') !== 'document') return false
  // A service worker has them, and says of which build.
  if (headers.get('service-worker-navigation-preload') === buildNow()) return false
  // Pages before sign-in are few, and what they need of their sheet is small: they always bring it.
  if (!isSignedIn || headers.get('sec-fetch-site') !== 'same-origin') return true
  const from = headers.get('referer')
  return !from || URL.parse(from)?.pathname === '/login'
}

type Kind = 'style' | 'script'
type Hashes = Record<Kind, string[]>

const PLACES = /<(style|script) data-inline="([^"]+)"[^>]*>/g

export function withInlined(markup: Markup): { markup: Markup; hashes: Hashes } | null {
  const end = Buffer.from(markup.buffer, markup.byteOffset, markup.length).indexOf('</head>')
  const bare = textOf(markup.subarray(0, end))
  if (!bare.includes(' data-inline=')) return null
  const rest = textOf(markup.subarray(end))
  const hashes: Hashes = { style: [], script: [] }
  const head = bare.replace(PLACES, (place, kind: Kind, name: string) => {
    const text = kind === 'style' ? stylesOf(name, bare + rest) : inlined(name)
    hashes[kind].push(hashOf(text))
    return place + text
  })
  return { markup: encoded(head + rest), hashes }
}

function stylesOf(name: string, markup: string): string {
  const [names, scripts] = [namesIn(markup), scriptsOf(markup)]
  const isMade = (one: string) => one.startsWith('#') || one === OF_HTMX
  const has = (one: string) => names.has(one) || scripts.some((script) => isMade(one) || isWordOf(script, one))
  return rulesFor(sheetOf(name), has)
}

const OF_HTMX = 'htmx-request'

/** None on the page of a link. */
const scriptsOf = (markup: string): string[] =>
  markup.includes('<script')
    ? ['app.js', ...Array.from(markup.matchAll(/<react-island name="([\w-]+)"/g), ([, name]) => `${name}.js`)]
    : []
