import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { users } from '#db/schema.ts'

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
