import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { rateLimits, users } from '#db/schema.ts'

// Twice the same: each finds no row of the other, and the sequence where a new installation has it.
for (const run of ['first', 'second']) {
  test(`a test starts with an empty database (${run})`, async () => {
    expect(await db.$count(users)).toBe(0)
    const [next] = await db.execute<{ value: string }>(sql`select nextval('job_refs') as value`)
    expect(Number(next?.value)).toBe(1)
    await db.insert(users).values({ email: 'ada@example.org' })
    expect(await db.$count(users)).toBe(1)
  })
}

// Each alone, as a test that writes nothing is followed by no emptying.
const WRITES = [
  ['a number that was taken', sql`select nextval('job_refs')`],
  ['a row of a table that PostgreSQL does not log', sql`insert into rate_limits values ('key', 1, now())`],
  ['a row', sql`insert into users (id, email) values (gen_random_uuid(), 'ada@example.org')`],
  ['nothing', sql`select 1`],
] as const
for (const [what, write] of WRITES)
  test(`nothing is left of the test before, whatever it wrote; this one writes ${what}`, async () => {
    expect([await db.$count(users), await db.$count(rateLimits)]).toEqual([0, 0])
    const [last] = await db.execute<{ isCalled: boolean }>(sql`select is_called as "isCalled" from job_refs`)
    expect(last).toEqual({ isCalled: false })
    await db.execute(write)
  })
