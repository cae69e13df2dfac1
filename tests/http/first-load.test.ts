import { describe, expect, test } from 'bun:test'
import { brotliDecompressSync } from 'node:zlib'
import { lowerCss } from '#islands/build.ts'
import { readSheet, type Sheet } from '#islands/sheet.ts'
import { sha256 } from '#src/access/sha256.ts'
import { isWordOf } from '#src/http/first-load/assets.ts'
import { isFirstLoad } from '#src/http/first-load/first-load.ts'
import { namesIn, rulesFor } from '#src/http/first-load/sheet-rules.ts'
import { type Client, signedInAs, stranger } from '#tests/support/app.ts'
import { aCast, aJob, anAdmin, anAgent, type Cast } from '#tests/support/world.ts'
import { assetUrl } from '#views/assets.ts'

const OPENED = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }
const CLICKED = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin', referer: 'http://localhost/jobs' }
const hashOf = (text: string) => `'sha256-${Buffer.from(sha256(text), 'hex').toString('base64')}'`

describe('a first load', () => {
  const asked = (headers: Record<string, string>) => new Request('http://localhost/jobs', { headers })

  const CASES: [string, Record<string, string>, boolean, boolean][] = [
    ['an address that is typed', OPENED, true, true],
    ['a link in an e-mail', { ...OPENED, 'sec-fetch-site': 'cross-site' }, true, true],
    ['a link of another page of ours', CLICKED, true, false],
    ['the way from Login', { ...CLICKED, referer: 'http://localhost/login?next=%2Fjobs' }, true, true],
    ['a page that tells no referrer', { ...CLICKED, referer: '' }, true, true],
    ['a referrer that is no address', { ...CLICKED, referer: '%' }, true, false],
    ['every page before sign-in', CLICKED, false, true],
    ['a part of a page', { ...CLICKED, 'sec-fetch-dest': 'empty' }, true, false],
    ['a script', {}, true, false],
  ]
  test.each(CASES)('%s', (_, headers, isSignedIn, expected) => {
    expect(isFirstLoad(asked(headers), isSignedIn)).toBe(expected)
  })
})

describe('a page that is loaded first', () => {
  test('brings its styles, waits for no file, and its policy names the hash of each text in it', async () => {
    const agent = await signedInAs(await anAgent())
    for (const [client, path] of [[agent, '/jobs'] as const, [stranger, '/'] as const, [stranger, '/login'] as const]) {
      const answer = await client.get(path, OPENED)
      const head = (await answer.text()).split('</head>')[0]!
      expect(head).not.toContain('rel="stylesheet"')
      expect(head).not.toMatch(/<script[^>]* src=/)
      const texts = [...head.matchAll(/<(style|script)[^>]*>([\s\S]+?)<\/\1>/g)]
      expect(texts).toHaveLength(3)
      const policy = answer.headers.get('content-security-policy')!
      expect(policy).not.toContain('unsafe')
      for (const [, kind, text] of texts) {
        const sources = policy.split('; ').find((part) => part.startsWith(`${kind}-src `))
        expect(sources?.split(' ')).toContain(hashOf(text!))
      }
      expect(policy.match(/sha256-/g)).toHaveLength(3)
      expect(answer.headers.get('speculation-rules')).toBeNull()
    }
  })

  test('without scripts brings no rules of what scripts make', async () => {
    const [link, login] = await Promise.all(
      [`/decide-quote/${'a'.repeat(43)}`, '/login'].map(async (path) => (await stranger.get(path, OPENED)).text()),
    )
    expect([link?.includes('.card{'), link?.includes('.toast{'), link?.includes('#confirm{')]).toEqual([
      true,
      false,
      false,
    ])
    expect(login).toContain('.toast{')
    expect(login).toContain('#confirm{')
  })

  test('is followed by pages with files, which a browser keeps', async () => {
    const answer = await (await signedInAs(await anAgent())).get('/jobs', CLICKED)
    const head = (await answer.text()).split('</head>')[0]!
    expect(head).toContain(`<link rel="stylesheet" href="${assetUrl('agent.css')}"/>`)
    expect(head).toContain(`<script defer="" src="${assetUrl('app.js')}"></script>`)
    expect(head).not.toContain('data-inline')
    expect(answer.headers.get('content-security-policy')).not.toContain('sha256')
    expect(answer.headers.get('speculation-rules')).toBe(`"${assetUrl('prefetch.json')}"`)
  })

  test('puts nothing where somebody has typed such a place', async () => {
    const typed = '<style data-inline="agent.css"></style><script data-inline="app.js"></script>'
    const admin = await signedInAs(await anAdmin())
    const answer = await admin.get(`/admin/jobs?search=${encodeURIComponent(typed)}`, OPENED)
    expect((await answer.text()).match(/<(style|script) data-inline=/g)).toHaveLength(3)
    expect(answer.headers.get('content-security-policy')!.match(/sha256-/g)).toHaveLength(3)
  })

  test('is compressed well where the browser takes it', async () => {
    const headers = { ...OPENED, 'accept-encoding': 'gzip, deflate, br, zstd' }
    const answer = await stranger.get('/login', headers)
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(brotliDecompressSync(await answer.bytes()).toString()).toContain('</html>')
  })
})

