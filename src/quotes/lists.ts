import { and, type SQL, sql } from 'drizzle-orm'
import { isOneOf, isSelected } from '#db/query/conditions.ts'
import { lazy } from '#db/query/lazy.ts'
import { quoteSql } from '#db/query/predicates.ts'
import { mayBeDecided, quoteDecidedAt } from '#db/query/quote-decided-at.ts'
import { readTallies } from '#db/query/tallies.ts'
import { quotes } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { withQuery } from '#src/domain/list-view/with-query.ts'
import { QUOTE_STATUS_LABELS, type Quote, type QuoteStatus } from '#src/domain/quote/quote.ts'
import type { ListedQuote, QuoteWithJob } from '#src/domain/quote/quote-with-job.ts'
import { DECLINED_QUOTES, isDeclined, PENDING_QUOTES } from '#src/domain/quote/state.ts'
import { after, cursorOf } from '#src/http/cursor.ts'
import { isManyToCount, type Listing, readCorrected, searchListing } from '#src/http/list/listing.ts'
import { searched } from '#src/http/list/searched.ts'
import type { Query } from '#src/http/query.ts'
import { stats } from '#src/jobs/queries.ts'
import { type Narrowed, oneOfChoices } from '#src/jobs/search/filters.ts'
import { filtersBeside } from '#src/jobs/search/filters-beside.ts'
import { isFound, jobSearch, lookedThrough } from '#src/jobs/search/search.ts'
import { searchBeside } from '#src/jobs/search/search-beside.ts'
import { countQuotes, doneBy, listQuotes, type QuoteRange, readQuotes } from './queries.ts'
import { fromQuotes, isMadeBy, newestOf, quoteSharesOf, quotesVisibleTo } from './readable.ts'
import { sideBySide } from './side-by-side.ts'

const withRejected = (statuses: readonly QuoteStatus[]): QuoteStatus[] => [
  ...new Set(statuses.flatMap((one) => (isDeclined({ status: one }) ? DECLINED_QUOTES : [one]))),
]

export const QUOTE_FILTERS = filtersBeside(
  { ...quotes, day: quotes.createdAt },
  {
    decided: oneOfChoices('Decided', { yes: 'Yes' }, () => and(mayBeDecided(), sql`${quoteDecidedAt} is not null`)!),
    status: oneOfChoices('Status', QUOTE_STATUS_LABELS, (statuses) => isOneOf(quotes.status, withRejected(statuses))),
  },
)

type Filter = Partial<Narrowed>

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
  const { search, where, by = {} } = filter
  if (search) return foundQuotes(user, read, search, where)
  const list = quoteListing(user, read, where)
  const { status, ...others } = by
  if (Object.keys(others).length || !isAdmin(user)) return list
  const statuses = status && withRejected(status.split(',') as QuoteStatus[])
  const count = async () => (await readTallies())('quotes', { status: statuses || undefined }).count
  return { ...list, count }
}

export const ownQuotes = ownQuotesBy(readQuotes)
export const ownQuotesListed = ownQuotesBy(listQuotes)

export function pendingQuotes(user: Actor, search = ''): Listing<QuoteWithJob> {
  return ownQuotes(user, { ...QUOTE_FILTERS.read(user, { status: PENDING_QUOTES.join(',') }), search })
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
  const { search, where, by = {} } = QUOTE_FILTERS.read(user, query)
  const [{ items, next, instead }, figures, set] = await Promise.all([
    readCorrected(ownQuotesListed(user, { search, where, by }), cursorOf(query)),
    stats(user),
    QUOTE_FILTERS.words(user, { ...by, status: undefined }),
  ])
  const nextHref = next && withQuery('/quotes', { search: instead ?? search, ...by, cursor: next })
  const href = withQuery('/quotes', { search, ...by })
  const quotes = await sideBySide(user, items)
  return { quotes, pendingCount: figures.pendingQuotes, search, by, set, instead, href, nextHref }
}
