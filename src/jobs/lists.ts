import { and, asc, desc, type SQL } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { isAmong, isOneOf, literal } from '#db/query/conditions.ts'
import { matchesOf } from '#db/query/first-matches.ts'
import { lazy } from '#db/query/lazy.ts'
import { jobSql } from '#db/query/predicates.ts'
import { readTallies, talliesBeside } from '#db/query/tallies.ts'
import { jobs } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin, isContractor } from '#src/domain/account/roles.ts'
import type { CompletedCounts, JobCounters } from '#src/domain/job/counts.ts'
import { readCounted } from '#src/domain/job/figures/counted.ts'
import type { Job } from '#src/domain/job/job.ts'
import type { JobForAdmins } from '#src/domain/job/listed.ts'
import { ACTIVE, FINISHED, JOB_STATUSES, type JobStatus, RESPONDED } from '#src/domain/job/status.ts'
import { withQuery } from '#src/domain/list-view/with-query.ts'
import { after, type Cursor, cursorOf, PAGE_SIZE } from '#src/http/cursor.ts'
import { type Listing, readCorrected, readPart, searchListing } from '#src/http/list/listing.ts'
import { searched } from '#src/http/list/searched.ts'
import { type Query, queryText, someOf } from '#src/http/query.ts'
import { countedParts } from '#src/jobs/search/counted.ts'
import { filterWords } from '#src/jobs/search/filter-choices.ts'
import {
  asksOnlyShown,
  filteredBy,
  isIndexed,
  type JobFilter,
  jobFilterOf,
  statusesIn,
} from '#src/jobs/search/filters.ts'
import { firstInEach } from '#src/jobs/search/first-in-each.ts'
import { newestJobAt } from '#src/jobs/search/new-jobs.ts'
import { isFound, jobSearch, lookedThrough, matchingJobs } from '#src/jobs/search/search.ts'
import { partsOf, type Sortable, type SortPart } from '#src/jobs/search/sorts.ts'
import {
  activeWhere,
  countAnswered,
  countJobs,
  firstPage,
  isResponded,
  type ReadJobs,
  readForAdmins,
  readForAgents,
  readJobs,
  readRecurringJobs,
} from './queries.ts'
import { jobsVisibleTo, jobsWhollyVisibleTo, sharesOf } from './visible.ts'

/** What is common among a million jobs takes a second to count. */
const MAX_COUNTED_WHOLE = 5_000_000

const jobListing = <Of extends Sortable>(
  reader: Actor,
  readJobs: ReadJobs<Of>,
  where: () => Promise<SQL | undefined>,
  filter: JobFilter = {},
): Listing<Of> => searched(filter.search, (search) => jobsOf(reader, readJobs, where, { ...filter, search }))

function jobsOf<Of extends Sortable>(
  reader: Actor,
  readJobs: ReadJobs<Of>,
  where: () => Promise<SQL | undefined>,
  { search, ...sorted }: JobFilter,
): Listing<Of> {
  const split = splitOf({ search, ...sorted })
  const parts = split?.parts ?? partsOf(sorted.sort, statusesIn(sorted))
  const asked = { filter: sorted, shares: sharesOf(reader), amongAll: isAdmin(reader) }
  const partWith = (job: Of) => parts.find((part) => part.has(job)) ?? parts[0]!
  const listing = (read: ReadPart<Of>, count: Listing<Of>['count']): Listing<Of> => ({
    read: (cursor, limit) => readParts(parts, read, { cursor, limit }),
    at: (job) => partWith(job).at(job),
    parts: { names: parts.map(({ name }) => name), of: (job) => partWith(job).name },
    count,
  })
  const readOrdered = (where: SQL | undefined, limit: number, { column, descending }: SortPart) =>
    readJobs(reader, { where, limit, order: [column, jobs.id].map((by) => (descending ? desc(by) : asc(by))) })
  const walking = (matching: () => Promise<SQL | undefined>) =>
    listing(
      async (remaining, limit, part) =>
        readOrdered(firstInEach(asked, and(await matching(), remaining), part, limit), limit, part),
      async (most) => countJobs(reader, and(await matching(), split?.where), most, !isIndexed(sorted)),
    )
  if (!search) return walking(where)
  const wanted = lazy(() => jobSearch(search))
  const found = matchesOf<SortPart>(jobs.id, async (remaining, part) => ({
    ...matchingJobs(reader, await wanted(), and(await where(), remaining), part),
    unordered: isIndexed(sorted),
  }))
  const readFound: ReadPart<Of> = (remaining, limit, part) => {
    const read = (where: SQL) => readOrdered(and(where, jobsVisibleTo(reader)), limit, part)
    return found.first(read, { remaining, limit, by: sorted.sort && part })
  }
  const all = walking(async () => and(await where(), isFound(await wanted(), lookedThrough(reader))))
  const list = searchListing(all, listing(readFound, found.count).read, found)
  if (!isAdmin(reader)) return list
  return { ...list, isSlowToCount: async () => (await readTallies())('jobs').count > MAX_COUNTED_WHOLE }
}

