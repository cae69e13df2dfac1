import { expect, test } from 'bun:test'
import { eq, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { matchesOf } from '#db/query/first-matches.ts'
import { jobs } from '#db/schema.ts'
import { aCast, aJob } from '#tests/support/world.ts'

const rows = sql`select ${jobs.id}, ${jobs.createdAt} as at from ${jobs} where true`
const all = { column: jobs.createdAt, among: rows, matches: sql`true`, indexed: rows }

test('a page is read anew when a row of it goes between its ids and its rows', async () => {
  const cast = await aCast()
  const made = [await aJob(cast), await aJob(cast), await aJob(cast)].map(({ id }) => id)
  let times = 0
  const read = async (where: SQL) => {
    times++
    if (times === 1) await db.delete(jobs).where(eq(jobs.id, made[2]!))
    return db.select({ id: jobs.id }).from(jobs).where(where)
  }
  const found = await matchesOf(jobs.id, () => all).first(read, { remaining: undefined, limit: 2 })
  expect(found.map(({ id }) => id).sort()).toEqual(made.slice(0, 2).sort())
  expect(times).toBe(2)
})

test('what goes again and again is read three times and no more', async () => {
  const cast = await aCast()
  await aJob(cast)
  let times = 0
  const read = async () => {
    times++
    return []
  }
  expect(await matchesOf(jobs.id, () => all).first(read, { remaining: undefined, limit: 2 })).toEqual([])
  expect(times).toBe(3)
})
