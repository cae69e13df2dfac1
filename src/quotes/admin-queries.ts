import { and, count, eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { jobs, quotes, users } from '#db/schema.ts'
import { readTallies } from '#db/tallies.ts'
import { after, type Cursor, PAGE_SIZE, type Part, partOf } from '#src/web/cursor.ts'
import { quotesMatching } from './list.ts'
import { readQuotes } from './queries.ts'
import type { QuoteStatus, QuoteTotals, QuoteValue, QuoteWithJob } from './quote.ts'

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
  }
}

/** The quotes that a search finds after a cursor, newest first. */
export async function adminQuotes(search: string, cursor: Cursor | null): Promise<Part<QuoteWithJob>> {
  const where = and(quotesMatching(search, undefined), after(cursor, quotes.createdAt, quotes.id))
  return partOf(await readQuotes({ where, limit: PAGE_SIZE + 1 }), (quote) => quote.createdAt)
}

/** How many quotes a search finds. */
export async function matchingQuotes(search: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(quotes)
    .innerJoin(jobs, eq(jobs.id, quotes.jobId))
    .leftJoin(users, eq(users.id, quotes.contractorId))
    .where(quotesMatching(search, undefined))
  return row?.count ?? 0
}
