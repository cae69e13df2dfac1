import { afterAll, afterEach, expect, setSystemTime, test } from 'bun:test'
import { db } from '#db/connect/client.ts'
import { sessions, users } from '#db/schema.ts'
import { attempts } from '#src/accounts/external/attempt.ts'
import { signedInAs } from '#tests/support/app.ts'
import { ROOT } from '#tests/support/root.ts'
import { anAgent } from '#tests/support/world.ts'
import { startIdentityProvider } from '#tests/whole/services/identity-provider.ts'
import { Browser, CALLBACK, withProvider } from './browser.ts'

// From 'Continue with …' to the answer: what the browser keeps, and whose answer counts.

const nia = { login: 'nia', sub: 'subject-nia', email: 'nia@new.example', email_verified: true }
const provider = await startIdentityProvider({ redirectUri: CALLBACK, people: [nia] })
afterAll(() => provider.stop())
afterEach(() => setSystemTime())
const door = withProvider(provider)

const EXPIRED = 'This sign-in has expired or was used before. Please start again.'
const UNPROVEN = 'The answer of the organisation could not be verified. Please start again.'

/** Whether a callback ends at Login with this sentence, a fitting status and neither session nor account. */
async function isRefused(browser: Browser, callback: string, sentence: string, status = 403) {
  const { at, response, text } = await browser.go(callback)
  expect(new URL(at).pathname).toBe('/login')
  expect([response.status, text.includes(sentence)]).toEqual([status, true])
  expect(text).toContain('<title>Error: Login')
  expect([...browser.cookies.keys()]).toEqual([])
  expect(await db.select().from(sessions)).toEqual([])
  expect(await db.select().from(users)).toEqual([])
}

const changed = (url: string, parameters: Record<string, string | null>) => {
  const at = new URL(url)
  for (const [name, value] of Object.entries(parameters))
    value === null ? at.searchParams.delete(name) : at.searchParams.set(name, value)
  return at.href
}

test('the provider is asked with code, PKCE, state and nonce, and the browser keeps the rest sealed', async () => {
  const browser = new Browser(door)
  const response = await browser.ask('/api/login?next=/quotes')
  expect(response.status).toBe(303)
  const url = new URL(response.headers.get('location')!)
  expect(url.origin + url.pathname).toBe(`${provider.issuer}/auth`)
  const asked = Object.fromEntries(url.searchParams)
  expect(asked).toMatchObject({
    ...{ response_type: 'code', client_id: 'fettle', redirect_uri: CALLBACK, scope: 'openid email profile' },
    code_challenge_method: 'S256',
  })
  for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]).toMatch(/^[\w-]{43}$/)
  const [line, ...more] = response.headers.getSetCookie()
  expect(more).toEqual([])
  expect(line).toMatch(/^sign-in-[\w-]{16}=[\w.-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const sealed = line!.split(/[=;]/)[1]!
  for (const part of sealed.split('.')) {
    const open = Buffer.from(part, 'base64url').toString('latin1')
    for (const secret of [asked.nonce!, asked.state!, '/quotes']) expect(open).not.toContain(secret)
  }
  const again = await new Browser(door).ask('/api/login')
  const other = new URL(again.headers.get('location')!).searchParams
  for (const name of ['state', 'nonce', 'code_challenge']) expect(other.get(name)).not.toBe(asked[name]!)
})

test('over https nobody else’s domain can plant the cookie', async () => {
  const secure = withProvider(provider, { redirectUri: 'https://fettle.example/api/callback' })
  const [line] = (await new Browser(secure).ask('/api/login')).headers.getSetCookie()
  expect(line).toStartWith('__Host-sign-in-')
})

test('signing in leads where the visitor was going, and the cookie is gone', async () => {
  await anAgent({ email: nia.email })
  const browser = new Browser(door)
  const { at } = await browser.signIn('nia', '/api/login?next=%2Fjobs%3Fsearch%3Dmill%2520%C2%A3')
  expect(at).toBe('http://localhost/jobs?search=mill%20%C2%A3')
  expect([...browser.cookies.keys()]).toEqual(['session', 'device'])
})

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/api/logout', `/${'x'.repeat(1500)}`])(
  'it does not lead to %s',
  async (next) => {
    const callback = await new Browser(door).toCallback('nia', `/api/login?next=${encodeURIComponent(next)}`)
    const browser = new Browser(door)
    const own = await browser.toCallback('nia', `/api/login?next=${encodeURIComponent(next)}`)
    expect((await browser.ask(own)).headers.get('location')).toBe('/')
    expect(callback).not.toContain('evil')
  },
)

