import { and, count, eq, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { jobs, quotes, users } from '#db/schema.ts'
import { after, type Cursor, PAGE_SIZE, type Part, partOf } from '#src/web/cursor.ts'
import { quotesMatching } from './list.ts'
import { readQuotes } from './queries.ts'
import type { QuoteStatus, QuoteTotals, QuoteValue, QuoteWithJob } from './quote.ts'

// A sum may be larger than any single amount can be, so it does not go through the column's own type.
const inPence = (of: typeof quotes.amount) => sql`coalesce(sum(${of}) * 100, 0)::bigint`.mapWith(Number)

const byStatus = db
  .select({ status: quotes.status, count: count(), value: inPence(quotes.amount) })
  .from(quotes)
  .groupBy(quotes.status)
  .prepare('quote_values')

/** How many quotes there are in each state, and what they come to. Old data's 'rejected' counts as declined. */
export async function quoteValues(): Promise<QuoteValue[]> {
  const rows = await byStatus.execute()
  const of = (status: QuoteStatus, alsoCalled = status): QuoteValue => {
    const found = rows.filter((row) => row.status === status || row.status === alsoCalled)
    return {
      status,
      count: found.reduce((sum, row) => sum + row.count, 0),
      value: found.reduce((sum, row) => sum + row.value, 0),
    }
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
