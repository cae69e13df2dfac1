import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { quotes } from '#db/schema.ts'
import { today } from '#src/domain/dates.ts'
import { hasExpired, QUOTE_STATUSES, WORK_STATUSES } from '#src/domain/quote/quote.ts'
import { isBillable } from '#src/domain/quote/state.ts'
import { approveQuote, declineQuote } from '#src/quotes/actions.ts'
import { notified } from '#tests/jobs/notified.ts'
import { aCast, aJob, statusOf } from '#tests/support/world.ts'

test.each([
  [null, '2026-07-01', false],
  ['2026-07-02', '2026-07-01', false],
  ['2026-07-01', '2026-07-01', false],
  ['2026-06-30', '2026-07-01', true],
  ['2025-12-31', '2026-01-01', true],
])('a quote valid until %p has on %s expired: %p', (validUntil, day, expired) => {
  expect(hasExpired(validUntil, day)).toBe(expired)
})

test('on its last day it can still be approved; after it only declined', async () => {
  const cast = await aCast()
  const [lastDay, expired] = [await aJob(cast, 'quote_pending'), await aJob(cast, 'quote_pending')]
  const set = (id: string, validUntil: string) => db.update(quotes).set({ validUntil }).where(eq(quotes.id, id))
  await set(lastDay.quotes[0]!.id, today())
  await set(expired.quotes[0]!.id, '2026-01-31')
  await approveQuote(cast.agent, lastDay.quotes[0]!.id)
  const before = await notified()
  await expect(approveQuote(cast.agent, expired.quotes[0]!.id)).rejects.toMatchObject({
    ...{ status: 409, message: 'This quote expired on 31/01/2026' },
  })
  expect(await statusOf(expired.id)).toBe('quote_pending')
  expect(await notified()).toEqual(before)
  await declineQuote(cast.agent, expired.quotes[0]!.id)
  expect(await statusOf(expired.id)).toBe('completed')
})

test('only an approved quote whose work is done is billed', () => {
  for (const status of QUOTE_STATUSES)
    for (const workStatus of WORK_STATUSES)
      expect(isBillable({ status, workStatus })).toBe(status === 'approved' && workStatus === 'completed')
})
