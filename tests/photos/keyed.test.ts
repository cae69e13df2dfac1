import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { idempotencyKeys, uploadedObjects } from '#db/schema.ts'
import { seal } from '#src/access/seal.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { removeOrphans } from '#src/photos/removal.ts'
import { aToken, bearer, type Client, signedInAs, stranger } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aJob, completion } from '#tests/support/world.ts'
import { jpeg } from './pictures.ts'
import { bodyOf, idOf, put, upload } from './uploads.ts'

// A photo asked for under a key is the same one whenever it is asked for again.

const cast = castOfEachTest()
const carl = signedInOfEachTest(cast, 'contractor')
afterEach(() => {
  setSystemTime()
})

type Kept = typeof idempotencyKeys.$inferSelect
type Asked = { uploadURL: string; path: string; uploaded: boolean }
const ask = (client: Client, key = 'photo-1', headers: Record<string, string> = {}) =>
  client.send('/api/objects/upload', { method: 'POST', headers: { 'idempotency-key': key, ...headers } })
const asked = async (client: Client, key?: string) => (await (await ask(client, key)).json()) as Asked
const send = async (url: string) => put(url, bodyOf(await jpeg()))
const age = (interval: string) =>
  db.execute(sql`update uploaded_objects set created_at = created_at - ${interval}::interval,
    claimed_at = claimed_at - ${interval}::interval`)
const ageKeys = (interval: string) =>
  db.execute(sql`update idempotency_keys set created_at = created_at - ${interval}::interval`)
const MINUTE = 60_000

describe('under the same key', () => {
  test('ten at once get one photo, and its path goes on', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => asked(carl)))
    expect(new Set(all.map(({ path }) => path)).size).toBe(1)
    expect(await db.$count(uploadedObjects)).toBe(1)
    expect((await asked(carl, 'photo-2')).path).not.toBe(all[0]!.path)
  })

  test('an address that has ended is a new one of the same photo', async () => {
    const first = await asked(carl)
    setSystemTime(new Date(Date.now() + 20 * MINUTE))
    expect((await send(first.uploadURL)).status).toBe(403)
    const again = await asked(carl)
    expect(again).toMatchObject({ path: first.path, uploaded: false })
    expect(again.uploadURL).not.toBe(first.uploadURL)
    expect((await send(again.uploadURL)).status).toBe(200)
  })

  test('an address is for who asks now: another session, or a token', async () => {
    const first = await asked(carl)
    await carl.get('/api/logout')
    expect((await send(first.uploadURL)).status).toBe(403)
    const again = await asked(await signedInAs(cast.contractor))
    const { token } = await aToken(cast.contractor)
    const byToken = (await (await ask(stranger, 'photo-1', bearer(token))).json()) as Asked
    expect([again.path, byToken.path]).toEqual([first.path, first.path])
    expect((await send(byToken.uploadURL)).status).toBe(200)
    const late = await send(again.uploadURL)
    expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([409, 'already_uploaded'])
  })

  test('what has arrived is said to have: its answer lost, its link over, on a visit by now', async () => {
    const { uploadURL, path } = await asked(carl)
    await send(uploadURL)
    expect(await asked(carl)).toMatchObject({ path, uploaded: true })
    setSystemTime(new Date(Date.now() + 20 * MINUTE))
    expect(await asked(carl)).toMatchObject({ path, uploaded: true })
    const { id } = await aJob(cast, 'in_progress')
    expect((await carl.post(`/api/jobs/${id}/complete`, completion({ images: [path] }))).status).toBe(200)
    const answer = await ask(carl)
    expect(answer.headers.get('idempotency-replayed')).toBe('true')
    expect(await answer.json()).toMatchObject({ path, uploaded: true })
  })

  test('the visit gets the same body after 29 days as before', async () => {
    const { uploadURL, path } = await asked(carl)
    await send(uploadURL)
    await age('29 days')
    await ageKeys('29 days')
    await removeOrphans()
    expect(await asked(carl)).toMatchObject({ path, uploaded: true })
    const { id } = await aJob(cast, 'in_progress')
    expect((await carl.post(`/api/jobs/${id}/complete`, completion({ images: [path] }))).status).toBe(200)
  })

  test('it is another photo after 31 days, and the first is removed', async () => {
    const { uploadURL, path } = await asked(carl)
    await send(uploadURL)
    await age('31 days')
    await ageKeys('31 days')
    await removeOrphans()
    expect(await rowsOf(path)).toEqual(['removing'])
    expect((await asked(carl)).path).not.toBe(path)
  })

  test('a photo that was removed is 410', async () => {
    const { path } = await asked(carl)
    await db.delete(uploadedObjects).where(eq(uploadedObjects.id, idOf(path)))
    const answer = await ask(carl)
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([410, 'photo_gone'])
  })

  test('somebody else has another photo', async () => {
    const other = async (user: Actor) => (await asked(await signedInAs(user))).path
    expect(await other(cast.agent)).not.toBe((await asked(carl)).path)
  })

  test('what the version before kept is the same photo', async () => {
    const { path, uploadURL } = await asked(carl)
    const [{ userId, keyHash, requestHash }] = (await db.select().from(idempotencyKeys)) as [Kept]
    const body = seal(JSON.stringify({ uploadURL }), 'photo-1', `${userId} ${keyHash} ${requestHash}`)
    await db.update(idempotencyKeys).set({ body })
    expect(await asked(carl)).toEqual({ uploadURL, path, uploaded: false })
  })
})

test('a photo without a key goes after a day, one with a key stays', async () => {
  const plain = await upload(cast.contractor)
  const { path, uploadURL } = await asked(carl)
  await send(uploadURL)
  await age('25 hours')
  await removeOrphans()
  expect([await rowsOf(plain), await rowsOf(path)]).toEqual([['removing'], ['stored']])
})

const rowsOf = async (path: string) =>
  (
    await db
      .select()
      .from(uploadedObjects)
      .where(eq(uploadedObjects.id, idOf(path)))
  ).map(({ state }) => state)
