import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { apiTokens, emailNotifications, passkeys, users } from '#db/schema.ts'
import { openSession } from '#src/access/session.ts'
import { setRole } from '#src/accounts/actions.ts'
import { signInAs } from '#src/accounts/external/account.ts'
import { setPassword } from '#src/accounts/password/set-password.ts'
import { ensureAdministrator } from '#src/accounts/sign-in/first-admin.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { makeMailedLinks } from '#src/links/links.ts'
import { mailedSecret } from '#src/links/mailed.ts'
import { aToken } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { type OtherProcess, otherProcess } from '#tests/support/process/other-process.ts'
import { ROOT } from '#tests/support/root.ts'
import { anAdmin, PASSWORD } from '#tests/support/world.ts'
import { Authenticator, aPasskeyOf, type Wrong } from './authenticator.ts'

let here: OtherProcess
beforeAll(async () => {
  here = await otherProcess({ REQUIRE_PASSKEY: 'admin' })
})
afterAll(() => here.kill())

const cast = castOfEachTest()

type Sent = { form?: Record<string, string>; body?: unknown; method?: string; headers?: Record<string, string> }

/** A browser at the server that requires passkeys. */
class Browser {
  device = ''
  constructor(public session = '') {}

  async send(path: string, { form, body, method, headers }: Sent = {}): Promise<Response> {
    const answer = await fetch(here.url + path, {
      method: method ?? (form || body ? 'POST' : 'GET'),
      redirect: 'manual',
      headers: {
        ...{ cookie: `session=${this.session}; device=${this.device}`, origin: here.url },
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: form ? new URLSearchParams(form) : body === undefined ? undefined : JSON.stringify(body),
    })
    const kept = answer.headers.getSetCookie().join('\n')
    this.device = /^device=([^;]*)/m.exec(kept)?.[1] ?? this.device
    this.session = /^session=([^;]*)/m.exec(kept)?.[1] ?? this.session
    return answer
  }

  text = async (path: string) => (await this.send(path)).text()
  ask = async (path: string): Promise<Question> => (await this.send(`${path}/question`)).json()

  async add(path = '/passkey', wrong: Wrong = {}, device = new Authenticator()) {
    const form = { name: 'Laptop', answer: device.create(await this.ask(path), wrong) }
    return { device, answer: await this.send(path, { form }) }
  }
  async signIn(device: Authenticator, wrong: Wrong = {}, next = '/profile') {
    return this.send('/login/passkey', { form: { answer: device.sign(await this.ask('/login/passkey'), wrong), next } })
  }
}

type Question = {
  challenge: string
  user: { id: string }
  userVerification?: string
  authenticatorSelection?: { userVerification: string }
}

const bySession = async ({ id }: Pick<Actor, 'id'>, isVerified = false) =>
  new Browser(await openSession(id, 'test', db, isVerified))
const count = (user: Actor) => db.$count(passkeys, eq(passkeys.userId, user.id))
const statusOf = async (answer: Promise<Response>) => (await answer).status
const isIn = async (browser: Browser) => (await browser.send('/api/auth/user')).status === 200
const titleOf = async (browser: Browser) => /<h1>([^<]*)/.exec(await browser.text('/passkey'))?.[1]
const toasts = (answer: Response) => decodeURIComponent(decodeURIComponent(answer.headers.getSetCookie().join()))

/** Sets the password as whoever has the mailed link. */
async function byLink(user: Actor) {
  const [id] = await db.transaction((tx) => makeMailedLinks(tx, 'set_password', [{ userId: user.id }]))
  await setPassword({ token: mailedSecret(id!), password: PASSWORD })
  return bySession(user)
}

async function withPasskey(user: Actor) {
  const browser = await bySession(user)
  return { browser, ...(await browser.add()) }
}

describe('with REQUIRE_PASSKEY=admin an administrator whose password alone is known', () => {
  test('reaches the page that sets a passkey up, Sign Out, and nothing else', async () => {
    const browser = new Browser()
    const signIn = { identifier: cast.admin.email, password: PASSWORD }
    expect((await browser.send('/api/local/login', { body: signIn })).status).toBe(200)
    for (const path of ['/api/auth/user', '/api/jobs', '/api/tokens', '/api/events', '/objects/x']) {
      const answer = await browser.send(path)
      expect([path, answer.status, (await answer.json()).code]).toEqual([path, 403, 'passkey_needed'])
    }
    const made = await browser.send('/api/tokens', { body: { name: 'Mine' } })
    expect([made.status, await db.$count(apiTokens)]).toEqual([403, 0])
    for (const path of ['/', '/admin/jobs?late=yes', '/profile', '/profile/passkeys/question', '/admin/accounts']) {
      const answer = await browser.send(path)
      const next = path === '/' ? '' : `?next=${encodeURIComponent(path)}`
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `/passkey${next}`])
    }
    const htmx = { 'hx-request': 'true', 'hx-request-type': 'partial', referer: `${here.url}/admin/jobs` }
    const part = await browser.send('/admin/jobs?page=2', { headers: htmx })
    expect(part.headers.get('hx-redirect')).toBe('/passkey?next=%2Fadmin%2Fjobs')
    const form = { name: 'Mine', expiresAt: '' }
    expect((await browser.send('/profile/tokens', { form })).headers.get('location')).toStartWith('/passkey')
    expect(await titleOf(browser)).toBe('Set Up a Passkey')
    expect((await browser.send('/api/logout')).headers.get('location')).toBe('/')
    expect((await browser.send('/passkey')).headers.get('location')).toBe('/login?next=%2Fpasskey')
  })

