import { expect, test } from 'bun:test'
import { and, asc, eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { quoteSql } from '#db/query/predicates.ts'
import { quoteDecidedAt } from '#db/query/quote-decided-at.ts'
import { quotes, settings } from '#db/schema.ts'
import { approveQuote, declineQuote } from '#src/quotes/actions.ts'
import { quoteDecisionBackfill } from '#src/quotes/backfill.ts'
import { withdrawQuote } from '#src/quotes/changes.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { dayIn } from '#tests/support/times.ts'
import { aJob, complete, withQuote } from '#tests/support/world.ts'

const cast = castOfEachTest()
const DAY = 24 * 3600 * 1000

const inOrder = [asc(quotes.createdAt), asc(quotes.id)]
const noted = () =>
  db
    .select({ id: quotes.id, at: quotes.firstDecidedAt })
    .from(quotes)
    .orderBy(...inOrder)

const toldByTimeline = async () => {
  await db.update(quotes).set({ firstDecidedAt: null })
  const at = sql<Date | null>`${quoteDecidedAt}`.mapWith(quotes.firstDecidedAt)
  return db
    .select({ id: quotes.id, at })
    .from(quotes)
    .orderBy(...inOrder)
}

/** Approved, declined, asked for anew and then approved, and not decided. */
async function decidedQuotes() {
  const [approved, declined, again] = [
    await aJob(cast, 'quote_pending'),
    await aJob(cast, 'quote_pending'),
    await aJob(cast, 'quote_pending'),
  ]
  await aJob(cast, 'quote_pending')
  await approveQuote(cast.agent, approved.quotes[0]!.id)
  await declineQuote(cast.agent, declined.quotes[0]!.id)
  await declineQuote(cast.agent, again.quotes[0]!.id, { askAgain: true, reason: 'Too much' })
  await complete(cast.contractor, again.id, withQuote())
  const [second] = await db
    .select({ id: quotes.id })
    .from(quotes)
    .where(and(eq(quotes.jobId, again.id), quoteSql.isPending()))
  await approveQuote(cast.agent, second!.id)
}

test('when a quote was decided is noted as it happens, as the timeline tells it', async () => {
  await decidedQuotes()
  const rows = await noted()
  expect(rows.map(({ at }) => at !== null)).toEqual([true, true, true, false, true])
  expect(rows).toEqual(await toldByTimeline())
})

test('when quotes were decided that an earlier version decided is filled in, once', async () => {
  await decidedQuotes()
  const rows = await noted()
  await db.update(quotes).set({ firstDecidedAt: null })
  await db.delete(settings).where(eq(settings.name, 'quote_decisions_filled'))
  expect(await quoteDecisionBackfill()()).toBe(DAY)
  expect(await noted()).toEqual(rows)
})

test('a quote that was withdrawn was not decided, whatever was said of the next', async () => {
  const job = await aJob(cast, 'quote_pending')
  const withdrawn = job.quotes[0]!.id
  await withdrawQuote(cast.contractor, withdrawn, 'Measured wrong')
  await complete(cast.contractor, job.id, withQuote())
  const [next] = await db.select({ id: quotes.id }).from(quotes).where(quoteSql.isPending())
  await approveQuote(cast.agent, next!.id)
  const admin = await signedInAs(cast.admin)
  const json = async (path: string) => (await admin.get(path)).json()
  for (const isNoted of [true, false]) {
    if (!isNoted) await db.update(quotes).set({ firstDecidedAt: null })
    const listed: { id: string }[] = await json('/api/quotes?decided=yes')
    expect(listed.map(({ id }) => id)).toEqual([next!.id])
  }
  const { quotes: counted } = await json(`/api/figures?from=${dayIn(-1)}&to=${dayIn(0)}`)
  expect([counted.withdrawn, counted.decided.count]).toEqual([1, 1])
})