const splitOf = ({ counted, sort, search }: JobFilter) =>
  counted && !search && (!sort || sort === 'newest') ? countedParts(readCounted(counted)!) : null

type ReadPart<Of> = (remaining: SQL | undefined, limit: number, part: SortPart) => Promise<Of[]>

async function readParts<Of extends Sortable>(
  parts: readonly SortPart[],
  readPart: ReadPart<Of>,
  { cursor, limit }: { cursor: Cursor | null; limit: number },
): Promise<Of[]> {
  const read: Of[] = []
  const begin = cursor ? parts.findIndex(({ name }) => name === (cursor.part ?? '')) : 0
  for (const part of parts.slice(Math.max(0, begin))) {
    const left = limit - read.length
    if (left === 0) break
    const { name, column, descending } = part
    const remaining = and(part.where, after(cursor?.part === name ? cursor : null, column, jobs.id, !descending))
    read.push(...(await readPart(remaining, left, part)))
  }
  return read
}

const filteredJobs = <Of extends Sortable>(
  reader: Actor,
  read: ReadJobs<Of>,
  where: SQL | undefined,
  filter: JobFilter,
): Listing<Of> =>
  jobListing(
    reader,
    read,
    lazy(() => {
      const others = splitOf(filter) ? { ...filter, counted: undefined } : filter
      return narrowed(and(where, ofShown(reader, where, filter)), others)
    }),
    filter,
  )

const ofShown = (reader: Actor, where: SQL | undefined, filter: JobFilter): SQL | undefined =>
  isContractor(reader) && (where || !asksOnlyShown(filter)) ? jobsWhollyVisibleTo(reader) : undefined

/** When few jobs were updated lately, they are looked up first: else all jobs might be walked through for them. */
const FEW = 2000

async function narrowed(where: SQL | undefined, { updatedSince, ...filter }: JobFilter): Promise<SQL | undefined> {
  const others = and(where, filteredBy(filter))
  if (!updatedSince) return others
  const updated = filteredBy({ updatedSince })
  const found = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(updated)
    .orderBy(desc(jobs.updatedAt))
    .limit(literal(FEW + 1))
  if (found.length > FEW) return and(others, updated)
  return and(
    others,
    isAmong(
      jobs.id,
      found.map(({ id }) => id),
    ),
  )
}

const ownJobsBy =
  <Of extends Sortable>(read: ReadJobs<Of>, readFirst = read) =>
  (user: Actor, filter: JobFilter): Listing<Of> => {
    const filtered = filteredJobs(user, read, undefined, filter)
    const list = Object.values(filter).some(Boolean) ? filtered : firstPageMadeOnce(filtered, user, readFirst)
    const { sort: _, status: __, ...others } = filter
    if (!isAdmin(user) || Object.values(others).some(Boolean)) return list
    return { ...list, count: async () => (await readTallies())('jobs', { status: statusesIn(filter) }).count }
  }

const firstPageMadeOnce = <Of extends Sortable>(list: Listing<Of>, user: Actor, read: ReadJobs<Of>): Listing<Of> => ({
  ...list,
  read: (cursor, limit) => (cursor || limit !== PAGE_SIZE + 1 ? list.read(cursor, limit) : read(user, firstPage(user))),
})

