import { expect, spyOn, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { queuedWork } from '#db/schema.ts'
import { aWorker, handlers, queue, until } from '#tests/queue/working.ts'

test('database connections that die again and again lose nothing and double nothing', async () => {
  const quiet = spyOn(console, 'error').mockImplementation(() => {})
  const subjects = Array.from({ length: 60 }, () => Bun.randomUUIDv7())
  await db.insert(queuedWork).values(subjects.map((subject) => ({ kind: 'email' as const, subject })))
  const done: string[] = []
  const work = async (subject: string) => {
    await Bun.sleep(5)
    done.push(subject)
  }
  // A claim whose answer was lost is nobody's until its lease ends; what is in hand is done before, however busy the machine.
  aWorker(handlers({ email: { work } }), { lease: 3000, work: 2500, longestPause: 30 })
  const kill = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and application_name = 'fettle'`
  for (let round = 0; round < 8; round++) {
    await Bun.sleep(20)
    await db.execute(kill).catch(() => {})
  }
  await until(async () => (await queue().catch(() => ['?'])).length === 0, 'An empty queue')
  expect(done.toSorted()).toEqual(subjects)
  quiet.mockRestore()
})
