import { beforeEach, describe, expect, test } from 'bun:test'
import { desc, eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { accountEvents, emailNotifications, links, users } from '#db/schema.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import { emailHandler } from '#src/emails/handler.ts'
import type { EmailMessage } from '#src/emails/message.ts'
import { mailedSecret } from '#src/links/mailed.ts'
import { answerOf } from '#tests/api/shape.ts'
import { aToken, bearer, signedInAs, stranger } from '#tests/support/app.ts'
import { dearHashes } from '#tests/support/cheap-hashes.ts'
import { captureLog } from '#tests/support/log.ts'
import { aContractor, anAdmin, anAgent, PASSWORD } from '#tests/support/world.ts'

dearHashes()

const ASKED = 'If an account has this e-mail address or username, a link to set a password is on its way to it.'
const ENDED = 'This link has been used, has expired or was replaced by a newer one.'
const NEW = 'another horse'

beforeEach(() => db.delete(links))

const ask = (identifier: string) => answerOf(stranger.post('/api/password-reset', { identifier }))
const signIn = async (identifier: string, password: string) =>
  (await stranger.post('/api/local/login', { identifier, password })).status
const set = (token: string, password = NEW) => answerOf(stranger.post('/api/password-reset/set', { token, password }))
const emailsTo = (to: string) =>
  db
    .select()
    .from(emailNotifications)
    .where(eq(emailNotifications.contractorEmail, to))
    .orderBy(desc(emailNotifications.id))

/** The secret at the end of the link that was mailed last. */
async function linkMailedTo(to: string): Promise<string> {
  const [email] = await emailsTo(to)
  const sent: EmailMessage[] = []
  const mailer = { send: async (message: EmailMessage) => void sent.push(message), close() {} }
  await emailHandler(mailer).work(email!.id, new AbortController().signal)
  const text = sent[0]!.text
  const [, token] = /\/set-password\/([\w-]{43})\n/.exec(text) ?? []
  expect(sent[0]!.html).toContain(`/set-password/${token}"`)
  return token!
}

async function asked(person: { email: string | null }): Promise<string> {
  await db.update(links).set({ createdAt: sql`now() - interval '2 minutes'` })
  await ask(person.email!)
  return linkMailedTo(person.email!)
}

describe('a forgotten password', () => {
  test('is set anew by the link of the e-mail; other sessions and tokens end', async () => {
    const carl = await aContractor()
    const [browser, script] = [await signedInAs(carl), await aToken(carl)]
    expect(await ask(carl.email!.toUpperCase())).toEqual({ status: 200, body: { message: ASKED } })
    const token = await linkMailedTo(carl.email!)
    expect(await signIn(carl.email!, PASSWORD)).toBe(200)
    expect(await set(token)).toEqual({ status: 200, body: { message: 'The password has been set.' } })
    expect(await signIn(carl.email!, PASSWORD)).toBe(401)
    expect(await signIn(carl.email!, NEW)).toBe(200)
    expect((await browser.get('/api/auth/user')).status).toBe(401)
    expect((await stranger.get('/api/auth/user', bearer(script.token))).status).toBe(401)
    expect(await set(token, 'a third one')).toEqual({ status: 410, body: { message: ENDED } })
    expect(await signIn(carl.email!, NEW)).toBe(200)
  })

  test('is asked for and set on pages too, where opening the link changes nothing', async () => {
    const olivia = await anAgent()
    expect(await (await stranger.get('/login')).text()).toContain('href="/forgot-password"')
    const form = await stranger.submit('/forgot-password', { identifier: olivia.username! })
    expect([form.status, await form.text()]).toEqual([200, expect.stringContaining(ASKED)])
    const path = `/set-password/${await linkMailedTo(olivia.email!)}`
    for (const method of ['GET', 'HEAD', 'GET']) {
      const page = await stranger.send(path, { method })
      expect(page.status).toBe(200)
      expect(page.headers.get('referrer-policy')).toBe('no-referrer')
      expect(page.headers.get('cache-control')).toBe('no-store')
      if (method === 'GET') expect(await page.text()).toContain(`You sign in as <strong>${olivia.username}`)
    }
    const short = await stranger.submit(path, { password: '12345' })
    expect([short.status, await short.text()]).toEqual([
      422,
      expect.stringContaining('Password must be at least 6 characters'),
    ])
    // As a browser sends a form from a page without a referrer.
    const set = await stranger.send(path, {
      method: 'POST',
      form: { password: NEW },
      headers: { origin: 'null', 'sec-fetch-site': 'same-origin' },
    })
    expect([set.status, set.headers.get('location')]).toEqual([303, '/login'])
    expect(await signIn(olivia.username!, NEW)).toBe(200)
    for (const answer of [await stranger.get(path), await stranger.submit(path, { password: NEW })]) {
      expect([answer.status, answer.headers.get('referrer-policy')]).toEqual([410, 'no-referrer'])
      const text = await answer.text()
      expect(text).toContain(ENDED)
      expect(text).toContain('href="/login"')
    }
  })

  test('is set in a browser that says neither where its form was nor from which site, as over plain http', async () => {
    const carl = await aContractor()
    const path = `/set-password/${await asked(carl)}`
    const sent = { method: 'POST', form: { password: NEW } }
    const elsewhere = await stranger.send(path, { ...sent, headers: { origin: 'https://evil.example' } })
    // What is answered before the page is reached keeps its address to itself as well.
    expect([elsewhere.status, elsewhere.headers.get('referrer-policy')]).toEqual([403, 'no-referrer'])
    const set = await stranger.send(path, { ...sent, headers: { origin: 'null' } })
    expect([set.status, set.headers.get('location')]).toEqual([303, '/login'])
    expect(await signIn(carl.email!, NEW)).toBe(200)
  })

  test.each([
    ['nobody', async () => 'nobody@nowhere.example'],
    [
      'a deleted account',
      async () => {
        const gone = await aContractor()
        await deleteAccount(await anAdmin(), gone.id, 'contractor')
        return gone.email!
      },
    ],
    ['an account of an external provider', async () => (await aContractor({ authType: 'oidc' })).email!],
    ['an account without a role', async () => (await aContractor({ role: null })).email!],
    ['an agent without an e-mail address', async () => (await anAgent({ email: null })).username!],
  ])('of %s gets the same answer, and no link', async (_, make) => {
    const identifier = await make()
    expect(await ask(identifier)).toEqual({ status: 200, body: { message: ASKED } })
    expect(await db.$count(links)).toBe(0)
    expect(await emailsTo(identifier)).toEqual([])
  })

  test('is answered in the same time, whether there is an account or not', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => aContractor()))
    const timed = async (identifier: string) => {
      const began = performance.now()
      await ask(identifier)
      return performance.now() - began
    }
    const differences: number[] = []
    for (const [index, { email }] of people.entries()) {
      // At once, so that what else the machine does is in both.
      const [known, unknown] = await Promise.all([timed(email!), timed(`nobody${index}@nowhere.example`)])
      differences.push(Math.abs(known - unknown))
    }
    expect(differences.sort((a, b) => a - b)[3]).toBeLessThan(40)
    expect(await db.$count(links)).toBe(6)
  })

  test('asked for twice at once sends one e-mail; a newer link leaves the one before, and using one ends all', async () => {
    const carl = await aContractor()
    await Promise.all([ask(carl.email!), ask(carl.email!)])
    expect(await emailsTo(carl.email!)).toHaveLength(1)
    const first = await linkMailedTo(carl.email!)
    const [second, third] = [await asked(carl), await asked(carl)]
    expect(new Set([first, second, third]).size).toBe(3)
    const used = await Promise.all([set(second, 'horse two'), set(first, 'horse one'), set(third, 'horse three')])
    expect(used.map(({ status }) => status).sort()).toEqual([200, 410, 410])
    expect(
      await signIn(
        carl.email!,
        ['horse two', 'horse one', 'horse three'][used.findIndex((one) => one.status === 200)]!,
      ),
    ).toBe(200)
    for (const token of [first, second, third]) expect((await set(token)).status).toBe(410)
  })

  test('asked for by strangers all the time, the link that was mailed first still lets its owner in', async () => {
    const carl = await aContractor()
    await ask(carl.email!)
    const token = await linkMailedTo(carl.email!)
    for (let minute = 0; minute < 12; minute++) {
      await db.update(links).set({ createdAt: sql`${links.createdAt} - interval '61 seconds'` })
      await ask(carl.email!)
    }
    // Few enough that nobody's mailbox is flooded.
    expect(await emailsTo(carl.email!)).toHaveLength(5)
    expect((await set(token)).status).toBe(200)
    expect(await signIn(carl.email!, NEW)).toBe(200)
    await ask(carl.email!)
    expect((await set(await linkMailedTo(carl.email!), 'third horse')).status).toBe(200)
  })

  test('asked for by strangers does not end an invitation', async () => {
    const ada = await signedInAs(await anAdmin())
    const person = { role: 'contractor', firstName: 'Nia', lastName: 'Cole', email: 'nia@cole.example' }
    expect((await ada.post('/api/accounts/invite', person)).status).toBe(201)
    const token = await linkMailedTo(person.email)
    const link = await asked(person)
    expect(link).not.toBe(token)
    expect((await set(token)).status).toBe(200)
    expect((await set(link)).status).toBe(410)
  })

  test('asked for by one asker again and again sends a few links, and is answered the same as ever', async () => {
    const people = await Promise.all(Array.from({ length: 24 }, () => aContractor()))
    const answers = await Promise.all(
      people.map(({ email }) => stranger.post('/api/password-reset', { identifier: email })),
    )
    const said = await Promise.all(
      answers.map(async (answer) => [answer.status, await answer.text(), answer.headers.get('ratelimit-policy')]),
    )
    expect(new Set(said.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(said[0]!.slice(0, 2)).toEqual([200, JSON.stringify({ message: ASKED })])
    expect(await db.$count(links)).toBe(20)
    const page = await stranger.submit('/forgot-password', { identifier: people[0]!.email! })
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(ASKED)])
    expect(await signIn(people[0]!.email!, PASSWORD)).toBe(200)
  })
})

