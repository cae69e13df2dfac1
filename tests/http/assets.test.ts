import { describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { BUILT, buildAssets, lowerCss } from '#islands/build.ts'
import { assets } from '#src/http/first-load/assets.ts'
import { chooseEncoding } from '#src/http/respond/negotiate.ts'
import { assetUrl } from '#views/assets.ts'

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  assets.handle(new Request(`http://localhost${path}`, { method, headers }))
const size = async (name: string) => (await (await get(assetUrl(name), { 'accept-encoding': 'br' })).bytes()).length

describe('the bytes of a page', () => {
  test('scripts stay within 14.9 KB, with the one sheet of a role within 24 KB, before sign-in within 19 KB', async () => {
    const scripts = await size('app.js')
    expect(scripts).toBeLessThanOrEqual(14.9 * 1024)
    expect(scripts + (await size('public.css'))).toBeLessThanOrEqual(19 * 1024)
    expect(scripts + (await size('agent.css'))).toBeLessThanOrEqual(21 * 1024)
    expect(scripts + (await size('contractor.css'))).toBeLessThanOrEqual(21.2 * 1024)
    // A desk's line is quick, and its tables, choices and tick bars are shown to nobody else.
    expect(scripts + (await size('admin.css'))).toBeLessThanOrEqual(24 * 1024)
    // For administrators' pages, and for the profile.
    expect(await size('desk.js')).toBeLessThanOrEqual(0.4 * 1024)
    // For the lists alone whose rows are ticked.
    expect(await size('ticks.js')).toBeLessThanOrEqual(1.05 * 1024)
    // Of agents and contractors, when their page is there: the worker, and its part of a page.
    expect((await size('sw.js')) + (await size('outbox.js'))).toBeLessThanOrEqual(6 * 1024)
    expect(await size('phone.js')).toBeLessThanOrEqual(2.1 * 1024)
    // Where something waits to be sent: its marks, and its own page.
    expect(await size('unsent.js')).toBeLessThanOrEqual(3.8 * 1024)
    expect(await size('waiting.js')).toBeLessThanOrEqual(2.5 * 1024)
    // For whoever touches a page: tooltips, and what keeps the text of forms.
    expect(await size('touched.js')).toBeLessThanOrEqual(1.6 * 1024)
  })

  test('React is in no file that every page loads', async () => {
    const scripts = await (await get(assetUrl('app.js'))).text()
    expect(scripts).toContain('htmx')
    expect(scripts).not.toContain('react.dev')
  })
})

describe('built files', () => {
  test('are served for good under a hashed name, with type, charset and a quoted ETag', async () => {
    const answer = await get(assetUrl('agent.css'))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(answer.headers.get('etag')).toMatch(/^"agent-\w+\.css"$/)
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
  })

  test('are the same content in every encoding, with an ETag of their own', async () => {
    const path = assetUrl('app.js')
    const [plain, br, gzip] = await Promise.all(
      ['', 'br', 'gzip'].map((coding) => get(path, { 'accept-encoding': coding })),
    )
    const content = Buffer.from(await plain!.bytes())
    expect(brotliDecompressSync(await br!.bytes())).toEqual(content)
    expect(gunzipSync(await gzip!.bytes())).toEqual(content)
    expect(new Set([plain, br, gzip].map((answer) => answer!.headers.get('etag'))).size).toBe(3)
    expect([plain, br, gzip].map((answer) => answer!.headers.get('content-encoding'))).toEqual([null, 'br', 'gzip'])
  })

  test('answer 304 to who has them', async () => {
    const path = assetUrl('app.js')
    const etag = (await get(path)).headers.get('etag')!
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      expect((await get(path, { 'if-none-match': tag })).status).toBe(304)
    }
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
    // No browser's is that long: it counts as absent.
    expect((await get(path, { 'if-none-match': `${'"other",'.repeat(100)}${etag}` })).status).toBe(200)
  })

  test('answer HEAD with the length and no body', async () => {
    const server = Bun.serve({ port: 0, fetch: assets.fetch })
    const head = await fetch(new URL(assetUrl('app.js'), server.url), { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(1000)
    await server.stop()
  })

  test.each(['/assets/manifest.json', '/assets/..%2f..%2fpackage.json', '/assets/agent.css', '/assets/__proto__'])(
    'are all that is served: %s is not',
    async (path) => {
      expect((await get(path)).status).toBe(404)
    },
  )

  test('the prefetch rules have their content type, and sign nobody out', async () => {
    const rules = await get(assetUrl('prefetch.json'))
    expect(rules.headers.get('content-type')).toBe('application/speculationrules+json')
    const { prefetch } = JSON.parse(await rules.text())
    expect(prefetch).toHaveLength(1)
    expect(prefetch[0].where.and).toContainEqual({ not: { href_matches: '/api/*' } })
    // Anything more eager would be minutes old when it is shown.
    expect(prefetch[0].eagerness).toBe('conservative')
  })

  test('icons and the web manifest have their fixed names', async () => {
    expect((await get('/favicon.ico')).headers.get('content-type')).toBe('image/png')
    const manifest = await get('/manifest.webmanifest', { 'accept-encoding': 'br' })
    expect(manifest.headers.get('cache-control')).toBe('public, max-age=86400')
    const { icons } = JSON.parse(brotliDecompressSync(await manifest.bytes()).toString()) as {
      icons: { src: string }[]
    }
    for (const { src } of icons) expect((await get(src)).status).toBe(200)
  })

  test('an agent’s and a contractor’s app have their shortcut, one icon to be cut round, and one name', async () => {
    const names = ['manifest', 'agent', 'contractor'].map((name) => get(`/${name}.webmanifest`))
    const apps = await Promise.all(names.map(async (answer) => JSON.parse(await (await answer).text())))
    for (const { id, name, start_url, display, theme_color, icons } of apps) {
      expect([id, name, start_url, display, theme_color]).toEqual(['/', 'Fettle', '/', 'standalone', '#1d5c45'])
      expect(icons.map(({ purpose }: { purpose: string }) => purpose)).toEqual(['any', 'any', 'maskable'])
    }
    expect(apps.map(({ shortcuts }) => shortcuts?.[0].url)).toEqual([undefined, '/create-job', '/visit'])
  })
})

test('a file of an earlier build is served for thirty days after it, with what is of the present one', async () => {
  const out = mkdtempSync(join(tmpdir(), 'fettle-built-'))
  const build = async () => Object.values((await buildAssets(out)).files)
  const now = await build()
  const days = (count: number) => new Date(Date.now() - count * 86_400_000)
  const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'))
  for (const [name, age] of [
    ['app-a.js', 400],
    ['app-b.js', 29],
    ['app-c.js', 31],
  ] as const) {
    writeFileSync(join(out, name), '')
    utimesSync(join(out, name), days(age), days(age))
  }
  // The first was of the build before this one, however long that stood.
  manifest.files['app.js'] = 'app-a.js'
  writeFileSync(join(out, 'manifest.json'), JSON.stringify({ ...manifest, fingerprint: 'another' }))
  expect(await build()).toEqual(now)
  expect(readdirSync(out).filter((name) => /^app-[abc]/.test(name))).toEqual(['app-a.js', 'app-b.js'])
  expect(statSync(join(out, 'app-a.js')).mtimeMs).toBeGreaterThan(days(1).getTime())
  rmSync(out, { recursive: true })

  const gone = 'app-formerly0build.js'
  writeFileSync(join(BUILT, `${gone}.gz`), Bun.gzipSync('former()'))
  writeFileSync(join(BUILT, `${gone}.br`), '')
  expect(await (await get(`/assets/${gone}`)).text()).toBe('former()')
  for (const twin of ['gz', 'br']) rmSync(join(BUILT, `${gone}.${twin}`))
})

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['GZIP', 'gzip'],
  ['*', 'br'],
  ['identity', 'identity'],
  ['br;q=0, gzip;q=0, *', 'identity'],
  [`${'a,'.repeat(250)}br`, 'identity'],
  [null, 'identity'],
] as const)('Accept-Encoding %p gets %s', (header, expected) => {
  expect(chooseEncoding(header, ['br', 'gzip'])).toBe(expected)
})

test('the style sheet loses its space, comments and nesting, and keeps what overrides behind what it overrides', async () => {
  const css =
    '/* a */\n.a  .b {\n  width: calc(1px + 2em);\n  & > .c, &.d {\n    line-height: 1;\n    font: 1rem a;\n  }\n}\n'
  expect(await lowerCss(css)).toBe('.a .b{width:calc(1px + 2em)}.a .b>.c,.a .b.d{font:1rem a}')
  expect(await lowerCss('a{top:1px;line-height:2;inset-inline:2px;font-size:3px;color:red}')).toBe(
    'a{color:red;font-size:3px;line-height:2;top:1px;inset-inline:2px}',
  )
})
