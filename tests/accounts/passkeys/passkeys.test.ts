import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications } from '#db/schema.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { type Client, handle, signedInAs } from '#tests/support/app.ts'
import { aCast, anAdmin, anAgent } from '#tests/support/world.ts'
import { Authenticator, type Wrong } from './authenticator.ts'

type Question = { challenge: string; user: { id: string } }
const ask = async (client: Client): Promise<Question> =>
  (await (await client.get('/profile/passkeys/question')).json()) as Question
const rows = () => db.execute(sql`select * from passkeys`) as Promise<Record<string, unknown>[]>

/** Adds one, by a session of the user's. */
async function add(user: Actor, device = new Authenticator(), wrong: Wrong = {}, client?: Client) {
  const by = client ?? (await signedInAs(user))
  const answer = await by.submit('/profile/passkeys', { name: 'Laptop', answer: device.create(await ask(by), wrong) })
  return { device, answer, client: by }
}

class Browser {
  device = ''
  session = ''

  async ask(): Promise<Question> {
    const answer = await this.#send('/login/passkey/question', null)
    return (await answer.json()) as Question
  }

  signIn = (answer: string, next = '/') => this.#send('/login/passkey', { answer, next, identifier: 'olivia' })

  async #send(path: string, form: Record<string, string> | null) {
    const headers = { cookie: this.device ? `device=${this.device}` : '' }
    const call = form ? { method: 'POST', body: new URLSearchParams(form) } : {}
    const answer = await handle(new Request(`http://localhost${path}`, { ...call, headers }))
    const kept = answer.headers.getSetCookie().join('\n')
    this.device = /^device=([^;]*)/m.exec(kept)?.[1] ?? this.device
    this.session = /^session=([^;]*)/m.exec(kept)?.[1] ?? this.session
    return answer
  }
}

const refused = async (answer: Response) => {
  expect(answer.status).toBe(401)
  expect(answer.headers.getSetCookie().join()).not.toContain('session=')
  const text = await answer.text()
  expect(text).toContain('passkey')
  // The password's form stays, with what was typed.
  expect(text).toContain('name="password"')
  expect(text).toContain('value="olivia"')
  return text
}

describe('a passkey', () => {
  test('of every role is added, signs in, is renamed and removed, and is in the account’s history', async () => {
    for (const user of [...Object.values(await aCast())].filter(({ role }) => role)) {
      const { device, answer, client } = await add(user)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/profile'])
      const browser = new Browser()
      const entered = await browser.signIn(device.sign(await browser.ask()), '/profile')
      expect([entered.status, entered.headers.get('location')]).toEqual([303, '/profile'])
      const me = await handle(
        new Request('http://localhost/api/auth/user', { headers: { cookie: `session=${browser.session}` } }),
      )
      expect(((await me.json()) as { id: string }).id).toBe(user.id)
      const [row] = (await rows()) as { id: string }[]
      await client.submit(`/profile/passkeys/${row!.id}/rename`, { name: 'Desk' })
      expect(await (await client.get('/profile')).text()).toContain('Desk')
      await client.submit(`/profile/passkeys/${row!.id}/remove`, { confirmed: 'yes' })
      const again = new Browser()
      expect(await refused(await again.signIn(device.sign(await again.ask())))).toContain('data-unknown=')
      const events = await db.execute(sql`select event from account_events where user_id = ${user.id} order by id`)
      expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['passkeyAdded', 'passkeyRemoved']))
    }
  })

  test('that is added is told by e-mail', async () => {
    const agent = await anAdmin()
    await add(agent)
    const told = await db.select().from(emailNotifications).where(sql`email_type = 'passkey_added'`)
    expect(told.map(({ contractorEmail }) => contractorEmail)).toEqual([agent.email!])
  })

  test('without a name is called as the browser is', async () => {
    const client = await signedInAs(await anAgent())
    await client.submit('/profile/passkeys', { answer: new Authenticator().create(await ask(client)) })
    expect((await rows()).map(({ name }) => name)).toEqual(['A program'])
  })

  test('goes with the account', async () => {
    const [admin, agent] = [await anAdmin(), await anAgent()]
    const { device } = await add(agent)
    await deleteAccount(admin, agent.id, 'estate_agent')
    expect(await rows()).toEqual([])
    const browser = new Browser()
    await refused(await browser.signIn(device.sign(await browser.ask())))
  })
})

