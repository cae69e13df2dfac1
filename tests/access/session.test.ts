import { describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { sessions, users } from '#db/schema.ts'
import { closeSession, endSession } from '#src/access/session.ts'
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

  test('ends thirty days after it was opened, however much it is used; using it writes nothing', async () => {
    const client = await signedInAs(await anAgent())
    const rows = () => db.execute(sql`select xmin::text, expire from sessions`)
    for (const days of [30, 28.9, 15, 0.01]) {
      await db.update(sessions).set({ expire: new Date(Date.now() + days * DAY) })
      const before = await rows()
      expect(await isIn(client)).toBe(true)
      expect(await rows()).toEqual(before)
    }
  })

  test('of an older kind, which was moved on when it was used, was given its end by the migration', async () => {
    const { id: userId } = await anAgent()
    const [old, young] = [new Date(Date.now() - 20 * DAY), new Date(Date.now() - 2 * DAY)]
    const row = (sid: string, opened: Date, days: number) => ({
      ...{ sid, userId, sess: { createdAt: opened.toISOString(), userAgent: null } },
      expire: new Date(Date.now() + days * DAY),
    })
    await db.insert(sessions).values([row('moved', old, 30), row('young', young, 28), row('short', old, 1)])
    const [migration] = [...new Bun.Glob('db/migrations/*_access.sql').scanSync()]
    const [update] = (await Bun.file(migration!).text()).split('--> statement-breakpoint')
    await db.execute(sql.raw(update!))
    const left = Object.fromEntries(
      (await db.select().from(sessions)).map(({ sid, expire }) => [
        sid,
        Math.round((expire.getTime() - Date.now()) / DAY),
      ]),
    )
    expect(left).toEqual({ moved: 10, young: 28, short: 1 })
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
