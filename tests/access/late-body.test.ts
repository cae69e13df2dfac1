import { afterAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { apiTokens, idempotencyKeys, jobs, sessions, users } from '#db/schema.ts'
import { sha256 } from '#src/access/sha256.ts'
import { deleteAccount, setRole } from '#src/accounts/actions.ts'
import { resetPassword } from '#src/accounts/password/password.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { aToken, bearer, Client, signedInAs, stranger } from '#tests/support/app.ts'
import { otherProcess } from '#tests/support/process/other-process.ts'
import { anAdmin, anAgent, jobInput, PASSWORD } from '#tests/support/world.ts'

// Headers and half a body over a real socket to another process; what lets the sender in ends; the rest of the body.

const other = await otherProcess()
afterAll(() => other.kill())

type Headers = Record<string, string>

/** Sends the head and half of the body, does `meanwhile`, sends the rest. Returns the answer's status line and text. */
async function inTwoParts(path: string, body: string, headers: Headers, meanwhile: () => Promise<unknown>) {
  const { hostname, port } = new URL(other.url)
  const socket = connect(Number(port), hostname)
  const ended = new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
  })
  const lines = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' })
  const head = `POST ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  const half = Math.floor(body.length / 2)
  socket.write(head + body.slice(0, half))
  // Counted: the headers have been judged.
  while ((await db.execute(sql`select 1 from rate_limits where key like 'writes %'`)).length === 0) await Bun.sleep(5)
  await Bun.sleep(30)
  await meanwhile()
  socket.write(body.slice(half))
  const raw = await ended
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(raw)?.[1]), raw }
}

const json = JSON.stringify(jobInput())
const form = new URLSearchParams({ ...jobInput(), accessNotes: '' } as Record<string, string>).toString()
const asJson = { 'content-type': 'application/json' }
const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
const doors: [door: string, path: string, body: string, headers: Headers, refused: number][] = [
  ['the API', '/api/jobs', json, asJson, 401],
  ['the API, under an Idempotency-Key', '/api/jobs', json, { ...asJson, 'idempotency-key': 'one' }, 401],
  ['a page', '/create-job', form, asForm, 302],
  ['a page by htmx', '/create-job', form, { ...asForm, 'hx-request': 'true' }, 401],
]

const passwords = { currentPassword: PASSWORD, newPassword: 'battery staple', confirmPassword: 'battery staple' }
type End = (user: Actor, client: Client) => Promise<unknown>
const ends: [name: string, End][] = [
  ['signed out', (_, client) => client.get('/api/logout')],
  ['got a new password from an administrator', async ({ id }) => resetPassword(await anAdmin(), id, 'estate_agent')],
  ['changed the password elsewhere', async (user) => (await signedInAs(user)).post('/api/change-password', passwords)],
  ['got another role', async ({ id }) => setRole(await anAdmin(), id, 'contractor')],
  ['was deleted', async ({ id }) => deleteAccount(await anAdmin(), id, 'estate_agent')],
  ['came to the end of the session', () => db.update(sessions).set({ expire: sql`now() - interval '1 second'` })],
  [
    'has another role while the session stands',
    ({ id }) => db.update(users).set({ role: null }).where(eq(users.id, id)),
  ],
]

describe.each(doors)('by %s', (_, path, body, headers, refused) => {
  test.each(ends)('who %s while the body was on its way writes nothing', async (_, end) => {
    const user = await anAgent()
    const client = await signedInAs(user)
    const cookie = `session=${client.cookie}`
    const { status } = await inTwoParts(path, body, { ...headers, cookie }, () => end(user, client))
    expect(status).toBe(refused)
    expect([await db.$count(jobs), await db.$count(idempotencyKeys)]).toEqual([0, 0])
  })

  test('nothing is locked while a body is on its way, and whoever is still in has it done', async () => {
    const user = await anAgent()
    const cookie = `session=${(await signedInAs(user)).cookie}`
    const { status } = await inTwoParts(path, body, { ...headers, cookie }, async () => {
      const open = sql`select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and state like 'idle in transaction%'`
      expect(await db.execute(open)).toHaveLength(0)
    })
    expect(status).toBeOneOf([200, 201, 303])
    expect(await db.$count(jobs)).toBe(1)
  })
})

const tokenEnds: [name: string, (user: Actor, token: { id: string; token: string }) => Promise<unknown>][] = [
  ['revoked', async (user, { id }) => (await signedInAs(user)).delete(`/api/tokens/${id}`)],
  [
    'revoked by itself',
    (_, { id, token }) => new Client().send(`/api/tokens/${id}`, { method: 'DELETE', headers: bearer(token) }),
  ],
  ['over', () => db.update(apiTokens).set({ expiresAt: sql`now() - interval '1 second'` })],
  ['ended with the role', async ({ id }) => setRole(await anAdmin(), id, 'contractor')],
]

test.each(tokenEnds)('a script whose token is %s while the body was on its way writes nothing', async (_, end) => {
  const user = await anAgent()
  const made = await aToken(user)
  await db.execute(sql`delete from rate_limits`)
  const answer = await inTwoParts('/api/jobs', json, { ...asJson, ...bearer(made.token) }, () => end(user, made))
  expect(answer.status).toBe(401)
  expect(answer.raw.toLowerCase()).toContain('www-authenticate: bearer error="invalid_token"')
  expect(await db.$count(jobs)).toBe(0)
})

test('an administrator who is one no more gives nobody a password', async () => {
  const [admin, other, agent] = [await anAdmin(), await anAdmin(), await anAgent()]
  const client = await signedInAs(admin)
  const body = new URLSearchParams({ confirmed: 'yes', filler: 'x'.repeat(200) }).toString()
  const path = `/admin/estate-agents/${agent.id}/reset-password`
  const headers = { ...asForm, cookie: `session=${client.cookie}` }
  const { status } = await inTwoParts(path, body, headers, () => setRole(other, admin.id, 'contractor'))
  expect(status).toBe(302)
  const signIn = await stranger.post('/api/local/login', { identifier: agent.username, password: PASSWORD })
  expect(signIn.status).toBe(200)
  expect(await db.$count(sessions, eq(sessions.sid, sha256(client.cookie!)))).toBe(0)
})