describe('the rules that a page brings', () => {
  const textsIn = (sheet: Sheet): string[] =>
    sheet.flatMap((block) => ('text' in block ? block.text : [block.head, ...textsIn(block.blocks)]))
  const isThere = (name: string) => ['a', 'p', 'd', '#e'].includes(name)
  const bare = (sheet: Sheet) => textsIn(sheet).filter((text) => !text.startsWith('@layer'))

  test.each([
    ['.x{b:c}.d{e:f}', '.d{e:f}'],
    ['a{b:c}.x,p{e:f}li{b:c}.x{b:c}', 'a{b:c}.x,p{e:f}'],
    ['.d li,a.d,p>a.d::before{b:c}li.d{b:c}', '.d li,a.d,p>a.d::before{b:c}'],
    ['.d{b:c}.d{e:f}', '.d{b:c}.d{e:f}'],
    ['.x .d{e:f}.d .d{e:f}', '.d .d{e:f}'],
    [':is(.x,.d) p{e:f}.d:is(.x,p:not(.y)){e:f}', ':is(.x,.d) p{e:f}.d:is(.x,p:not(.y)){e:f}'],
    [':is(.x,li) p{b:c}.d:where(.x,li .d){b:c}.d:has(.x){b:c}:is(.x,.d):is(p,li){b:c}', ':is(.x,.d):is(p,li){b:c}'],
    ['.d:has(>.x,+p){b:c}.d:not(:has(.x)){e:f}', '.d:has(>.x,+p){b:c}.d:not(:has(.x)){e:f}'],
    ['a:not(.x){b:c}', 'a:not(.x){b:c}'],
    ['@layer a,b;@layer a{.x{b:c}.d{e:f}}', '@layer a,b;@layer a{.d{e:f}}'],
    ['@layer a{.d{b:c}}@layer a{.d{e:f}}.d{g:h}@layer b{.d{e:f}}', '@layer a{.d{b:c}.d{e:f}}.d{g:h}@layer b{.d{e:f}}'],
    ['@layer a{@media (width > 1px){.x{b:c}}}', ''],
    ['.d::before{content:"};{"}.x{b:c}', '.d::before{content:"};{"}'],
    ['@keyframes turn{to{rotate:1turn}}', '@keyframes turn{to{rotate:1turn}}'],
    [':root{--a:1}[data-x="li"]{b:c}#e:hover{b:c}', ':root{--a:1}[data-x="li"]{b:c}#e:hover{b:c}'],
    ['#x{b:c}#e .d{b:c}#d .d{b:c}a:not(#x){b:c}', '#e .d{b:c}a:not(#x){b:c}'],
  ])('of %s', async (css, expected) => {
    expect(rulesFor(await readSheet(css), isThere)).toBe(expected)
  })

  test.each([
    ['.d{b:c;&.x{b:d}& a{b:c}& li{b:e}e:f}', '.d{b:c}.d a{b:c}.d{e:f}'],
    ['.d{&.x{b:c}}', ''],
    ['.d{b:c;@media (width > 1px){e:f;& .x{e:f}}}', '.d{b:c}@media (width>1px){.d{e:f}}'],
  ])('of the nested ones in %s', async (css, expected) => {
    expect(rulesFor(await readSheet(await lowerCss(css)), isThere)).toBe(expected)
  })

  test('are all, and in their order, when a page has every class', async () => {
    for (const name of ['agent.css', 'contractor.css', 'admin.css', 'public.css']) {
      const css = await (await stranger.get(assetUrl(name))).text()
      const all = await readSheet(css)
      expect(bare(await readSheet(rulesFor(all, () => true)))).toEqual(bare(all))
      expect(bare(all).join('').length).toBeGreaterThan(10_000)
    }
  })

  test('are those of the classes, elements and ids in its markup', () => {
    const names = namesIn('<p class="a b">class="c"</p><h2 id="e" class="a"></h2>')
    expect([...names].sort()).toEqual(['#e', 'a', 'b', 'h2', 'p'])
  })

  // Without these a message, a tooltip or an island would be bare until the first touch.
  test.each([
    ['app.js', ['toast', 'toast-title', 'destructive', 'high', 'loading', 'spinner', 'quiet', 'svg']],
    ['job-completion.js', ['photo-field', 'file-button', 'no-preview', 'field-error', 'progress', 'quote-line']],
    ['job-photos.js', ['photo-list', 'photo-words', 'failed', 'refused', 'progress']],
  ])('are those of what %s makes', (script, names) => {
    expect(names.filter((name) => !isWordOf(script, name))).toEqual([])
  })
})

