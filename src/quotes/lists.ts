import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { is, isOneOf } from '#db/conditions.ts'
import { jobs, quotes } from '#db/schema.ts'
import { readTallies } from '#db/tallies.ts'
import type { Actor } from '#src/accounts/account.ts'
import { findMended } from '#src/jobs/dictionary.ts'
import { stats } from '#src/jobs/queries.ts'
import { jobSearch } from '#src/jobs/search.ts'
import { searchBeside } from '#src/jobs/search-beside.ts'
import { after, cursorOf } from '#src/web/cursor.ts'
import { type Listing, readMended, searchListing } from '#src/web/listing.ts'
import { momentIn, oneOf, type Query, queryText, someOf, withQuery } from '#src/web/query.ts'
import {
  countQuotes,
  doneBy,
  listQuotes,
  pendingWhere,
  type QuoteRange,
  type QuoteWithJob,
  quotesVisibleTo,
  quoteWorkToInvoiceWhere,
  readQuotes,
} from './queries.ts'
import { QUOTE_FILTERS, QUOTE_STATUSES, type Quote, type QuoteStatus } from './quote.ts'
import type { ListedQuote } from './quote-with-job.ts'
import { quoteIsFound } from './search.ts'
import { sideBySide } from './side-by-side.ts'

type Filter = { search?: string; statuses?: readonly QuoteStatus[]; updatedSince?: Date }

export const quoteFilterOf = (query: Query): Filter => ({
  search: queryText(query.search),
  statuses: someOf('status', QUOTE_STATUSES, query.status),
  updatedSince: momentIn('updatedSince', query.updatedSince),
})

const withRejected = (statuses: readonly QuoteStatus[]): QuoteStatus[] => [
  ...new Set(statuses.flatMap((one) => (one === 'declined' ? [one, 'rejected' as const] : [one]))),
]

const narrowedTo = ({ statuses, updatedSince }: Filter): SQL | undefined =>
  and(
    statuses && isOneOf(quotes.status, withRejected(statuses)),
    updatedSince && sql`${quotes.updatedAt} >= ${updatedSince.toISOString()}::timestamptz`,
  )

type ReadQuotes<Of> = (reader: Actor, range: QuoteRange) => Promise<Of[]>
type Listed = Pick<Quote, 'id' | 'createdAt'>

/** The caller has narrowed `where` to the reader. */
function quoteListing<Of extends Listed>(
  reader: Actor,
  readQuotes: ReadQuotes<Of>,
  where: SQL | undefined,
  { search = '', by }: { search?: string; by?: SQL } = {},
): Listing<Of> {
  const found = async () => and(where, search ? quoteIsFound(await jobSearch(search), by) : undefined)
  return {
    read: async (cursor, limit) =>
      readQuotes(reader, { where: and(await found(), after(cursor, quotes.createdAt, quotes.id)), limit, by }),
    at: (quote) => quote.createdAt,
    count: async (most) => countQuotes(await found(), most, by),
  }
}

function foundQuotes<Of extends Listed>(
  reader: Actor,
  readQuotes: ReadQuotes<Of>,
  search: string,
  narrowed: SQL | undefined,
): Listing<Of> {
  const found = searchBeside(search, { ...quotes, at: quotes.createdAt }, narrowed)
  const read: Listing<Of>['read'] = async (cursor, limit) =>
    readQuotes(reader, { where: await found.first(after(cursor, quotes.createdAt, quotes.id), limit), limit })
  return searchListing(quoteListing(reader, readQuotes, narrowed, { search }), read, found.count)
}

/** With one typing error mended where nothing is found: for pages, which say so. */
export function quotesOrMended(user: Actor, filter: Filter): Listing<ListedQuote> {
  const { search } = filter
  const list = ownListed(user, filter)
  if (!search) return list
  const instead = () =>
    findMended(search, async (other) => {
      const found = ownListed(user, { ...filter, search: other })
      return (await found.read(null, 1)).length ? found : null
    })
  return { ...list, instead }
}

const ownQuotesBy =
  <Of extends Listed>(read: ReadQuotes<Of>) =>
  (user: Actor, filter: Filter): Listing<Of> => {
    const { search, statuses, updatedSince } = filter
    const narrowed = narrowedTo(filter)
    // A person's own quotes are few enough to walk through; foundQuotes would take seconds for them.
    if (user.role !== 'admin') return quoteListing(user, read, and(quotesVisibleTo(user), narrowed), { search })
    if (search) return foundQuotes(user, read, search, narrowed)
    const list = quoteListing(user, read, narrowed)
    if (updatedSince) return list
    const count = async () => (await readTallies())('quotes', { status: statuses && withRejected(statuses) }).count
    return { ...list, count }
  }

/** With whole jobs for the API and CSV, and what screens show of them. */
export const ownQuotes = ownQuotesBy(readQuotes)
const ownListed = ownQuotesBy(listQuotes)

export function pendingQuotes(user: Actor, search = ''): Listing<QuoteWithJob> {
  return ownQuotes(user, { search, statuses: ['pending'] })
}

/** Those that wait for the agent's decision, the longest wait first. */
export const longestPending = (agent: Actor, limit: number): Promise<ListedQuote[]> =>
  listQuotes(agent, {
    where: and(pendingWhere(agent), is(jobs.status, 'quote_pending')),
    limit,
    order: [sql`coalesce(${jobs.waitingSince}, ${quotes.createdAt})`, asc(quotes.id)],
  })

export const quotesMadeBy = (user: Actor): Listing<ListedQuote> =>
  quoteListing(user, listQuotes, and(quotesVisibleTo(user), eq(quotes.contractorId, user.id)))

const toInvoiceBy =
  <Of extends Listed>(read: ReadQuotes<Of>) =>
  (reader: Actor, search = ''): Listing<Of> =>
    quoteListing(reader, read, quoteWorkToInvoiceWhere(), { search, by: doneBy })

export const quoteWorkToInvoice = toInvoiceBy(readQuotes)
export const quoteWorkListed = toInvoiceBy(listQuotes)

export async function quoteListOf(user: Actor, query: Query) {
  const search = queryText(query.search)
  const status = oneOf('status', QUOTE_FILTERS, query.status)
  const list = quotesOrMended(user, { search, statuses: status && [status] })
  const [{ items, next, instead }, figures] = await Promise.all([readMended(list, cursorOf(query)), stats(user)])
  const nextHref = next && withQuery('/quotes', { search: instead ?? search, status, cursor: next })
  const href = withQuery('/quotes', { search, status })
  const quotes = await sideBySide(user, items)
  return { quotes, pendingCount: figures.pendingQuotes, search, status, instead, href, nextHref }
}