test('a callback that is sent again is refused, by the browser that forgot and by the one that did not', async () => {
  const browser = new Browser(door)
  const callback = await browser.toCallback('nia')
  const kept = new Map(browser.cookies)
  await browser.go(callback)
  expect(browser.session).not.toBeNull()
  await db.delete(sessions)
  await db.delete(users)
  browser.cookies.clear()
  await isRefused(browser, callback, EXPIRED)
  for (const [name, value] of kept) browser.cookies.set(name, value)
  await isRefused(browser, callback, EXPIRED)
})

test('a callback that a signed-in browser meets again, by Back, leaves the session as it is', async () => {
  const browser = new Browser(door)
  const callback = await browser.toCallback('nia')
  await browser.go(callback)
  const { session } = browser
  const { at } = await browser.go(callback)
  expect(at).toBe('http://localhost/')
  expect(browser.session).toBe(session)
})

test('a callback without the cookie, or with another browser’s, is refused', async () => {
  const callback = await new Browser(door).toCallback('nia')
  await isRefused(new Browser(door), callback, EXPIRED)
  const other = new Browser(door)
  await other.toCallback('nia')
  const { response, text } = await other.go(callback)
  expect([response.status, text.includes(EXPIRED), other.session]).toEqual([403, true, null])
})

test('another browser’s cookie under the name of this one’s is refused', async () => {
  const [one, two] = [new Browser(door), new Browser(door)]
  const callback = await one.toCallback('nia')
  await two.toCallback('nia')
  const [name] = one.cookies.keys()
  const [sealed] = two.cookies.values()
  one.cookies.set(name!, sealed!)
  await isRefused(one, callback, EXPIRED)
})

test.each(['x', '', '{"a":1}', 'a'.repeat(43), '../../'.repeat(10), 'é'.repeat(43), ' '])(
  'a state of %j is refused',
  async (state) => {
    const browser = new Browser(door)
    const callback = await browser.toCallback('nia')
    browser.cookies.clear()
    await isRefused(browser, changed(callback, { state }), EXPIRED)
  },
)

test('one letter of the state changed, or of the cookie, is refused', async () => {
  const browser = new Browser(door)
  const callback = await browser.toCallback('nia')
  const [[name, sealed]] = browser.cookies as unknown as [[string, string]]
  const state = new URL(callback).searchParams.get('state')!
  const tampered = state.slice(0, 42) + (state.endsWith('A') ? 'B' : 'A')
  await isRefused(browser, changed(callback, { state: tampered }), EXPIRED)
  for (const at of [3, sealed.indexOf('..') + 5, Math.floor(sealed.length / 2), sealed.length - 2]) {
    const other = sealed[at] === 'A' ? 'B' : 'A'
    browser.cookies.set(name, sealed.slice(0, at) + other + sealed.slice(at + 1))
    await isRefused(browser, callback, EXPIRED)
  }
})

test('ten minutes are enough', async () => {
  const browser = new Browser(door)
  const callback = await browser.toCallback('nia')
  setSystemTime(Date.now() + 10 * 60 * 1000 + 1000)
  await isRefused(browser, callback, EXPIRED)
})

test('an attempt at one provider is none at another', async () => {
  const browser = new Browser(door)
  const callback = await browser.toCallback('nia')
  const elsewhere = new Browser(withProvider(provider, { issuer: 'https://other.example' }))
  for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value)
  await isRefused(elsewhere, callback, EXPIRED)
})

