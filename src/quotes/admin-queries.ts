import { sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { quotes } from '#db/schema.ts'
import { readTallies } from '#db/tallies.ts'
import type { Actor } from '#src/accounts/account.ts'
import { MOST_COUNTED } from '#src/jobs/job.ts'
import { after, type Cursor, PAGE_SIZE, type Part, partOf } from '#src/web/cursor.ts'
import { readQuotes } from './queries.ts'
import type { QuoteStatus, QuoteTotals, QuoteValue } from './quote.ts'
import type { QuoteWithJob } from './quote-with-job.ts'
import { found, newestFound } from './search.ts'

/** How many quotes there are in each state, and what they come to. Old data's 'rejected' counts as declined. */
export async function quoteValues(): Promise<QuoteValue[]> {
  const tally = await readTallies()
  const of = (status: QuoteStatus, alsoCalled = status): QuoteValue => {
    const { count, pence } = tally('quotes', { status: [status, alsoCalled] })
    return { status, count, value: pence }
  }
  return [of('pending'), of('approved'), of('declined', 'rejected')]
}

/** How many quotes there are and what they come to, whatever their state. */
export async function quoteTotals(): Promise<QuoteTotals> {
  const values = await quoteValues()
  return {
    count: values.reduce((sum, one) => sum + one.count, 0),
    value: values.reduce((sum, one) => sum + one.value, 0),
    pending: values.find(({ status }) => status === 'pending')?.count ?? 0,
  }
}

/** The quotes that a search finds after a cursor, newest first. */
export async function adminQuotes(user: Actor, search: string, cursor: Cursor | null): Promise<Part<QuoteWithJob>> {
  const limit = PAGE_SIZE + 1
  const narrowed = after(cursor, quotes.createdAt, quotes.id)
  const where = search ? newestFound(search, narrowed, limit) : narrowed
  return partOf(await readQuotes(user, { where, limit }), (quote) => quote.createdAt)
}

/** How many quotes a search finds; counts no further than one beyond MOST_COUNTED. */
export async function matchingQuotes(search: string): Promise<number> {
  if (!search) return (await readTallies())('quotes').count
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${found(search, MOST_COUNTED + 1)}) found`,
  )
  return Math.min(row?.count ?? 0, MOST_COUNTED + 1)
}
