import { and, eq, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { isOneOf } from '#db/conditions.ts'
import { jobs, quotes, users } from '#db/schema.ts'
import { readTallies } from '#db/tallies.ts'
import type { Actor } from '#src/accounts/account.ts'
import { MOST_COUNTED } from '#src/jobs/job.ts'
import { after } from '#src/web/cursor.ts'
import type { Listing } from '#src/web/listing.ts'
import { type Query, queryText, someOf } from '#src/web/query.ts'
import { allQuotes, quotesVisibleTo, readQuotes } from './queries.ts'
import { QUOTE_STATUSES, type QuoteStatus } from './quote.ts'
import type { QuoteWithJob } from './quote-with-job.ts'
import { newestFound, quoteContains } from './search.ts'

type Filter = { search: string; statuses?: readonly QuoteStatus[] }

/** `search` and `status` of a request, as a filter. Old data's 'rejected' is declined too. Throws WrongQuery. */
export function quoteFilterOf(query: Query): Filter {
  const statuses = someOf('status', QUOTE_STATUSES, query.status)
  return {
    search: queryText(query.search),
    statuses: statuses?.includes('declined') ? [...statuses, 'rejected'] : statuses,
  }
}

const inStatuses = (statuses: Filter['statuses']): SQL | undefined =>
  statuses && isOneOf(quotes.status, [...new Set(statuses)])

/** A filter as a condition on `quotes`, `jobs` and their contractors (`users`). */
export const quotesFiltered = ({ search, statuses }: Filter): SQL | undefined =>
  and(inStatuses(statuses), search ? quoteContains(search) : undefined)

/** The quotes that `where` selects, narrowed by a filter. Whoever calls it has narrowed `where` to the reader. */
export function quoteListing(reader: Actor, where: SQL | undefined, filter: Filter): Listing<QuoteWithJob> {
  const { search, statuses } = filter
  const narrowed = and(where, inStatuses(statuses))
  const matching = and(where, quotesFiltered(filter))
  const found = (limit: number, more?: SQL) =>
    readQuotes(reader, { where: search ? newestFound(search, and(narrowed, more), limit) : and(narrowed, more), limit })
  return {
    read: (cursor, limit) => found(limit, after(cursor, quotes.createdAt, quotes.id)),
    async *whole() {
      // What is rare is found by the search's indexes at once; what is common by walking through the quotes.
      if (search && (await countQuotes(matching, MOST_COUNTED + 1)) <= MOST_COUNTED) yield await found(MOST_COUNTED)
      else yield* allQuotes(reader, matching)
    },
    at: (quote) => quote.createdAt,
    count: () => countQuotes(matching),
  }
}

/** All the quotes that a user may read, narrowed by a filter. */
export function ownQuoteListing(user: Actor, filter: Filter): Listing<QuoteWithJob> {
  const list = quoteListing(user, quotesVisibleTo(user), filter)
  if (user.role !== 'admin' || filter.search) return list
  // Of all quotes there are the sums are kept.
  return { ...list, count: async () => (await readTallies())('quotes', { status: filter.statuses }).count }
}

/** How many quotes a condition on `quotes`, `jobs` and their contractors (`users`) selects, or `most` if there are more. */
async function countQuotes(where: SQL | undefined, most?: number): Promise<number> {
  const query = db
    .select({ id: quotes.id })
    .from(quotes)
    .innerJoin(jobs, eq(jobs.id, quotes.jobId))
    .leftJoin(users, eq(users.id, quotes.contractorId))
    .where(where)
    .$dynamic()
  const some = (most === undefined ? query : query.limit(most)).as('some')
  const [row] = await db.select({ count: sql`count(*)`.mapWith(Number) }).from(some)
  return row?.count ?? 0
}
