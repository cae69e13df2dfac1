import { afterAll, expect, test } from 'bun:test'
import { db } from '#db/connect/client.ts'
import { sessions } from '#db/schema.ts'
import { Client, signedInAs, stranger } from '#tests/support/app.ts'
import { anAgent, PASSWORD } from '#tests/support/world.ts'
import { startIdentityProvider } from '#tests/whole/services/identity-provider.ts'
import { Browser, CALLBACK, withProvider } from './browser.ts'

// What the provider answers instead of a person, and what Login says of it.

const provider = await startIdentityProvider({ redirectUri: CALLBACK })
afterAll(() => provider.stop())
const door = withProvider(provider)

const NOT_NOW = 'Sign-in with the organisation is not available now.'

test('Cancel at the provider leads back to Login, where a password is taken', async () => {
  const agent = await anAgent()
  const browser = new Browser(door)
  // Nobody of that login: the form's Cancel.
  const { at, response, text } = await browser.signIn('', '/api/login?next=/quotes')
  expect(at).toBe('http://localhost/login?problem=cancelled&next=%2Fquotes')
  expect(response.status).toBe(403)
  expect(text).toContain('You did not sign in with the organisation.')
  expect(text).not.toContain('pressed Cancel')
  expect(text).toContain('Continue with the organisation')
  expect([...browser.cookies.keys()]).toEqual([])
  const signedIn = await browser.ask('/login', {
    form: { identifier: agent.username!, password: PASSWORD, next: '/quotes' },
  })
  expect(signedIn.headers.get('location')).toBe('/quotes')
})

test.each([
  ['access_denied', 403, 'You did not sign in'],
  ['login_required', 403, 'You did not sign in'],
  ['interaction_required', 403, 'You did not sign in'],
  ['server_error', 503, NOT_NOW],
  ['temporarily_unavailable', 503, NOT_NOW],
  ['unauthorized_client', 503, NOT_NOW],
  ['<script>alert(1)</script>', 503, NOT_NOW],
  ['', 503, NOT_NOW],
])('the error %p', async (error, status, sentence) => {
  const browser = new Browser(door)
  const start = new URL((await browser.ask('/api/login')).headers.get('location')!)
  const answer = new URLSearchParams({
    ...{ error, error_description: '<img src=x onerror=alert(1)>', error_uri: 'https://evil.example' },
    ...{ iss: provider.issuer, state: start.searchParams.get('state')! },
  })
  const { response, text } = await browser.go(`/api/callback?${answer}`)
  expect(response.status).toBe(status)
  expect(text).toContain(sentence)
  for (const foreign of ['alert(1)', 'onerror', 'evil.example', 'server_error']) expect(text).not.toContain(foreign)
  expect([...browser.cookies.keys()]).toEqual([])
})

test('an error without a sign-in that was begun is no news', async () => {
  const { response, text } = await new Browser(door).go('/api/callback?error=access_denied&state=x')
  expect(response.status).toBe(403)
  expect(text).toContain('This sign-in has expired or was used before.')
})

test('Login offers the provider, with where the visitor was going; also where a password was wrong', async () => {
  const browser = new Browser(door)
  const first = await (await browser.ask('/login?next=/quotes?status=pending')).text()
  expect(first).toContain('href="/api/login?next=%2Fquotes%3Fstatus%3Dpending"')
  const wrong = await browser.ask('/login', { form: { identifier: 'nobody', password: 'wrong', next: '/jobs' } })
  const second = await wrong.text()
  expect(second).toContain('Invalid credentials')
  expect(second).toContain('href="/api/login?next=%2Fjobs"')
  expect(await (await browser.ask('/login')).text()).toContain('href="/api/login"')
})

test.each(['nonsense', '__proto__', 'constructor', 'toString', '<script>'])(
  'Login knows no problem %p',
  async (problem) => {
    const response = await new Browser(door).ask(`/login?problem=${encodeURIComponent(problem)}`)
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(text).not.toContain('Login Failed')
    expect(text).not.toContain('<script>')
  },
)

test('whoever is signed in is told in passing', async () => {
  const browser = new Browser(door)
  browser.cookies.set('session', (await signedInAs(await anAgent())).cookie!)
  const { at, text } = await browser.go('/login?problem=cancelled&next=/jobs')
  expect(at).toBe('http://localhost/jobs')
  expect(text).toContain('You did not sign in with the organisation.')
})

test('without a provider there is none: no link, no callback, no sentence', async () => {
  const text = await (await stranger.get('/login?problem=unavailable')).text()
  expect(text).not.toContain('Continue with')
  expect(text).not.toContain('Login Failed')
  expect((await stranger.get('/api/callback?code=x&state=y')).status).toBe(404)
  expect((await stranger.get('/api/login?next=/jobs')).headers.get('location')).toBe('/login?next=%2Fjobs')
})

test('Log Out ends the session here', async () => {
  provider.people.push({ login: 'nia', sub: 's-nia', email: 'nia@new.example', email_verified: true })
  const browser = new Browser(door)
  await browser.signIn('nia')
  const { at } = await browser.go('/api/logout')
  expect(at).toBe('http://localhost/')
  expect(browser.session).toBeNull()
  expect(await db.select().from(sessions)).toEqual([])
})

test('hostile parameters and cookies are refused like any others', async () => {
  const values = ['\0', 'a'.repeat(8000), '%', '[]', '{"state":"x"}', '\r\nset-cookie: a=b', '../', '👻', 'null']
  for (const value of values) {
    const parameter = encodeURIComponent(value)
    for (const path of [
      `/api/callback?state=${parameter}&code=${parameter}&iss=${parameter}`,
      `/api/callback?error=${parameter}&state=${parameter}`,
      `/api/callback?state[]=${parameter}&state=${'a'.repeat(43)}`,
      `/api/login?next=${parameter}&next=${parameter}`,
      `/login?problem=${parameter}&problem=x&next=${parameter}`,
    ]) {
      const cookie = `sign-in-${'a'.repeat(16)}=${encodeURIComponent(value)}; sign-in-=x; sign-in-${'é'}=1`
      const response = await new Browser(door).ask(path, {
        headers: { cookie: Buffer.from(cookie).toString('latin1') },
      })
      expect([path, response.status < 500]).toEqual([path, true])
    }
  }
  expect(await db.select().from(sessions)).toEqual([])
  expect((await new Client('x').get('/api/auth/user')).status).toBe(401)
})
