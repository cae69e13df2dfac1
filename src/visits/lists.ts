import { and, eq, type SQL, sql } from 'drizzle-orm'
import { isOneOf } from '#db/query/conditions.ts'
import { visitSql } from '#db/query/predicates.ts'
import { readTallies } from '#db/query/tallies.ts'
import { jobVisits } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin, isContractor } from '#src/domain/account/roles.ts'
import type { Job } from '#src/domain/job/job.ts'
import { IN_HAND } from '#src/domain/job/status.ts'
import { refusedMove } from '#src/domain/job/transitions.ts'
import { withQuery } from '#src/domain/list-view/with-query.ts'
import { VISITS_TO_INVOICE } from '#src/domain/visit/state.ts'
import { OUTCOME_LABELS } from '#src/domain/visit/visit.ts'
import { after, type Cursor, cursorOf } from '#src/http/cursor.ts'
import { Refused } from '#src/http/errors.ts'
import { foundIn, isManyToCount, type Listing, readCorrected, readPart, searchListing } from '#src/http/list/listing.ts'
import { searched } from '#src/http/list/searched.ts'
import { type Query, queryText } from '#src/http/query.ts'
import { isOfJobVisibleTo, ownJob } from '#src/jobs/queries.ts'
import { type Narrowed, oneOfChoices } from '#src/jobs/search/filters.ts'
import { filtersBeside } from '#src/jobs/search/filters-beside.ts'
import { searchBeside } from '#src/jobs/search/search-beside.ts'
import { ownQuotesListed, QUOTE_FILTERS, quotesMadeBy } from '#src/quotes/lists.ts'
import { countVisits, FOR_ADMINS, type Reading, readVisits, type VisitWithJob } from './queries.ts'

const visitListing = (
  reader: Reading,
  where: SQL | undefined,
  found: () => Promise<SQL | undefined> = async () => undefined,
) => ({
  read: async (cursor: Cursor | null, limit: number) =>
    readVisits(and(where, await found(), after(cursor, jobVisits.visitDate, jobVisits.id)), limit, reader),
  at: (visit: VisitWithJob) => visit.visitDate,
  count: async (most?: number) => countVisits(where, await found(), most),
})

export const visitsToInvoice = (search = ''): Listing<VisitWithJob> => searched(search, toInvoice)

function toInvoice(search: string): Listing<VisitWithJob> {
  const tallied = async () => (await readTallies())('job_visits', { status: VISITS_TO_INVOICE }).count
  const list = visitsSeenBy(FOR_ADMINS, search, { where: visitSql.isToInvoice() })
  return search ? { ...list, isSlowToCount: async () => isManyToCount(await tallied()) } : { ...list, count: tallied }
}

export const VISIT_FILTERS = filtersBeside(
  {
    ...jobVisits,
    day: jobVisits.visitDate,
    updatedAt: sql`coalesce(${jobVisits.updatedAt}, ${jobVisits.createdAt})`,
  },
  { outcome: oneOfChoices('Outcome', OUTCOME_LABELS, (outcomes) => isOneOf(jobVisits.outcome, outcomes)) },
)

export function visitsVisibleTo(user: Actor): SQL | undefined {
  if (isAdmin(user)) return undefined
  return isContractor(user) ? eq(jobVisits.contractorId, user.id) : isOfJobVisibleTo(user, jobVisits.jobId)
}

export function visitsFor(user: Actor, { search, where }: Narrowed): Listing<VisitWithJob> {
  const share = visitsVisibleTo(user)
  return searched(search, (words) => visitsSeenBy(user, words, { where, share }))
}

function visitsSeenBy(
  reader: Reading,
  search: string,
  { where, share }: { where?: SQL; share?: SQL },
): Listing<VisitWithJob> {
  const own = and(share, where)
  if (!search) return visitListing(reader, own)
  const found = searchBeside(search, { ...jobVisits, at: jobVisits.visitDate }, where, { reader, share })
  const read: Listing<VisitWithJob>['read'] = (cursor, limit) =>
    found.first((where) => readVisits(and(where, share), limit, reader), {
      remaining: after(cursor, jobVisits.visitDate, jobVisits.id),
      limit,
    })
  return searchListing(visitListing(reader, own, found.condition), read, found)
}

export async function jobInHand(user: Actor, id: string): Promise<Job> {
  const job = await ownJob(user, id)
  if (!IN_HAND.includes(job.status)) throw new Refused(refusedMove(job), 'job_moved_on')
  return job
}

export async function historyOf(user: Actor, query: Query) {
  const made = { visits: visitListing(user, eq(jobVisits.contractorId, user.id)), quotes: quotesMadeBy(user) }
  const [visits, quotes] = await Promise.all([made.visits.count(), made.quotes.count()])
  const shown = { role: user.role, counts: { visits, quotes } }
  if (queryText(query.show) === 'quotes') {
    const { where, by = {} } = QUOTE_FILTERS.read(user, { ...query, search: '' })
    // Filtered as figures count them: with those of others whose work was theirs.
    const list = Object.keys(by).length ? ownQuotesListed(user, { where, by }) : made.quotes
    const [{ items, next }, set] = await Promise.all([readPart(list, cursorOf(query)), QUOTE_FILTERS.words(user, by)])
    const nextHref = next && withQuery('/history', { ...by, show: 'quotes', cursor: next })
    return { ...shown, show: 'quotes' as const, items, set, nextHref }
  }
  const { items, next } = await readPart(made.visits, cursorOf(query))
  const nextHref = next && withQuery('/history', { cursor: next })
  return { ...shown, show: 'visits' as const, items, set: [], nextHref }
}

/** Without a count where `isMore` is loaded below the list. */
export async function foundVisits(user: Actor, query: Query, isMore: boolean) {
  const { search, where, by = {} } = VISIT_FILTERS.read(user, query)
  const list = visitsFor(user, { search, where })
  const [part, set] = await Promise.all([
    readCorrected(list, cursorOf(query)),
    VISIT_FILTERS.words(user, { ...by, outcome: undefined }),
  ])
  const { items, next, instead } = part
  const isWhole = !next && !query.cursor
  const found = isWhole || isMore ? items.length : await foundIn(part.list, part)
  const address = { search: instead ?? search, ...by }
  const nextHref = next && withQuery('/visits', { ...address, cursor: next })
  const exportHref = withQuery('/api/visits/export.csv', address)
  return { visits: items, search, by, set, instead, found, nextHref, exportHref }
}