describe('the bytes of a first load, compressed', () => {
  /** One after the other: changes wait five seconds for their turn, which fifty at once may use up. */
  async function fiftyJobs(cast: Cast, name: string): Promise<void> {
    for (let n = 0; n < 50; n++) await aJob(cast, 'assigned', { job: { propertyName: `${name} ${n}` } })
  }

  /** Of the page and of all files that it asks for by itself. */
  async function weigh(client: Client, path: string): Promise<{ all: number; scripts: number }> {
    const accepted = { 'accept-encoding': 'gzip, deflate, br, zstd' }
    const page = await (await client.get(path, { ...OPENED, ...accepted })).bytes()
    const markup = brotliDecompressSync(page).toString()
    const [, names = ''] = /data-scripts="([^"]+)"/.exec(markup) ?? []
    const files = names.split(' ').map(async (name) => (await (await stranger.get(name, accepted)).bytes()).length)
    const scripts = (await Promise.all(files)).reduce((sum, size) => sum + size)
    return { all: page.length + scripts, scripts }
  }

  test('stay within 25 KB for lists of 50, with 15 KB of scripts; administrators tick, chase and sort rows and move by keys, for 30.5', async () => {
    const cast = await aCast()
    await fiftyJobs(cast, 'Oak')
    const [agent, contractor, admin] = await Promise.all([cast.agent, cast.contractor, cast.admin].map(signedInAs))
    const sizes = await Promise.all([
      weigh(agent!, '/jobs'),
      weigh(agent!, '/'),
      weigh(agent!, '/completed-jobs'),
      weigh(stranger, '/'),
      weigh(stranger, '/login'),
    ])
    expect(Math.max(...sizes.map(({ all }) => all))).toBeLessThanOrEqual(25 * 1024)
    expect(Math.max(...sizes.map(({ scripts }) => scripts))).toBeLessThanOrEqual(15 * 1024)
    // Each of a contractor's cards has its forms.
    expect((await weigh(contractor!, '/jobs')).all).toBeLessThanOrEqual(25.3 * 1024)
    expect((await weigh(admin!, '/admin/jobs')).all).toBeLessThanOrEqual(30.5 * 1024)
  })

  test('of a phone’s first page, Login or a contractor’s dashboard, are at most 22 KB; with all that it defers 28.3 and 31.8', async () => {
    const cast = await aCast()
    for (let n = 0; n < 5; n++) await aJob(cast, 'assigned')
    const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' }
    const sizeOf = async (url: string) => (await (await stranger.get(url, headers)).bytes()).length
    for (const [client, path, most] of [
      [stranger, '/login', 28.3],
      [await signedInAs(cast.contractor), '/', 31.8],
    ] as const) {
      expect((await weigh(client, path)).all).toBeLessThanOrEqual(22 * 1024)
      const page = await (await client.get(path, { ...OPENED, ...headers })).bytes()
      const files = brotliDecompressSync(page)
        .toString()
        .match(/\/assets\/[\w.-]+\.(js|css)/g)
      const sizes = await Promise.all([...new Set(files)].map(sizeOf))
      expect(page.length + sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(most * 1024)
    }
  })

  test("of a job beside the administrator's list are at most 6 KB, with all that may be in it", async () => {
    const cast = await aCast()
    const agent = await signedInAs(cast.agent)
    const issueDescription = 'The boiler loses pressure every night, and the radiators upstairs stay cold. '.repeat(10)
    const job = await aJob(cast, 'quote_pending', { job: { issueDescription } })
    for (let n = 1; n <= 5; n++) await agent.post(`/api/jobs/${job.id}/messages`, { text: `${n}. ${issueDescription}` })
    const accepted = { 'accept-encoding': 'gzip, deflate, br, zstd', 'hx-request-type': 'partial' }
    const answer = await (await signedInAs(cast.admin)).get(`/admin/jobs/${job.id}`, accepted)
    expect(answer.headers.get('content-encoding')).not.toBeNull()
    expect((await answer.bytes()).length).toBeLessThanOrEqual(6 * 1024)
  })

  test('of a page after it are at most 5.5 KB', async () => {
    const cast = await aCast()
    await fiftyJobs(cast, 'Elm')
    const agent = await signedInAs(cast.agent)
    const answer = await agent.get('/jobs', { ...CLICKED, 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect((await answer.bytes()).length).toBeLessThanOrEqual(5.5 * 1024)
  })
})