  test('by an external sign-in or a session from before is asked likewise, agents and contractors are not', async () => {
    const identity = { issuer: 'https://id.example', subject: '1', emailVerified: true, firstName: '', lastName: '' }
    const session = await signInAs({ ...identity, email: cast.admin.email }, { address: '::1', userAgent: null })
    expect(await titleOf(new Browser(session))).toBe('Set Up a Passkey')
    for (const user of [cast.agent, cast.contractor]) {
      const browser = await bySession(user)
      expect(await isIn(browser)).toBe(true)
      expect((await browser.send('/passkey?next=/profile')).headers.get('location')).toBe('/profile')
      expect(await statusOf(browser.send('/passkey/question'))).toBe(404)
      const { device } = await browser.add('/profile/passkeys', { isVerified: false })
      expect((await new Browser().signIn(device, { isVerified: false })).status).toBe(303)
    }
  })

  test('adds one that asked who they are, and is in by a new session', async () => {
    const browser = await bySession(cast.admin)
    const before = browser.session
    expect((await browser.ask('/passkey')).authenticatorSelection!.userVerification).toBe('required')
    const refused = await browser.add('/passkey', { isVerified: false })
    expect([refused.answer.status, await count(cast.admin), await isIn(browser)]).toEqual([409, 0, false])
    const { device, answer } = await browser.add()
    expect([answer.status, toasts(answer).includes('Only One Passkey')]).toEqual([303, true])
    expect([await isIn(browser), await isIn(new Browser(before))]).toEqual([true, false])
    expect(await browser.text('/profile')).toContain('add a second on your profile')

    const later = new Browser()
    const entered = await later.signIn(device)
    expect([entered.status, toasts(entered).includes('Only One Passkey')]).toEqual([303, true])
    expect(await isIn(later)).toBe(true)
    await later.add('/profile/passkeys')
    expect(toasts(await new Browser().signIn(device))).not.toContain('Only One Passkey')
    expect(await later.text('/profile')).not.toContain('add a second on your profile')
  })

