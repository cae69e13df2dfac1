import { describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { sessions, users } from '#db/schema.ts'
import { endSession } from '#src/accounts/api.ts'
import { closeSession } from '#src/accounts/sessions.ts'
import { type Client, signedInAs } from '#tests/support/app.ts'
import { aCast, aJob, anAgent } from '#tests/support/world.ts'

const isIn = async (client: Client) => (await client.get('/api/auth/user')).status === 200
const DAY = 24 * 60 * 60 * 1000

describe('a session', () => {
  test('ends when its time is over', async () => {
    const client = await signedInAs(await anAgent())
    expect(await isIn(client)).toBe(true)
    await db.update(sessions).set({ expire: sql`now() - interval '1 second'` })
    expect(await isIn(client)).toBe(false)
  })

  test('ends with signing out, and no other does', async () => {
    const user = await anAgent()
    const [here, there] = [await signedInAs(user), await signedInAs(user)]
    const line = await endSession(
      new Request('http://localhost/', { headers: { cookie: `a=b; session=${here.cookie}` } }),
    )
    expect(line).toMatch(/^session=; .*Max-Age=0/)
    expect([await isIn(here), await isIn(there)]).toEqual([false, true])
    await closeSession('unknown')
    expect(await isIn(there)).toBe(true)
  })

  test('ends with the account', async () => {
    const user = await anAgent()
    const client = await signedInAs(user)
    await db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, user.id))
    expect(await isIn(client)).toBe(false)
  })

  test('is moved on when it is used, at most once a day', async () => {
    const client = await signedInAs(await anAgent())
    const set = (days: number) => db.update(sessions).set({ expire: new Date(Date.now() + days * DAY) })
    const left = async () => ((await db.select().from(sessions))[0]!.expire.getTime() - Date.now()) / DAY
    await set(29.5)
    await isIn(client)
    expect(await left()).toBeWithin(29.4, 29.6)
    await set(28.9)
    await isIn(client)
    expect(await left()).toBeWithin(29.9, 30.1)
  })
})

test('reading writes nothing', async () => {
  const cast = await aCast()
  const job = await aJob(cast, 'quote_pending')
  const clients = await Promise.all([cast.agent, cast.contractor, cast.admin].map(signedInAs))
  const paths = [
    '/api/jobs',
    '/api/jobs/recent',
    '/api/jobs/completed',
    '/api/stats',
    '/api/quotes',
    '/api/quotes/pending',
  ]
  const rows = async () => {
    const tables = ['sessions', 'users', 'jobs', 'quotes', 'job_visits', 'job_events'].map(
      (table) => sql`(select string_agg(t.xmin::text || t.ctid::text, ' ' order by t.ctid) from ${sql.raw(table)} t)`,
    )
    return db.execute(sql`select ${sql.join(tables, sql` || ' ' || `)} as versions`)
  }
  const before = await rows()
  for (const client of clients)
    for (const path of [...paths, `/api/jobs/${job.id}`, `/api/jobs/${job.id}/events`])
      expect((await client.get(path)).status).toBe(200)
  expect(await rows()).toEqual(before)
})
