import { and, type SQL, sql } from 'drizzle-orm'
import { at, isOneOf, isSelected } from '#db/query/conditions.ts'
import { lazy } from '#db/query/lazy.ts'
import { quoteSql } from '#db/query/predicates.ts'
import { readTallies } from '#db/query/tallies.ts'
import { quotes } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { endOfDay, londonTime } from '#src/domain/dates.ts'
import { QUOTE_FILTERS, QUOTE_STATUSES, type Quote, type QuoteStatus } from '#src/domain/quote/quote.ts'
import type { ListedQuote, QuoteWithJob } from '#src/domain/quote/quote-with-job.ts'
import { DECLINED_QUOTES, isDeclined, PENDING_QUOTES } from '#src/domain/quote/state.ts'
import { after, cursorOf } from '#src/http/cursor.ts'
import { isManyToCount, type Listing, readCorrected, searchListing } from '#src/http/list/listing.ts'
import { searched } from '#src/http/list/searched.ts'
import { momentIn, type Query, queryText, someOf, withQuery } from '#src/http/query.ts'
import { stats } from '#src/jobs/queries.ts'
import { DAY, field } from '#src/jobs/search/filters.ts'
import { isFound, jobSearch, lookedThrough } from '#src/jobs/search/search.ts'
import { searchBeside } from '#src/jobs/search/search-beside.ts'
import { countQuotes, doneBy, listQuotes, type QuoteRange, readQuotes } from './queries.ts'
import { fromQuotes, isMadeBy, newestOf, quoteSharesOf, quotesVisibleTo } from './readable.ts'
import { sideBySide } from './side-by-side.ts'

type Filter = { search?: string; statuses?: readonly QuoteStatus[]; updatedSince?: Date; from?: string; to?: string }

export const MADE = {
  from: field('Made from', DAY, (day) => sql`${quotes.createdAt} >= ${at(londonTime(day, '00:00'))}`),
  to: field('Made to', DAY, (day) => sql`${quotes.createdAt} <= ${at(endOfDay(day))}`),
}

export const quoteFilterOf = (query: Query, known: readonly QuoteStatus[] = QUOTE_STATUSES): Filter => ({
  search: queryText(query.search),
  statuses: someOf('status', known, query.status),
  updatedSince: momentIn('updatedSince', query.updatedSince),
  from: MADE.from.read('from', query.from) || undefined,
  to: MADE.to.read('to', query.to) || undefined,
})

/** The same, as an address has it. Throws WrongQuery. */
export function quotesAsked(query: Query) {
  const { search = '', statuses, from, to } = quoteFilterOf(query)
  return { search, status: statuses?.join(','), from, to }
}

const withRejected = (statuses: readonly QuoteStatus[]): QuoteStatus[] => [
  ...new Set(statuses.flatMap((one) => (isDeclined({ status: one }) ? DECLINED_QUOTES : [one]))),
]

const narrowedTo = ({ statuses, updatedSince, from, to }: Filter): SQL | undefined =>
  and(
    from ? MADE.from.where(from) : undefined,
    to ? MADE.to.where(to) : undefined,
    statuses && isOneOf(quotes.status, withRejected(statuses)),
    updatedSince && sql`${quotes.updatedAt} >= ${at(updatedSince)}`,
  )

type ReadQuotes<Of> = (reader: Actor, range: QuoteRange) => Promise<Of[]>
type Listed = Pick<Quote, 'id' | 'createdAt'>

type Narrowing = {
  /** Names `quotes` and `jobs`. */
  found?: () => Promise<SQL>
  by?: SQL
  shares?: SQL[]
}

function quoteListing<Of extends Listed>(
  reader: Actor,
  readQuotes: ReadQuotes<Of>,
  narrowed: SQL | undefined,
  { found, by, shares = quoteSharesOf(reader) }: Narrowing = {},
): Listing<Of> {
  const from = async (remaining?: SQL) => {
    const ofJob = await found?.()
    return shares.map((share) => fromQuotes(and(share, narrowed, remaining), ofJob))
  }
  return {
    read: async (cursor, limit) => {
      const newest = newestOf(await from(after(cursor, quotes.createdAt, quotes.id)), limit)
      return readQuotes(reader, { where: isSelected(quotes.id, newest), limit, by })
    },
    at: (quote) => quote.createdAt,
    count: async (most) => countQuotes(await from(), most),
  }
}