  test('with a passkey is asked for it, and adds no other', async () => {
    const { device } = await withPasskey(cast.admin)
    const thief = await bySession(cast.admin)
    expect(await titleOf(thief)).toBe('Use Your Passkey')
    const { answer } = await thief.add()
    expect([answer.status, await count(cast.admin), await isIn(thief)]).toEqual([409, 1, false])
    expect((await thief.ask('/login/passkey')).userVerification).toBe('required')
    const unverified = await thief.signIn(device, { isVerified: false })
    expect([unverified.status, await unverified.text()]).toEqual([401, expect.stringContaining('fingerprint')])
    expect(await isIn(thief)).toBe(false)
    expect((await thief.signIn(device)).status).toBe(303)
    expect(await isIn(thief)).toBe(true)
  })

  test('adds one passkey by two sessions at once', async () => {
    const both = [await bySession(cast.admin), await bySession(cast.admin)]
    const all = await Promise.all(both.map((browser) => browser.add()))
    expect(all.map(({ answer }) => answer.status).sort()).toEqual([303, 409])
    expect(await count(cast.admin)).toBe(1)
  })

  test('who is the server’s first adds one at the first sign-in', async () => {
    await db.update(users).set({ role: 'contractor' }).where(eq(users.id, cast.admin.id))
    const { email, password } = (await ensureAdministrator())!
    const browser = new Browser()
    await browser.send('/login', { form: { identifier: email, password } })
    expect(await titleOf(browser)).toBe('Set Up a Passkey')
    await browser.add()
    expect(await isIn(browser)).toBe(true)
  })
})

describe('a mailed link alone', () => {
  test('opens no administrator’s account, with or without a passkey, invited or promoted', async () => {
    const bea = await anAdmin()
    const { device } = await withPasskey(bea)
    expect(await titleOf(await byLink(bea))).toBe('Use Your Passkey')
    const invited = await anAdmin({ hashedPassword: null })
    const browser = await byLink(invited)
    expect(await titleOf(browser)).toBe('Ask for a Passkey')
    const { answer } = await browser.add()
    expect([answer.status, await count(invited), await isIn(browser)]).toEqual([409, 0, false])
    await byLink(cast.agent)
    await setRole(cast.admin, cast.agent.id, 'admin')
    expect(await titleOf(await bySession(cast.agent))).toBe('Ask for a Passkey')
    expect((await new Browser().signIn(device)).status).toBe(303)
  })
})

