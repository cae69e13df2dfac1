import { afterAll, afterEach, expect, test } from 'bun:test'
import { db } from '#db/connect/client.ts'
import { users } from '#db/schema.ts'
import { anAgent } from '#tests/support/world.ts'
import { startIdentityProvider } from '#tests/whole/services/identity-provider.ts'
import { Browser, CALLBACK, withProvider } from './browser.ts'

// A provider that tells e-mail and names at userinfo only, as the standard has it for the code flow.

const nia = { login: 'nia', sub: 'subject-nia', email: 'nia@new.example', email_verified: true, given_name: 'Nia' }
const provider = await startIdentityProvider({ redirectUri: CALLBACK, people: [nia], claimsInIdToken: false })
afterAll(() => provider.stop())
afterEach(() => provider.heal())
const door = withProvider(provider)

async function isRefused(status: number, sentence: string) {
  const browser = new Browser(door)
  const { response, text } = await browser.signIn('nia')
  expect([response.status, text.includes(sentence), browser.session]).toEqual([status, true, null])
}

test('is asked there for the e-mail and the names', async () => {
  const before = provider.asked('userinfo')
  await new Browser(door).signIn('nia')
  expect(provider.asked('userinfo')).toBe(before + 1)
  expect(await db.select().from(users)).toMatchObject([{ email: nia.email, firstName: 'Nia', oidcSubject: nia.sub }])
})

test('is not believed about somebody else', async () => {
  const agent = await anAgent()
  for (const sub of ['subject-other', undefined, ['subject-nia'], '']) {
    provider.alter('userinfo', (claims) => ({ ...claims, sub, email: agent.email }))
    await isRefused(403, 'could not be verified')
  }
})

test('is not believed about an e-mail that it does not call verified there', async () => {
  const agent = await anAgent()
  provider.alter('userinfo', ({ email_verified: _, ...claims }) => ({ ...claims, email: agent.email }))
  await isRefused(403, 'has not been verified yet')
})

test('tells of no e-mail', async () => {
  provider.alter('userinfo', ({ sub }) => ({ sub }))
  await isRefused(403, 'was not sent along')
})

test.each(['error', 'page', 'number', 'endless'] as const)('answers nonsense there: %s', async (failure) => {
  provider.break('userinfo', failure)
  await isRefused(
    failure === 'number' ? 403 : 503,
    failure === 'number' ? 'could not be verified' : 'is not available now',
  )
  provider.heal()
  expect((await new Browser(door).signIn('nia')).text).toContain('User role not found')
})

test('has no such door', async () => {
  provider.alter('discovery', ({ userinfo_endpoint: _, ...metadata }) => metadata)
  const browser = new Browser(withProvider(provider))
  const { response, text } = await browser.signIn('nia')
  expect([response.status, text.includes('was not sent along')]).toEqual([403, true])
})
