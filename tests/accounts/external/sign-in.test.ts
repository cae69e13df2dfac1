import { afterAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { sessions, users } from '#db/schema.ts'
import { deleteAccount, setRole } from '#src/accounts/actions.ts'
import { editAccount } from '#src/accounts/admin/edit.ts'
import { resetPassword } from '#src/accounts/password/password.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { Client, signedInAs } from '#tests/support/app.ts'
import { aContractor, anAdmin, anAgent, PASSWORD } from '#tests/support/world.ts'
import { type ProviderPerson, startIdentityProvider } from '#tests/whole/services/identity-provider.ts'
import { Browser, CALLBACK, withProvider } from './browser.ts'

// Who comes from the provider, and whose account that is.

const provider = await startIdentityProvider({ redirectUri: CALLBACK })
afterAll(() => provider.stop())
const door = withProvider(provider)

let count = 0
/** Somebody at the provider, with an e-mail that is verified unless told. */
function somebody(values: Partial<ProviderPerson> = {}): ProviderPerson & { email: string } {
  const name = `nia${++count}`
  const person = { login: name, sub: `subject-${name}`, email: `${name}@new.example`, email_verified: true, ...values }
  provider.people.push(person)
  return person
}

const everybody = () => db.select().from(users).orderBy(users.createdAt)
const only = async () => {
  const all = await everybody()
  expect(all).toHaveLength(1)
  return all[0]!
}

test('a new person gets an account that waits for a role', async () => {
  const nia = somebody({ given_name: 'Nia', family_name: 'Cole' })
  const browser = new Browser(door)
  const { at, response, text } = await browser.signIn(nia.login)
  expect(at).toBe('http://localhost/')
  expect(response.status).toBe(403)
  expect(text).toContain('User role not found. Please refresh the page.')
  expect(await only()).toMatchObject({
    ...{ email: nia.email, firstName: 'Nia', lastName: 'Cole', role: null, authType: 'oidc', hashedPassword: null },
    ...{ oidcIssuer: provider.issuer, oidcSubject: nia.sub },
  })
})

test('an administrator gives it a role, and the next sign-in has it', async () => {
  const nia = somebody({ name: 'Nia  van der Cole' })
  await new Browser(door).signIn(nia.login)
  const { id, firstName, lastName } = await only()
  expect([firstName, lastName]).toEqual(['Nia', 'van der Cole'])
  await setRole(await anAdmin(), id, 'estate_agent')
  const browser = new Browser(door)
  const { text } = await browser.signIn(nia.login)
  expect(text).toContain('Hello, Nia')
  // No password, so none to change.
  const profile = await (await new Client(browser.session).get('/profile')).text()
  expect(profile).toContain(nia.email)
  expect(profile).not.toContain('Change Password')
  const passwords = { currentPassword: 'x', newPassword: 'another', confirmPassword: 'another' }
  expect((await new Client(browser.session).post('/api/change-password', passwords)).status).toBe(409)
})

test.each([anAgent, aContractor, anAdmin])('a verified e-mail signs into the account that has it: %p', async (make) => {
  const local = await make({ email: 'Mixed.Case@Rightway.example' })
  const nia = somebody({ email: 'mixed.case@rightway.EXAMPLE', given_name: 'Somebody' })
  const browser = new Browser(door)
  const { response } = await browser.signIn(nia.login)
  expect(response.status).toBe(200)
  expect(await only()).toMatchObject({ id: local.id, oidcSubject: nia.sub, authType: 'local', email: local.email })
  const me = await (await new Client(browser.session).get('/api/auth/user')).json()
  expect(me).toMatchObject({ id: local.id, role: local.role, firstName: local.firstName })
  // Its password goes on.
  const again = await new Client().post('/api/local/login', { identifier: local.email, password: PASSWORD })
  expect(again.status).toBe(200)
})

test('a returning user is known by the subject, also when the provider’s e-mail changes to another account’s', async () => {
  const nia = somebody()
  await new Browser(door).signIn(nia.login)
  const { id } = await only()
  const other = await anAgent()
  for (const email of ['moved@new.example', other.email!, undefined]) {
    Object.assign(nia, { email })
    const browser = new Browser(door)
    await browser.signIn(nia.login)
    const me = (await (await new Client(browser.session).get('/api/auth/user')).json()) as { id: string }
    expect(me.id).toBe(id)
  }
  expect(await everybody()).toHaveLength(2)
  expect((await everybody()).find((one) => one.id === other.id)?.oidcSubject).toBeNull()
})

test('an e-mail that the provider gave to somebody else does not lead into the former owner’s account', async () => {
  const agent = await anAgent()
  const before = somebody({ email: agent.email! })
  await new Browser(door).signIn(before.login)
  const heir = somebody({ email: agent.email! })
  const browser = new Browser(door)
  const { response, text } = await browser.signIn(heir.login)
  expect(response.status).toBe(403)
  expect(text).toContain('Your e-mail address belongs to an account that somebody else signs in to')
  expect(browser.session).toBeNull()
  expect(await only()).toMatchObject({ id: agent.id, oidcSubject: before.sub })
})

test('an administrator who resets the password takes somebody else off the account, and its owner comes in', async () => {
  const [bob, carl] = [somebody(), somebody()]
  const agent = await anAgent({ email: bob.email })
  const wrong = new Browser(door)
  await wrong.signIn(bob.login)
  const admin = await anAdmin()
  await editAccount(admin, agent.id, { email: carl.email })
  expect((await new Browser(door).signIn(carl.login)).text).toContain('that somebody else signs in to')
  const password = await resetPassword(admin, agent.id, 'estate_agent')
  expect((await new Client(wrong.session).get('/api/auth/user')).status).toBe(401)

  const comesInAs = async ({ login }: ProviderPerson) => {
    const browser = new Browser(door)
    await browser.signIn(login)
    return (await (await new Client(browser.session).get('/api/auth/user')).json()) as Pick<Actor, 'id' | 'role'>
  }
  const stranger = await comesInAs(bob)
  expect([stranger.id === agent.id, stranger.role]).toEqual([false, null])
  for (const _ of ['links', 'is known']) expect((await comesInAs(carl)).id).toBe(agent.id)
  const typed = await new Client().post('/api/local/login', { identifier: carl.email, password })
  expect(typed.status).toBe(200)
})

test('when the house moves to another provider its people keep their accounts', async () => {
  const agent = await anAgent({ oidcIssuer: 'https://former.example', oidcSubject: 'subject-there' })
  const nia = somebody({ email: agent.email! })
  await new Browser(door).signIn(nia.login)
  expect(await only()).toMatchObject({ id: agent.id, oidcIssuer: provider.issuer, oidcSubject: nia.sub })
})

test('a deleted account does not come back: the person is a new one', async () => {
  const agent = await anAgent()
  const nia = somebody({ email: agent.email! })
  const former = new Browser(door)
  await former.signIn(nia.login)
  await deleteAccount(await anAdmin(), agent.id, 'estate_agent')
  expect((await new Client(former.session).get('/api/auth/user')).status).toBe(401)
  const browser = new Browser(door)
  expect((await browser.signIn(nia.login)).text).toContain('User role not found')
  const me = (await (await new Client(browser.session).get('/api/auth/user')).json()) as { id: string }
  expect(me.id).not.toBe(agent.id)
  expect((await everybody()).filter(({ deletedAt }) => deletedAt)).toHaveLength(1)
})

test.each([false, undefined, 'true', 1])(
  'an e-mail whose email_verified is %p is not believed',
  async (email_verified) => {
    const agent = await anAgent()
    for (const email of [agent.email!, 'nobody@new.example']) {
      const nia = somebody({ email, email_verified })
      const browser = new Browser(door)
      const { at, response, text } = await browser.signIn(nia.login, '/api/login?next=/jobs')
      expect(at).toBe('http://localhost/login?problem=unverified-email&next=%2Fjobs')
      expect(response.status).toBe(403)
      expect(text).toContain('Your e-mail address has not been verified yet')
      expect(text).toContain('name="next" value="/jobs"')
      expect([...browser.cookies.keys()]).toEqual([])
    }
    expect(await only()).toMatchObject({ id: agent.id, oidcSubject: null })
  },
)

test.each([
  undefined,
  '',
  'nia',
  'a@b',
  'two@at@new.example',
  ' nia@new.example',
  'nia@new.example\n',
  'a\u200b@new.example',
])('without an e-mail that can be used nobody is let in: %j', async (email) => {
  const nia = somebody({ email })
  const { response, text } = await new Browser(door).signIn(nia.login)
  expect(response.status).toBe(403)
  expect(text).toContain('Your e-mail address was not sent along')
  expect(await everybody()).toEqual([])
})

test('a letter that only looks like another when lower-cased is another: the Kelvin sign is no k', async () => {
  await anAgent({ email: 'kate@rightway.example' })
  const { response } = await new Browser(door).signIn(somebody({ email: '\u212aate@rightway.example' }).login)
  expect(response.status).toBe(403)
  expect((await only()).oidcSubject).toBeNull()
})

test('names are kept as text that deceives nobody, and are not too long', async () => {
  const nia = somebody({ given_name: `N\u202eia\0${'x'.repeat(500)}`, family_name: '<script>alert(1)</script>' })
  const { text } = await new Browser(door).signIn(nia.login)
  expect(text).not.toContain('<script>alert')
  const { firstName, lastName } = await only()
  expect(firstName).toMatch(/^Niax{90,96}$/)
  expect(lastName).toBe('<script>alert(1)</script>')
})

test('one new person’s callbacks at the same moment make one account', async () => {
  const people = [somebody(), somebody(), somebody()]
  const browsers = people.flatMap(({ login }) =>
    Array.from({ length: 5 }, () => ({ login, browser: new Browser(door) })),
  )
  const callbacks = await Promise.all(browsers.map(({ login, browser }) => browser.toCallback(login)))
  await Promise.all(callbacks.map((url, index) => browsers[index]!.browser.ask(url)))
  expect(browsers.every(({ browser }) => browser.session)).toBe(true)
  expect(await everybody()).toHaveLength(people.length)
  expect(await db.select().from(sessions)).toHaveLength(browsers.length)
})

test('two people with one e-mail at the same moment: one gets the account', async () => {
  const people = Array.from({ length: 6 }, () => somebody({ email: 'shared@new.example' }))
  const browsers = people.map(() => new Browser(door))
  const callbacks = await Promise.all(people.map(({ login }, index) => browsers[index]!.toCallback(login)))
  await Promise.all(callbacks.map((url, index) => browsers[index]!.ask(url)))
  expect(browsers.filter(({ session }) => session)).toHaveLength(1)
  await only()
})

test('the session is a new one in place of what the browser had, with the attributes of any other', async () => {
  const nia = somebody()
  const agent = await anAgent()
  const planted = (await signedInAs(agent)).cookie!
  const browser = new Browser(door)
  const callback = await browser.toCallback(nia.login)
  browser.cookies.set('session', planted)
  const response = await browser.ask(callback)
  const line = response.headers.getSetCookie().find((one) => one.startsWith('session='))
  expect(line).toMatch(/^session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/)
  expect(browser.session).not.toBe(planted)
  expect(await db.select().from(sessions).where(eq(sessions.userId, agent.id))).toEqual([])
  expect((await new Client(planted).get('/api/auth/user')).status).toBe(401)
})
