import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { Elysia } from 'elysia'
import { BUILT, buildAssets, type Manifest } from '#islands/build.ts'
import { NotFound } from '#src/http/errors.ts'
import { chooseEncoding, clientHas } from '#src/http/respond/negotiate.ts'
import { env } from '#src/runtime/env.ts'
import { setAssets } from '#views/assets.ts'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/speculationrules+json',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
}
const TWINS = { br: '.br', gzip: '.gz', identity: '' } as const
type Encoding = keyof typeof TWINS
type Content = Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>

const YEAR = 'public, max-age=31536000, immutable'
const DAY = 'public, max-age=86400'
const ASKED_ANEW = 'no-cache'

const INLINED: readonly string[] = ['later.js', 'prefetch.json']

let files: Manifest['files'] = {}
let build = ''
let sheets: Manifest['sheets'] = {}
let contents = new Map<string, Content>()
let texts: Record<string, string> = {}
let words = new Map<string, ReadonlySet<string>>()

export async function prepareAssets(): Promise<void> {
  const manifest = await buildAssets()
  ;({ files, sheets, build } = manifest)
  contents = new Map(Object.values(files).map((name) => [name, read(name)]))
  texts = Object.fromEntries(INLINED.map((name) => [name, readFileSync(join(BUILT, files[name]!), 'utf8')]))
  words = new Map(Object.entries(manifest.words).map(([name, all]) => [name, new Set(all)]))
  const named = Object.entries(files).filter(([name]) => env.OFFLINE || name !== 'phone.js')
  setAssets(Object.fromEntries(named.map(([name, file]) => [name, `/assets/${file}`])))
}

export const buildNow = (): string => build

export const isWordOf = (script: string, word: string): boolean => words.get(script)?.has(word) ?? false

export function inlined(name: string): string {
  const text = texts[name]
  if (text === undefined) throw new Error(`${name} is not for standing in a page`)
  return text
}

export function sheetOf(name: string): Manifest['sheets'][string] {
  const sheet = sheets[name]
  if (sheet === undefined) throw new Error(`${name} is not for standing in a page`)
  return sheet
}

export const hashOf = (text: string): string =>
  `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`

function read(name: string): Content {
  const content = (suffix: string) => readFileSync(join(BUILT, name + suffix))
  return extname(name) === '.png' ? { identity: content('') } : { br: content('.br'), gzip: content('.gz') }
}

/** Made for the first who asks for it: every browser takes a twin, and plain texts are three quarters of all bytes. */
function plain(file: Content): Uint8Array<ArrayBuffer> {
  file.identity ??= Bun.gunzipSync(file.gzip!)
  return file.identity
}

/** Of an earlier build, which open and kept pages go on with. */
function former(name: string | undefined): Content | undefined {
  if (!name || !/^[\w.-]+-[0-9a-z]+\.(js|css|svg|png)$/.test(name)) return
  const suffix = extname(name) === '.png' ? '' : '.gz'
  return existsSync(join(BUILT, name + suffix)) ? read(name) : undefined
}

function serve(request: Request, name: string | undefined, caching: string): Response {
  const file = contents.get(name ?? '') ?? former(name)
  if (!file) throw new NotFound()
  const wanted = chooseEncoding(request.headers.get('accept-encoding'), ['br', 'gzip'])
  const encoding = file[wanted] ? wanted : 'identity'
  const etag = `"${name}${TWINS[encoding]}"`
  const headers: Record<string, string> = {
    'cache-control': caching,
    etag,
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
  }
  if (clientHas(request, etag)) return new Response(null, { status: 304, headers })

  const body = file[encoding] ?? plain(file)
  headers['content-type'] = TYPES[extname(name!)] ?? 'application/octet-stream'
  if (encoding !== 'identity') headers['content-encoding'] = encoding
  return new Response(body, { headers })
}

const FIXED: Record<string, string> = {
  '/favicon.ico': 'icon-32.png',
  '/apple-touch-icon.png': 'icon-180.png',
  '/icon-192.png': 'icon-192.png',
  '/icon-512.png': 'icon-512.png',
  '/manifest.webmanifest': 'manifest.webmanifest',
  '/agent.webmanifest': 'agent.webmanifest',
  '/contractor.webmanifest': 'contractor.webmanifest',
}

export const assets = new Elysia({ name: 'assets' })
for (const method of ['GET', 'HEAD']) {
  assets.route(method, '/sw.js', ({ request }) =>
    serve(request, files[env.OFFLINE ? 'sw.js' : 'sw-off.js'], ASKED_ANEW),
  )
  assets.route(method, '/assets/:file', ({ request, params }) => serve(request, params.file, YEAR))
  for (const [path, name] of Object.entries(FIXED)) {
    assets.route(method, path, ({ request }) => serve(request, files[name], DAY))
  }
}