test('several tabs sign in side by side, in whatever order they come back', async () => {
  await anAgent({ email: nia.email })
  const browser = new Browser(door)
  const paths = ['/jobs', '/quotes', '/create-job', '/profile']
  const callbacks = []
  for (const path of paths) callbacks.push(await browser.toCallback('nia', `/api/login?next=${path}`))
  for (const index of [2, 0, 3, 1]) {
    const response = await browser.ask(callbacks[index]!)
    expect(response.headers.get('location')).toBe(paths[index]!)
  }
  expect([...browser.cookies.keys()]).toEqual(['session', 'device'])
})

test('a browser that begins a hundred times keeps the last, in fewer bytes than a server takes', async () => {
  const browser = new Browser(door)
  let last = ''
  for (let count = 0; count < 100; count++) {
    last = (await browser.ask(`/api/login?next=/${'x'.repeat(count * 3)}`)).headers.get('location')!
    const size = [...browser.cookies].reduce((sum, [name, value]) => sum + name.length + value.length + 3, 0)
    expect(size).toBeLessThan(8000)
  }
  const state = new URL(last).searchParams.get('state')!
  expect(browser.cookies.has(`sign-in-${state.slice(0, 16)}`)).toBe(true)
  expect(browser.cookies.size).toBeGreaterThan(3)
})

test('another site cannot replace the session of a signed-in user', async () => {
  const browser = new Browser(door)
  browser.cookies.set('session', (await signedInAs(await anAgent())).cookie!)
  const response = await browser.ask('/api/login?next=/jobs')
  expect(response.headers.get('location')).toBe('/jobs')
  expect(response.headers.getSetCookie()).toEqual([])
})

test('an answer of another issuer, or of none where the provider says it names itself, is refused', async () => {
  for (const iss of ['https://evil.example', `${provider.issuer}/`, null]) {
    const browser = new Browser(door)
    const callback = await browser.toCallback('nia')
    expect(new URL(callback).searchParams.get('iss')).toBe(provider.issuer)
    const before = provider.asked('token')
    await isRefused(browser, changed(callback, { iss }), UNPROVEN)
    expect(provider.asked('token')).toBe(before)
  }
})

test.each(['code', 'state', 'iss'])('an answer that has %s twice is refused', async (name) => {
  const browser = new Browser(door)
  const callback = await browser.toCallback('nia')
  const twice = `${callback}&${name}=${new URL(callback).searchParams.get(name)}`
  if (name === 'state') browser.cookies.clear()
  await isRefused(browser, twice, name === 'state' ? EXPIRED : UNPROVEN)
})

test('an answer without a code, or with another’s, is refused', async () => {
  for (const [code, sentence] of [
    [null, UNPROVEN],
    ['', UNPROVEN],
    ['x'.repeat(5000), UNPROVEN],
    ['made-up', EXPIRED],
  ] as const) {
    const browser = new Browser(door)
    const callback = await browser.toCallback('nia')
    await isRefused(browser, changed(callback, { code }), sentence)
  }
})

test('a code that somebody else’s browser brought home is of no use: PKCE', async () => {
  const [victim, thief] = [new Browser(door), new Browser(door)]
  const code = new URL(await victim.toCallback('nia')).searchParams.get('code')
  const callback = await thief.toCallback('nia')
  await isRefused(thief, changed(callback, { code }), EXPIRED)
})

test('a sign-in begun at another process is finished by this one', async () => {
  const script = `
    const { attempts } = await import('#src/accounts/external/attempt.ts')
    const kept = attempts(${JSON.stringify({ issuer: provider.issuer, redirectUri: CALLBACK })})
    const attempt = { state: 's'.repeat(43), nonce: 'n', verifier: 'v', next: '/jobs' }
    console.log((await kept.keep(new Request('http://localhost/'), attempt))[0])`
  const child = Bun.spawn([process.execPath, '-e', script], { cwd: ROOT, env: { ...process.env }, stderr: 'inherit' })
  const [cookie] = (await new Response(child.stdout).text()).split(';')
  const request = new Request('http://localhost/', { headers: { cookie: cookie! } })
  const { attempt } = await attempts({ issuer: provider.issuer, redirectUri: CALLBACK }).take(request, 's'.repeat(43))
  expect(attempt).toEqual({ state: 's'.repeat(43), nonce: 'n', verifier: 'v', next: '/jobs' })
})
