import { count, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { quotes } from '#db/schema.ts'
import type { QuoteStatus, QuoteValue } from './quote.ts'

const byStatus = db
  .select({
    status: quotes.status,
    count: count(),
    value: sql`(sum(${quotes.amount}) * 100)::bigint`.mapWith(Number),
  })
  .from(quotes)
  .groupBy(quotes.status)
  .prepare('quote_values')

/** How many quotes there are in each state, and what they come to. Old data's 'rejected' counts as declined. */
export async function quoteValues(): Promise<QuoteValue[]> {
  const rows = await byStatus.execute()
  const of = (...statuses: QuoteStatus[]) => {
    const found = rows.filter((row) => statuses.includes(row.status))
    return {
      count: found.reduce((sum, row) => sum + row.count, 0),
      value: found.reduce((sum, row) => sum + row.value, 0),
    }
  }
  return [
    { status: 'pending', ...of('pending') },
    { status: 'approved', ...of('approved') },
    { status: 'declined', ...of('declined', 'rejected') },
  ]
}
