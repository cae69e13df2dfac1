import { and, or, type SQL, sql } from 'drizzle-orm'
import { is, isOneOf } from '#db/conditions.ts'
import { jobs } from '#db/schema.ts'
import { readTallies } from '#db/tallies.ts'
import type { Actor } from '#src/accounts/account.ts'
import { after, cursorOf } from '#src/web/cursor.ts'
import { type Listing, readPart, searchListing } from '#src/web/listing.ts'
import { type Query, queryText, someOf, withQuery } from '#src/web/query.ts'
import {
  ACTIVE,
  type CompletedCounts,
  FINISHED,
  JOB_STATUSES,
  type Job,
  type JobCounters,
  type JobStatus,
} from './job.ts'
import {
  activeWhere,
  completedWhere,
  countByStatus,
  countJobs,
  type JobFilter,
  jobsMatching,
  jobsVisibleTo,
  readJobs,
} from './queries.ts'
import { newestFound } from './search.ts'

export const jobFilterOf = (query: Query): JobFilter => ({
  search: queryText(query.search),
  statuses: someOf('status', JOB_STATUSES, query.status),
  // An address may be longer than what is searched for.
  property: typeof query.property === 'string' ? query.property : '',
})

/** The caller has narrowed `where` to the reader. */
const jobListing = (reader: Actor, where: SQL | undefined): Listing<Job> => ({
  read: (cursor, limit) => readJobs(reader, { where: and(where, after(cursor, jobs.createdAt, jobs.id)), limit }),
  at: (job) => job.createdAt,
  count: (most) => countJobs(where, most),
})

function filteredJobs(reader: Actor, where: SQL | undefined, { search, ...filter }: JobFilter): Listing<Job> {
  const narrowed = and(where, jobsMatching(filter))
  if (!search) return jobListing(reader, narrowed)
  const matching = jobListing(reader, and(narrowed, jobsMatching({ search })))
  return searchListing(matching, (cursor, limit) => {
    const selected = and(narrowed, after(cursor, jobs.createdAt, jobs.id))
    return readJobs(reader, { where: newestFound(search, selected, limit), limit })
  })
}

export function ownJobs(user: Actor, filter: JobFilter): Listing<Job> {
  const list = filteredJobs(user, jobsVisibleTo(user), filter)
  if (user.role !== 'admin' || filter.search || filter.property) return list
  return { ...list, count: async () => (await readTallies())('jobs', { status: filter.statuses }).count }
}

/** The newest that an administrator's list with this query shows. */
export async function matchingIds(user: Actor, query: Query, most: number): Promise<string[]> {
  const found = await ownJobs(user, jobFilterOf(query)).read(null, most)
  return found.map(({ id }) => id)
}

export const completedJobs = (user: Actor, filter: JobFilter = {}): Listing<Job> =>
  filteredJobs(user, completedWhere(user), filter)

export const activeJobs = (user: Actor): Listing<Job> => jobListing(user, activeWhere())

const byContractor = (search: string): SQL =>
  sql`${jobs.contractorId} in (
    select u.id from users u
    where strpos(lower(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), ${search.toLowerCase()}) > 0)`

export function quoteWorkDone(user: Actor, { search }: JobFilter): Listing<Job> {
  const done = and(is(jobs.jobType, 'quote_work'), isOneOf(jobs.status, FINISHED))
  return jobListing(user, and(done, search ? or(jobsMatching({ search }), byContractor(search)) : undefined))
}

export async function myJobsOf(user: Actor, query: Query) {
  const search = queryText(query.search)
  const { items, next } = await readPart(ownJobs(user, { search }), cursorOf(query))
  return { jobs: items, search, nextHref: next && withQuery('/jobs', { search, cursor: next }) }
}

export async function completedCounts(user: Actor): Promise<CompletedCounts> {
  const of = await countByStatus(completedWhere(user))
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
    nextHref: next && withQuery('/completed-jobs', { cursor: next }),
  }
}

export async function jobCounters(): Promise<JobCounters> {
  const tally = await readTallies()
  const of = (status: JobStatus) => tally('jobs', { status: [status] }).count
  return {
    total: tally('jobs').count,
    pending: of('pending'),
    inProgress: of('in_progress'),
    completed: of('completed'),
    active: tally('jobs', { status: ACTIVE }).count,
  }
}
