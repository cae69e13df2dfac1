import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { interval } from '#db/query/time-marks.ts'
import { apiTokens } from '#db/schema.ts'
import { limitFailures } from '#src/access/attempts.ts'
import { knowsAddress, rememberAddress } from '#src/access/known-addresses.ts'
import { count } from '#src/access/limits/counts.ts'
import { sha256 } from '#src/access/sha256.ts'
import { tokenUser } from '#src/access/token.ts'
import { isStillFresh, timedVersion } from '#src/http/cache/timed-version.ts'
import { countLinks, findLink, makeLink } from '#src/links/links.ts'
import { checkUploadUrl, uploadUrl } from '#src/photos/upload-url.ts'
import { applyRetention } from '#src/retention/apply.ts'
import { transaction } from '#src/writes/transaction.ts'
import { signedInAs, stranger } from '#tests/support/app.ts'
import { anAgent, jobInput, PASSWORD } from '#tests/support/world.ts'

// A clock was ten years ahead for a moment. What it wrote down as done or as lasting counts as nothing afterwards.
const THEN = sql`now() + interval '10 years'`

const TEN_YEARS = 10 * 365 * 86_400_000

const signInAs = (identifier: string, password = PASSWORD) =>
  stranger.send('/api/local/login', { method: 'POST', body: { identifier, password } })

test('failed sign-ins of then lock nobody out', async () => {
  const { email } = await anAgent()
  for (let turn = 0; turn < 10; turn++) await signInAs(email!, 'guessed')
  expect((await signInAs(email!)).status).toBe(429)
  await db.execute(sql`update sign_in_failures set created_at = ${THEN}`)
  expect((await signInAs(email!)).status).toBe(200)
})

test('checks of passwords that were begun then hold no place', async () => {
  const attempt = { identifier: 'olivia', address: '192.0.2.1', what: 'sign-ins' }
  await db.execute(sql`insert into sign_in_failures (identifier_hash, address, checked_until)
    select ${sha256('olivia')}, '192.0.2.1', ${THEN} from generate_series(1, 10)`)
  expect(await limitFailures(attempt, async () => 'in')).toBe('in')
})

test('a limit that was spent then lets people through', async () => {
  const one = { name: 'wrong clock', quota: 1, seconds: 60 }
  await count(one, 'olivia', { headers: {} })
  await db.execute(sql`update rate_limits set count = 2, window_ends = ${THEN}`)
  await count(one, 'olivia', { headers: {} })
})

test('an address of then is not known', async () => {
  const { id, email } = await anAgent()
  await transaction((tx) => rememberAddress(tx, id, '192.0.2.1'))
  expect(await knowsAddress(email!, '192.0.2.1')).toBe(true)
  await db.execute(sql`update sign_in_addresses set last_used_at = ${THEN}`)
  expect(await knowsAddress(email!, '192.0.2.1')).toBe(false)
})

test('a session that was opened then ends now, for reading and for writing', async () => {
  const client = await signedInAs(await anAgent())
  expect((await client.get('/api/jobs/recent')).status).toBe(200)
  await db.execute(sql`update sessions set expire = ${THEN} + interval '30 days'`)
  expect((await client.get('/api/jobs/recent')).status).toBe(401)
  expect((await client.post('/api/jobs', jobInput())).status).toBe(401)
})

test('an answer that was kept then is not given again', async () => {
  const client = await signedInAs(await anAgent())
  const raise = async () => {
    const answer = await client.send('/api/jobs', {
      ...{ method: 'POST', body: jobInput(), headers: { 'idempotency-key': 'the-same' } },
    })
    return ((await answer.json()) as { id: string }).id
  }
  const first = await raise()
  expect(await raise()).toBe(first)
  await db.execute(sql`update idempotency_keys set created_at = ${THEN}`)
  const second = await raise()
  expect(second).not.toBe(first)
  expect(await raise()).toBe(second)
})

test('a token that was used then is seen to be used now', async () => {
  const { id: userId } = await anAgent()
  await db.insert(apiTokens).values({ userId, name: 'T', tokenHash: 'x' })
  await db.execute(sql`update api_tokens set last_used_at = ${THEN}`)
  await tokenUser('x')
  const isNow = async () => {
    const [token] = await db.select({ at: apiTokens.lastUsedAt }).from(apiTokens)
    return token!.at!.getTime() < Date.now() + 60_000
  }
  for (let turn = 0; turn < 200 && !(await isNow()); turn++) await Bun.sleep(10)
  expect(await isNow()).toBe(true)
})

test('a link that was made then opens nothing, and a new one may be asked for', async () => {
  const { id: userId } = await anAgent()
  const expiresAt = sql`now() + interval '1 day'`
  const secret = await transaction((tx) => makeLink(tx, 'set_password', { userId, expiresAt }))
  const young = () =>
    transaction(async (tx) => (await countLinks(tx, userId, 'set_password', interval('1 minutes'))) > 0)
  expect([(await findLink('set_password', secret))?.userId, await young()]).toEqual([userId, true])
  await db.execute(sql`update links set created_at = ${THEN}`)
  expect(await young()).toBe(false)
  await db.execute(sql`update links set expires_at = ${THEN} + interval '1 day'`)
  expect(await findLink('set_password', secret)).toBeNull()
})

test('an upload link that was signed then takes nothing', () => {
  const id = crypto.randomUUID()
  const sign = (at: number) => uploadUrl(id, 'olivia', new Request('http://localhost/'), at)
  expect(checkUploadUrl(id, sign(Date.now()))).toBe('olivia')
  expect(() => checkUploadUrl(id, sign(Date.now() + TEN_YEARS))).toThrow('This upload link has expired')
})

test('a poll’s version of then is told anew', () => {
  expect(isStillFresh(timedVersion('v', Date.now() + 3_600_000), 'v')).toBe(true)
  expect(isStillFresh(timedVersion('v', Date.now() + TEN_YEARS), 'v')).toBe(false)
})

test('retention removes such marks', async () => {
  const { id: userId, email } = await anAgent()
  await signedInAs({ id: userId } as Parameters<typeof signedInAs>[0])
  await signInAs(email!, 'guessed')
  await transaction((tx) => rememberAddress(tx, userId, '192.0.2.1'))
  await db.execute(sql`delete from rate_limits`)
  await db.execute(sql`insert into rate_limits values ('a', 1, ${THEN})`)
  await db.execute(sql`insert into idempotency_keys (user_id, key_hash, request_hash, created_at)
    values (${userId}, 'a', 'b', ${THEN})`)
  await db.execute(sql`update sessions set expire = ${THEN}`)
  await db.execute(sql`update sign_in_failures set created_at = ${THEN}`)
  await db.execute(sql`update sign_in_addresses set last_used_at = ${THEN}`)
  const removed = Object.fromEntries((await applyRetention()).map(({ name, count }) => [name, count]))
  expect(removed).toMatchObject({
    ...{ 'idempotency keys': 1, 'rate limits': 1, sessions: 1, 'failed sign-ins': 1, 'sign-in addresses': 1 },
  })
})