export const ownJobs = ownJobsBy(readJobs, readRecurringJobs)
export const ownListed = ownJobsBy(readForAgents)
export const listedForAdmins = ownJobsBy(readForAdmins)

export async function matchingIds(user: Actor, query: Query, most: number): Promise<string[]> {
  const { items } = await readCorrected(ownListed(user, jobFilterOf(query)), null, most)
  return items.map(({ id }) => id)
}

export function completedJobs(user: Actor, filter: JobFilter = {}): Listing<Job> {
  const list = filteredJobs(user, readJobs, isResponded, filter)
  if (!isAdmin(user) || Object.values(filter).some(Boolean)) return list
  return { ...list, count: async () => (await readTallies())('jobs', { status: RESPONDED }).count }
}

export const activeJobs = (user: Actor): Listing<JobForAdmins> =>
  jobListing(user, readForAdmins, async () => activeWhere())

export function quoteWorkDone(user: Actor, { search }: { search?: string }): Listing<Job> {
  const where = and(jobSql.isQuoteWork(), isOneOf(jobs.status, FINISHED))
  return jobListing(user, readJobs, async () => where, { search, status: FINISHED.join(',') })
}

const BY_LINK = ['counted', 'urgency', 'hazard', 'late', 'agency', 'contractor', 'contractorType', 'property'] as const

function linkedFilter(query: Query) {
  const {
    search: _,
    sort: __,
    ...narrowed
  } = jobFilterOf(Object.fromEntries(BY_LINK.map((name) => [name, query[name]])))
  return narrowed
}

export async function myJobsOf(user: Actor, query: Query) {
  const search = queryText(query.search)
  const status = someOf('status', JOB_STATUSES, query.status)?.join(',')
  const narrowed = linkedFilter(query)
  const { hazard, late } = narrowed
  const list = ownListed(user, { search, status, ...narrowed, sort: hazard || late ? 'visitBy' : undefined })
  const [{ items, next, instead }, set] = await Promise.all([
    readCorrected(list, cursorOf(query)),
    filterWords(user, narrowed),
  ])
  const nextHref = next && withQuery('/jobs', { search: instead ?? search, status, ...narrowed, cursor: next })
  return { jobs: items, search, status, narrowed, instead, nextHref, set }
}

export async function completedCounts(user: Actor): Promise<CompletedCounts> {
  const of = await countAnswered(user)
  return {
    going: FINISHED.reduce((sum, status) => sum + (of[status] ?? 0), 0),
    toDecide: of.quote_pending ?? 0,
    unfinished: of.quote_approved ?? 0,
  }
}

export async function completedJobsOf(user: Actor, query: Query) {
  const [{ items, next }, counts] = await Promise.all([
    readPart(completedJobs(user), cursorOf(query)),
    completedCounts(user),
  ])
  return {
    jobs: items,
    counts,
    role: user.role,
    readerId: user.id,
    nextHref: next && withQuery('/completed-jobs', { cursor: next }),
  }
}

/** What a figure of a contractor counts. */
export async function countedJobsOf(user: Actor, query: Query) {
  const narrowed = linkedFilter(query)
  const [{ items, next }, set] = await Promise.all([
    readPart(ownJobs(user, narrowed), cursorOf(query)),
    filterWords(user, narrowed),
  ])
  const nextHref = next && withQuery('/jobs', { ...narrowed, cursor: next })
  return { jobs: items, set, role: user.role, readerId: user.id, nextHref }
}

const withNewest = talliesBeside(newestJobAt)

export async function jobCounters(): Promise<JobCounters & { newest: Date }> {
  const { tally, value } = await withNewest()
  const of = (status: JobStatus) => tally('jobs', { status: [status] }).count
  return {
    total: tally('jobs').count,
    pending: of('pending'),
    inProgress: of('in_progress'),
    completed: of('completed'),
    active: tally('jobs', { status: ACTIVE }).count,
    newest: value ?? new Date(0),
  }
}
