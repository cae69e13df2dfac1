import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { users } from '#db/schema.ts'
import { transaction } from '#src/web/transaction.ts'

/** Fails in PostgreSQL itself with this state. */
const failing = (state: string) =>
  sql.raw(`do $$ begin raise exception 'made to fail' using errcode = '${state}'; end $$`)

describe('a transaction', () => {
  test.each(['40P01', '40001'])('that PostgreSQL undid with %s is tried again, and leaves one trace', async (state) => {
    let attempts = 0
    await transaction(async (tx) => {
      await tx.insert(users).values({ email: 'ada@example.org' })
      if (++attempts < 3) await tx.execute(failing(state))
    })
    expect(attempts).toBe(3)
    expect(await db.$count(users)).toBe(1)
  })

  test('gives up after four attempts', async () => {
    let attempts = 0
    const hopeless = transaction(async (tx) => {
      attempts++
      await tx.execute(failing('40P01'))
    })
    await expect(hopeless).rejects.toMatchObject({ cause: { errno: '40P01' } })
    expect(attempts).toBe(4)
  })

  test.each(['23505', 'P0001'])('is not tried again after %s, nor after an error of ours', async (state) => {
    let attempts = 0
    const failed = transaction(async (tx) => {
      attempts++
      await tx.insert(users).values({ email: 'ada@example.org' })
      await tx.execute(failing(state))
    })
    await expect(failed).rejects.toThrow()
    await expect(transaction(() => Promise.reject(new RangeError('ours')))).rejects.toThrow(RangeError)
    expect(attempts).toBe(1)
    expect(await db.$count(users)).toBe(0)
  })
})
