import { afterAll, afterEach, expect, spyOn, test } from 'bun:test'
import { PATIENCE as USUAL_PATIENCE } from '#src/accounts/external/provider.ts'
import { anAgent, PASSWORD } from '#tests/support/world.ts'
import { type Door, type Failure, startIdentityProvider } from '#tests/whole/services/identity-provider.ts'
import { Browser, CALLBACK, withProvider } from './browser.ts'

// The provider is away, slow, or talks nonsense, at each step. Three seconds are all that it gets in these tests: less than by
// itself, and more than a busy machine stands still.

const nia = { login: 'nia', sub: 'subject-nia', email: 'nia@new.example', email_verified: true }
const provider = await startIdentityProvider({ redirectUri: CALLBACK, people: [nia] })
afterAll(() => provider.stop())
afterEach(() => provider.heal())
const PATIENCE = 3000
const fresh = () => withProvider(provider, { patience: PATIENCE })

const NOT_NOW =
  'Sign-in with the organisation is not available now. Please try again later, or sign in with a password.'

/** Whether asking for this ends, in time, at Login with the sentence and the status 503. */
async function isNotAvailable(browser: Browser, path: string) {
  const begin = performance.now()
  const { at, response, text } = await browser.go(path)
  expect(performance.now() - begin).toBeLessThan(USUAL_PATIENCE)
  expect(new URL(at).pathname).toBe('/login')
  expect([response.status, text.includes(NOT_NOW), browser.session]).toEqual([503, true, null])
  expect(text).toContain('name="next" value="/quotes"')
}

const isAvailable = async (browser: Browser) =>
  expect((await browser.signIn('nia')).text).toContain('User role not found')

const FAILURES: Failure[] = ['error', 'silent', 'page', 'number', 'endless']
const START = '/api/login?next=/quotes'

test.each(FAILURES)('discovery: %s; nothing of it is remembered', async (failure) => {
  const door = fresh()
  provider.break('discovery', failure)
  await isNotAvailable(new Browser(door), START)
  await isNotAvailable(new Browser(door), START)
  provider.heal()
  await isAvailable(new Browser(door))
})

// Of a token endpoint whose answer has no end arctic goes on reading, so that one is left out.
const LATER: [Door, Failure][] = [
  ...FAILURES.filter((failure) => failure !== 'endless').map((failure): [Door, Failure] => ['token', failure]),
  ...FAILURES.map((failure): [Door, Failure] => ['keys', failure]),
]

test.each(LATER)('%s: %s; the next sign-in is another', async (at, failure) => {
  const door = fresh()
  const browser = new Browser(door)
  const callback = await browser.toCallback('nia', START)
  provider.break(at, failure)
  await isNotAvailable(browser, callback)
  expect([...browser.cookies.keys()]).toEqual([])
  provider.heal()
  await isAvailable(new Browser(door))
})

test('an endless answer is read only a little', async () => {
  provider.break('discovery', 'endless')
  const before = provider.poured()
  await isNotAvailable(new Browser(fresh()), START)
  // What the sockets hold comes on top of a quarter of a megabyte.
  expect(provider.poured() - before).toBeWithin(65_536, 16_000_000)
})

test('away before the start, and come back', async () => {
  const door = fresh()
  await provider.stop()
  await isNotAvailable(new Browser(door), START)
  const agent = await anAgent()
  const form = { identifier: agent.username!, password: PASSWORD, next: '/quotes' }
  const local = await new Browser(door).ask('/login', { form })
  expect([local.status, local.headers.get('location')]).toEqual([303, '/quotes'])
  await provider.start()
  await isAvailable(new Browser(door))
})

test('away while somebody is there, and come back', async () => {
  const door = fresh()
  const browser = new Browser(door)
  const callback = await browser.toCallback('nia', START)
  await provider.stop()
  await isNotAvailable(browser, callback)
  await provider.start()
  await isAvailable(new Browser(door))
})

test('many sign-ins while the provider is silent are each answered, and it is asked once', async () => {
  const door = fresh()
  provider.break('discovery', 'silent')
  const before = provider.asked('discovery')
  await Promise.all(Array.from({ length: 30 }, () => isNotAvailable(new Browser(door), START)))
  expect(provider.asked('discovery')).toBe(before + 1)
})

test.each<[string, (metadata: Record<string, unknown>) => unknown]>([
  ['calls itself something else', (metadata) => ({ ...metadata, issuer: `${metadata.issuer}/` })],
  ['does not say where its keys are', ({ jwks_uri: _, ...metadata }) => metadata],
  ['names a door that is no URL', (metadata) => ({ ...metadata, token_endpoint: '/token' })],
  ['has a door where anybody listens', (metadata) => ({ ...metadata, token_endpoint: 'http://id.example/token' })],
  ['names a door of another kind', (metadata) => ({ ...metadata, authorization_endpoint: 7 })],
])('a provider that %s is none', async (_, change) => {
  const door = fresh()
  provider.alter('discovery', change)
  await isNotAvailable(new Browser(door), START)
  provider.heal()
  await isAvailable(new Browser(door))
})

test('a wrong client secret is no fault of whoever signs in', async () => {
  const door = withProvider(provider, { clientSecret: 'wrong', patience: PATIENCE })
  const browser = new Browser(door)
  await isNotAvailable(browser, await browser.toCallback('nia', START))
})

test('the provider’s description is cached for an hour, and longer while it is away', async () => {
  const door = fresh()
  await isAvailable(new Browser(door))
  const before = provider.asked('discovery')
  await isAvailable(new Browser(door))
  expect(provider.asked('discovery')).toBe(before)
  provider.break('discovery', 'error')
  const later = performance.now() + 61 * 60 * 1000
  const clock = spyOn(performance, 'now').mockImplementation(() => later)
  try {
    const response = await new Browser(door).ask('/api/login')
    expect(provider.asked('discovery')).toBe(before + 1)
    expect(response.headers.get('location')).toStartWith(provider.issuer)
  } finally {
    clock.mockRestore()
  }
})
