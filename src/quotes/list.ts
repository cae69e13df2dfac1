import { and, type SQL } from 'drizzle-orm'
import { isOneOf } from '#db/conditions.ts'
import { quotes } from '#db/schema.ts'
import type { Actor } from '#src/accounts/account.ts'
import { stats } from '#src/jobs/queries.ts'
import { after, PAGE_SIZE, partOf, readCursor } from '#src/web/cursor.ts'
import { oneOf, type Query, queryText, withQuery } from '#src/web/query.ts'
import { quotesVisibleTo, readQuotes } from './queries.ts'
import { QUOTE_FILTERS, type QuoteFilter, type QuoteStatus } from './quote.ts'
import { quoteContains } from './search.ts'

/** The statuses that a filter stands for: old data may say rejected for declined. */
const FILTERED: Record<QuoteFilter, QuoteStatus[]> = {
  pending: ['pending'],
  approved: ['approved'],
  declined: ['declined', 'rejected'],
}

/** Quotes whose property, job reference or contractor's name contains what was typed, in one of these states. */
export function quotesMatching(search: string, status: QuoteFilter | undefined): SQL | undefined {
  return and(search ? quoteContains(search) : undefined, status ? isOneOf(quotes.status, FILTERED[status]) : undefined)
}

/** What the list of Quote Approvals shows, and how many quotes are pending in all. */
export async function quoteListOf(user: Actor, query: Query) {
  const search = queryText(query.search)
  const status = oneOf('status', QUOTE_FILTERS, query.status)
  const cursor = after(readCursor(queryText(query.cursor)), quotes.createdAt, quotes.id)
  const where = and(quotesVisibleTo(user), quotesMatching(search, status), cursor)
  const [rows, { pendingQuotes }] = await Promise.all([readQuotes(user, { where, limit: PAGE_SIZE + 1 }), stats(user)])
  const { items, next } = partOf(rows, (quote) => quote.createdAt)
  const nextHref = next && withQuery('/quotes', { search, status, cursor: next })
  const href = withQuery('/quotes', { search, status })
  return { quotes: items, pendingCount: pendingQuotes, search, status, href, nextHref }
}