describe('an answer to add one is refused', () => {
  const nothingAdded = async (answer: Response) => {
    expect(answer.status).toBe(303)
    expect(decodeURIComponent(decodeURIComponent(answer.headers.getSetCookie().join()))).toContain('"destructive"')
    expect(await rows()).toEqual([])
  }

  test.each<[string, Wrong]>([
    ['of another site', { origin: 'https://evil.example' }],
    ['for another site', { party: 'evil.example' }],
    ['of another kind', { type: 'webauthn.get' }],
  ])('%s', async (_, wrong) => nothingAdded((await add(await anAgent(), new Authenticator(), wrong)).answer))

  test('to another session’s question, to one of our own making, and to one that is over', async () => {
    const agent = await anAgent()
    const [here, there] = [await signedInAs(agent), await signedInAs(agent)]
    const device = new Authenticator()
    await nothingAdded(await there.submit('/profile/passkeys', { answer: device.create(await ask(here)) }))
    const user = { id: 'x' }
    for (const challenge of ['', 'AAAA', Buffer.alloc(54).toString('base64url')])
      await nothingAdded(await here.submit('/profile/passkeys', { answer: device.create({ challenge, user }) }))
    const asked = await new Browser().ask()
    await nothingAdded(await here.submit('/profile/passkeys', { answer: device.create({ ...asked, user }) }))
  })

  test('that cannot be read', async () => {
    const client = await signedInAs(await anAgent())
    for (const answer of ['', '{}', 'null', '{"id":1}', '{"id":"a","response":{}}', 'x'.repeat(30_000)])
      await nothingAdded(await client.submit('/profile/passkeys', { answer }))
  })

  test('that was sent before; of two at once one is taken', async () => {
    const client = await signedInAs(await anAgent())
    const answer = new Authenticator().create(await ask(client))
    await Promise.all([1, 2, 3].map(() => client.submit('/profile/passkeys', { answer })))
    expect(await rows()).toHaveLength(1)
    await client.submit(`/profile/passkeys/${(await rows())[0]!.id}/remove`, { confirmed: 'yes' })
    await nothingAdded(await client.submit('/profile/passkeys', { answer }))
  })
})

describe('a sign-in by a passkey is refused', () => {
  test.each<[string, Wrong]>([
    ['of another site', { origin: 'https://evil.example' }],
    ['for another site', { party: 'evil.example' }],
    ['of another kind', { type: 'webauthn.create' }],
    ['for another account', { handle: Buffer.from('somebody').toString('base64url') }],
  ])('%s', async (_, wrong) => {
    const { device } = await add(await anAgent())
    const browser = new Browser()
    await refused(await browser.signIn(device.sign(await browser.ask(), wrong)))
  })

  test('with another key', async () => {
    const { device } = await add(await anAgent())
    const other = Object.assign(new Authenticator(), { id: device.id, handle: device.handle })
    const browser = new Browser()
    await refused(await browser.signIn(other.sign(await browser.ask())))
  })

  test('when the answer was sent before, also at the same moment', async () => {
    const { device } = await add(await anAgent())
    const browser = new Browser()
    const answer = device.sign(await browser.ask())
    const all = await Promise.all([1, 2, 3, 4].map(() => browser.signIn(answer)))
    expect(all.map(({ status }) => status).sort()).toEqual([303, 401, 401, 401])
    await refused(await browser.signIn(answer))
  })

  test('in a browser that was not asked', async () => {
    const { device } = await add(await anAgent())
    const [asked, other] = [new Browser(), new Browser()]
    await other.ask()
    await refused(await other.signIn(device.sign(await asked.ask())))
    expect((await asked.signIn(device.sign(await asked.ask()))).status).toBe(303)
  })

  test('when its counter goes back or stands still', async () => {
    const device = Object.assign(new Authenticator(), { counter: 7 })
    await add(await anAgent(), device)
    const browser = new Browser()
    expect((await browser.signIn(device.sign(await browser.ask()))).status).toBe(303)
    for (const counter of [8, 7, 0]) await refused(await browser.signIn(device.sign(await browser.ask(), { counter })))
    expect((await browser.signIn(device.sign(await browser.ask()))).status).toBe(303)
  })

  test('and two tabs may each be asked', async () => {
    const { device } = await add(await anAgent())
    const browser = new Browser()
    const [one, two] = [await browser.ask(), await browser.ask()]
    expect((await browser.signIn(device.sign(two))).status).toBe(303)
    expect((await browser.signIn(device.sign(one))).status).toBe(303)
  })
})

test('a session says whether the passkey asked who it is', async () => {
  const { device } = await add(await anAgent())
  for (const isVerified of [true, false]) {
    const browser = new Browser()
    expect((await browser.signIn(device.sign(await browser.ask(), { isVerified }))).status).toBe(303)
  }
  const kept = await db.execute(sql`select sess->>'isVerified' as is from sessions order by last_used_at desc limit 2`)
  expect(kept.map(({ is }) => is).sort()).toEqual([null, 'true'])
})