describe('a link to set a password', () => {
  test('works once, however often it is used at once', async () => {
    const carl = await aContractor()
    const token = await asked(carl)
    const passwords = Array.from({ length: 6 }, (_, index) => `horse number ${index}`)
    const answers = await Promise.all(passwords.map((password) => set(token, password)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410, 410])
    const winner = passwords[answers.findIndex(({ status }) => status === 200)]!
    expect(await signIn(carl.email!, winner)).toBe(200)
  })

  test('ends after 24 hours', async () => {
    const token = await asked(await aContractor())
    const [row] = await db.select().from(links)
    expect(row!.expiresAt!.getTime() - row!.createdAt.getTime()).toBe(24 * 3600 * 1000)
    await db.update(links).set({ expiresAt: sql`now() - interval '1 second'` })
    expect((await set(token)).status).toBe(410)
    expect((await stranger.get(`/set-password/${token}`)).status).toBe(410)
  })

  const ada = async () => signedInAs(await anAdmin())
  test.each([
    ['a reset', async (id: string) => (await ada()).post(`/api/contractors/${id}/reset-password`)],
    ['a deletion', async (id: string) => (await ada()).delete(`/api/contractors/${id}`)],
    ['a change of role', async (id: string) => (await ada()).patch(`/api/users/${id}/role`, { role: 'admin' })],
    [
      'another e-mail address',
      async (id: string) => (await ada()).patch(`/api/users/${id}`, { email: 'carl@new.example' }),
    ],
    [
      'their own change of it',
      async (id: string) => {
        const [row] = await db.select().from(users).where(eq(users.id, id))
        const change = { currentPassword: PASSWORD, newPassword: NEW, confirmPassword: NEW }
        return (await signedInAs(row as never)).post('/api/change-password', change)
      },
    ],
  ])('is ended by %s', async (_, act) => {
    const carl = await aContractor()
    const token = await asked(carl)
    expect((await act(carl.id)).status).toBe(200)
    const [before] = await db.select().from(users).where(eq(users.id, carl.id))
    expect((await set(token, 'third horse')).status).toBe(410)
    expect((await db.select().from(users).where(eq(users.id, carl.id)))[0]).toEqual(before!)
  })

  test.each(['x', 'A'.repeat(43), 'A'.repeat(5000), '%2e%2e', "' or true --"])('%p is none', async (token) => {
    const answer = await stranger.get(`/set-password/${encodeURIComponent(token)}`)
    expect([answer.status, await answer.text()]).toEqual([410, expect.stringContaining(ENDED)])
    expect((await set(token.slice(0, 100))).status).toBe(410)
  })

  test('stands in no line of the log', async () => {
    const logged = captureLog()
    const token = await asked(await aContractor())
    await stranger.get(`/set-password/${token}`)
    await stranger.submit(`/set-password/${token}`, { password: 'short' })
    await set(token)
    await stranger.get(`/set-password/${token}`)
    logged.stop()
    const lines = logged.lines()
    expect(lines.filter(({ route }) => route === '/set-password/:token')).toHaveLength(3)
    expect(JSON.stringify(lines)).not.toContain(token)
  })

  test('stands in no table: it is made of the secret when the e-mail is sent', async () => {
    const carl = await aContractor()
    const token = await asked(carl)
    const [email] = await emailsTo(carl.email!)
    expect(JSON.stringify([email, await db.select().from(links), await db.select().from(accountEvents)])).not.toContain(
      token,
    )
    expect(token).toBe(mailedSecret(email!.content.linkId!))
  })
})