function foundQuotes<Of extends Listed>(
  reader: Actor,
  readQuotes: ReadQuotes<Of>,
  search: string,
  narrowed: SQL | undefined,
): Listing<Of> {
  const [share, ...others] = quoteSharesOf(reader)
  const found = searchBeside(search, { ...quotes, at: quotes.createdAt }, narrowed, { reader, share, others })
  const read: Listing<Of>['read'] = (cursor, limit) =>
    found.first((where) => readQuotes(reader, { where: and(where, quotesVisibleTo(reader)), limit }), {
      remaining: after(cursor, quotes.createdAt, quotes.id),
      limit,
    })
  const list = searchListing(quoteListing(reader, readQuotes, narrowed, { found: found.condition }), read, found)
  if (!isAdmin(reader)) return list
  return { ...list, isSlowToCount: async () => isManyToCount((await readTallies())('quotes').count) }
}

const ownQuotesBy =
  <Of extends Listed>(read: ReadQuotes<Of>) =>
  (user: Actor, filter: Filter): Listing<Of> =>
    searched(filter.search, (search) => quotesOf(user, read, { ...filter, search }))

function quotesOf<Of extends Listed>(user: Actor, read: ReadQuotes<Of>, filter: Filter): Listing<Of> {
  const { search, statuses, updatedSince } = filter
  const narrowed = narrowedTo(filter)
  if (search) return foundQuotes(user, read, search, narrowed)
  const list = quoteListing(user, read, narrowed)
  if (updatedSince || filter.from || filter.to || !isAdmin(user)) return list
  const count = async () => (await readTallies())('quotes', { status: statuses && withRejected(statuses) }).count
  return { ...list, count }
}

export const ownQuotes = ownQuotesBy(readQuotes)
export const ownQuotesListed = ownQuotesBy(listQuotes)

export function pendingQuotes(user: Actor, search = ''): Listing<QuoteWithJob> {
  return ownQuotes(user, { search, statuses: PENDING_QUOTES })
}

export const quotesMadeBy = (user: Actor): Listing<ListedQuote> =>
  quoteListing(user, listQuotes, undefined, { shares: [isMadeBy(user)] })

export const quotesOfJobsIn = (user: Actor, jobIds: SQL): Listing<ListedQuote> =>
  quoteListing(user, listQuotes, isSelected(quotes.jobId, jobIds))

const toInvoiceBy =
  <Of extends Listed>(read: ReadQuotes<Of>) =>
  (reader: Actor, search = ''): Listing<Of> =>
    searched(search, (words) => {
      const isWanted = async () => isFound(await jobSearch(words), { ...lookedThrough(reader), contractorId: doneBy })
      const found = words ? lazy(isWanted) : undefined
      return quoteListing(reader, read, quoteSql.isWorkToInvoice(), { found, by: doneBy })
    })

export const quoteWorkToInvoice = toInvoiceBy(readQuotes)
export const quoteWorkListed = toInvoiceBy(listQuotes)

export async function quoteListOf(user: Actor, query: Query) {
  const { search = '', statuses, from, to } = quoteFilterOf(query, QUOTE_FILTERS)
  const status = statuses?.join(',')
  const list = ownQuotesListed(user, { search, statuses, from, to })
  const [{ items, next, instead }, figures] = await Promise.all([readCorrected(list, cursorOf(query)), stats(user)])
  const nextHref = next && withQuery('/quotes', { search: instead ?? search, status, from, to, cursor: next })
  const href = withQuery('/quotes', { search, status, from, to })
  const quotes = await sideBySide(user, items)
  return { quotes, pendingCount: figures.pendingQuotes, search, status, from, to, instead, href, nextHref }
}
