import { afterAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { sessions, users } from '#db/schema.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import { signInAs } from '#src/accounts/external/account.ts'
import { Client, signedInAs, stranger } from '#tests/support/app.ts'
import { dearHashes } from '#tests/support/cheap-hashes.ts'
import { otherProcess } from '#tests/support/process/other-process.ts'
import { aCast, aContractor, anAdmin, anAgent, PASSWORD } from '#tests/support/world.ts'

dearHashes()

const other = await otherProcess()
afterAll(() => other.kill())

const ROUNDS = 8
const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((line) => /^session=([^;]+)/.exec(line)?.[1])
    .find(Boolean)

type Knock = (identifier: string, password: string) => Promise<Response>
const byApi: Knock = (identifier, password) => stranger.post('/api/local/login', { identifier, password })
const byPage: Knock = (identifier, password) => stranger.submit('/login', { identifier, password })
const elsewhere: Knock = (identifier, password) =>
  fetch(`${other.url}/api/local/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier, password }),
  })
const DOORS = [byApi, byPage, elsewhere]

/** Eight sign-ins with the old password, spread over the time that the change takes. Returns the sessions they were given. */
async function knocking(identifier: string, change: () => Promise<Response>): Promise<string[]> {
  const knocks = Array.from({ length: 8 }, async (_, index) => {
    await Bun.sleep(index * 8)
    return DOORS[index % DOORS.length]!(identifier, PASSWORD)
  })
  const [changed, ...answers] = await Promise.all([change(), ...knocks])
  expect(changed.status).toBe(200)
  return answers.map(cookieOf).filter((cookie) => cookie !== undefined)
}

const alive = async (given: string[]) => {
  const asked = await Promise.all(given.map((cookie) => new Client(cookie).get('/api/auth/user')))
  return asked.filter(({ status }) => status === 200).length
}

test('no session that the old password opened outlives a reset, whichever comes first', async () => {
  const admin = await signedInAs(await anAdmin())
  const survivors: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const user = await aContractor()
    const reset = () => admin.post(`/api/contractors/${user.id}/reset-password`)
    survivors.push(await alive(await knocking(user.email!, reset)))
    expect(await db.$count(sessions, eq(sessions.userId, user.id))).toBe(0)
  }
  expect(survivors).toEqual(Array(ROUNDS).fill(0))
})

test('nor a change of one’s own, which leaves the session that asked for it', async () => {
  const survivors: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const user = await anAgent()
    const own = await signedInAs(user)
    const body = { currentPassword: PASSWORD, newPassword: 'battery staple', confirmPassword: 'battery staple' }
    survivors.push(await alive(await knocking(user.username!, () => own.post('/api/change-password', body))))
    expect((await own.get('/api/auth/user')).status).toBe(200)
  }
  expect(survivors).toEqual(Array(ROUNDS).fill(0))
})

test('nobody gets into an account that is deleted at the moment of the sign-in', async () => {
  const admin = await signedInAs(await anAdmin())
  for (let round = 0; round < ROUNDS; round++) {
    const user = await aContractor()
    await knocking(user.email!, () => admin.delete(`/api/contractors/${user.id}`))
    expect(await db.$count(sessions, eq(sessions.userId, user.id))).toBe(0)
  }
})

test('nor by way of the provider: who comes then is somebody new', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { admin, contractor } = await aCast()
    const link = { oidcIssuer: 'https://id.example', oidcSubject: crypto.randomUUID() }
    await db.update(users).set(link).where(eq(users.id, contractor.id))
    const identity = {
      ...{ issuer: link.oidcIssuer, subject: link.oidcSubject, email: contractor.email, emailVerified: true },
      ...{ firstName: 'Carl', lastName: 'Mason' },
    }
    const from = { userAgent: null, address: '203.0.113.7' }
    const coming = Array.from({ length: 6 }, async (_, index) => {
      await Bun.sleep(index * 2)
      return signInAs(identity, from)
    })
    await Promise.all([deleteAccount(admin, contractor.id, 'contractor'), ...coming])
    expect(await db.$count(sessions, eq(sessions.userId, contractor.id))).toBe(0)
  }
})
