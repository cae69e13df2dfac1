import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { users } from '#db/schema.ts'
import { inOneTransaction, transaction } from '#src/writes/transaction.ts'

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

describe('together', () => {
  const write = (email: string) => transaction((tx) => tx.insert(users).values({ email }))

  test('all transactions inside are one: nobody sees a part, and a failure takes all back', async () => {
    let seen = -1
    await inOneTransaction(async () => {
      await write('ada@example.org')
      await write('carl@example.org')
      seen = await db.$count(users)
    })
    expect([seen, await db.$count(users)]).toEqual([0, 2])
    const failed = inOneTransaction(async () => {
      await write('olivia@example.org')
      throw new RangeError('ours')
    })
    await expect(failed).rejects.toThrow(RangeError)
    expect(await db.$count(users)).toBe(2)
  })

  test('is tried again as a whole when PostgreSQL undid it', async () => {
    let attempts = 0
    await inOneTransaction(async (tx) => {
      await write('ada@example.org')
      if (++attempts < 3) await transaction((inner) => inner.execute(failing('40P01')))
      expect(await tx.$count(users)).toBe(1)
    })
    expect([attempts, await db.$count(users)]).toEqual([3, 1])
  })

  test('is nobody else’s: what runs beside it, or after it, has transactions of its own', async () => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    let straggler: Promise<unknown> = Promise.resolve()
    const failed = inOneTransaction(async () => {
      await write('ada@example.org')
      straggler = ended.then(() => write('later@example.org'))
      throw new RangeError('ours')
    })
    const [outcome] = await Promise.allSettled([failed, write('beside@example.org')])
    expect(outcome).toMatchObject({ status: 'rejected', reason: new RangeError('ours') })
    end()
    await straggler
    const emails = (await db.select({ email: users.email }).from(users)).map(({ email }) => email)
    expect(emails.sort()).toEqual(['beside@example.org', 'later@example.org'])
  })
})