describe('a passkey is allowed', () => {
  const ways = {
    page: (by: Browser, { id }: Actor) => by.send(`/admin/users/${id}/allow-passkey`, { form: { confirmed: 'yes' } }),
    call: (by: Browser, { id }: Actor) => by.send(`/api/users/${id}/allow-passkey`, { method: 'POST' }),
  }

  test.each(Object.entries(ways))('by a second administrator once (%s), which all are told', async (_, allow) => {
    const [ada, bea] = [await bySession(cast.admin, true), await anAdmin({ hashedPassword: null, firstName: 'Bea' })]
    const browser = await byLink(bea)
    expect((await allow(ada, bea)).status).toBeLessThan(304)
    expect(await ada.text('/admin/accounts?tab=admin')).toContain('May add a passkey')
    const told = await db.select().from(emailNotifications).where(sql`email_type = 'passkey_allowed'`)
    expect(told.map(({ contractorEmail }) => contractorEmail).sort()).toEqual([cast.admin.email!, bea.email!].sort())
    expect(told[0]!.content).toMatchObject({ person: 'Bea King', by: 'Ada King' })
    const events = await db.execute(sql`select event, actor_name from account_events where user_id = ${bea.id}`)
    expect(events).toContainEqual({ event: 'passkeyAllowed', actor_name: 'Ada King' })
    expect(await titleOf(browser)).toBe('Set Up a Passkey')
    await browser.add()
    expect([await isIn(browser), await count(bea)]).toEqual([true, 1])
    const again = await bySession(bea)
    expect([(await again.add()).answer.status, await count(bea)]).toEqual([409, 1])
  })

  test('and is taken up by one of two sign-ins at once', async () => {
    const bea = await anAdmin()
    await aPasskeyOf(bea)
    await ways.call(await bySession(cast.admin, true), bea)
    const both = [await bySession(bea), await bySession(bea), await bySession(bea)]
    const all = await Promise.all(both.map((browser) => browser.add()))
    expect(all.map(({ answer }) => answer.status).sort()).toEqual([303, 409, 409])
    expect(await count(bea)).toBe(2)
  })

  test('for a day', async () => {
    const bea = await anAdmin()
    await aPasskeyOf(bea)
    await ways.call(await bySession(cast.admin, true), bea)
    const browser = await bySession(bea)
    expect(await titleOf(browser)).toBe('Set Up a Passkey')
    // By these the device judges what it keeps.
    const [kept] = await db.select().from(passkeys).where(eq(passkeys.userId, bea.id))
    expect(await browser.text('/passkey')).toContain(`data-accepted="${kept!.credentialId}"`)
    await db.update(users).set({ passkeyAllowedUntil: sql`now() - interval '1 second'` })
    expect(await titleOf(browser)).toBe('Use Your Passkey')
    expect([(await browser.add()).answer.status, await count(bea)]).toEqual([409, 1])
  })

  test('by nobody for themselves, by no token, by no agent, and for no agent', async () => {
    const bea = await anAdmin()
    const ada = await bySession(cast.admin, true)
    expect(await statusOf(ways.call(ada, cast.admin))).toBe(409)
    expect(await statusOf(ways.call(ada, cast.agent))).toBe(404)
    expect(await statusOf(ways.call(await bySession(cast.agent), bea))).toBe(403)
    expect(await statusOf(ways.call(await bySession(cast.admin), bea))).toBe(403)
    const { token } = await aToken(cast.admin)
    const asScript = (path: string, method = 'GET') =>
      fetch(here.url + path, { method, headers: { authorization: `Bearer ${token}` } })
    expect(await statusOf(asScript(`/api/users/${bea.id}/allow-passkey`, 'POST'))).toBe(403)
    // It was made by somebody who was fully signed in.
    expect(await statusOf(asScript('/api/jobs'))).toBe(200)
  })

  test('by a command of the server, for who is an administrator', async () => {
    const bea = await anAdmin()
    await aPasskeyOf(bea)
    const run = async (...words: string[]) => {
      const child = Bun.spawn([process.execPath, join(ROOT, 'src/accounts/passkeys/command.ts'), ...words], {
        ...{ env: process.env, stdout: 'pipe', stderr: 'pipe' },
      })
      const said = (await new Response(child.stdout).text()) + (await new Response(child.stderr).text())
      return [await child.exited, said.trim()]
    }
    expect(await run()).toEqual([64, 'Say whom: npm run allow-passkey -- ADDRESS'])
    expect(await run(cast.agent.email!)).toEqual([1, expect.stringContaining('No administrator has')])
    expect(await run(bea.email!)).toEqual([0, expect.stringContaining('Ada King may add a passkey')])
    const browser = await bySession(bea)
    expect((await browser.add()).answer.status).toBe(303)
  })
})

test('an administrator’s last passkey that asks who they are stays, of two removed at once too', async () => {
  const { browser } = await withPasskey(cast.admin)
  await aPasskeyOf(cast.admin)
  await browser.add('/profile/passkeys')
  const rows = await db.select().from(passkeys).where(eq(passkeys.isVerified, true))
  const remove = (id: string) => browser.send(`/profile/passkeys/${id}/remove`, { form: { confirmed: 'yes' } })
  const all = await Promise.all(rows.map(({ id }) => remove(id)))
  expect(all.map((answer) => toasts(answer).includes('destructive')).sort()).toEqual([false, true])
  expect(await count(cast.admin)).toBe(2)
})
