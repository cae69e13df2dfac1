import { and, type SQL } from 'drizzle-orm'
import { jobs } from '#db/schema.ts'
import { readTallies } from '#db/tallies.ts'
import type { Actor } from '#src/accounts/account.ts'
import { after, type Cursor, PAGE_SIZE, type Part, partOf } from '#src/web/cursor.ts'
import { oneOf, type Query, queryText } from '#src/web/query.ts'
import { ACTIVE, ADMIN_FILTERS, type AdminFilter, type Job, type JobCounters, type JobStatus } from './job.ts'
import { countSomeJobs, jobsMatching, readJobs } from './queries.ts'
import { newestFound } from './search.ts'

/** What All Jobs is narrowed by, as it stands in the URL. Throws WrongQuery. */
export const adminFilterOf = (query: Query): AdminFilter => ({
  search: queryText(query.search),
  status: oneOf('status', ADMIN_FILTERS, query.status),
})

/** A filter as a condition. */
export const adminWhere = ({ search, status }: AdminFilter): SQL | undefined =>
  jobsMatching({ search, statuses: status && [status] })

/** The jobs that a filter selects after a cursor, newest first. */
export async function adminJobs(user: Actor, filter: AdminFilter, cursor: Cursor | null): Promise<Part<Job>> {
  const limit = PAGE_SIZE + 1
  const narrowed = and(adminWhere({ ...filter, search: '' }), after(cursor, jobs.createdAt, jobs.id))
  const where = filter.search ? newestFound(filter.search, narrowed, limit) : narrowed
  return partOf(await readJobs(user, { where, limit }), (job) => job.createdAt)
}

/** The four counters over all jobs. */
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

/** How many jobs a filter selects; a search counts no further than one beyond MOST_COUNTED. */
export async function matchingJobs(filter: AdminFilter, { total }: JobCounters): Promise<number> {
  if (filter.search) return countSomeJobs(adminWhere(filter))
  return filter.status ? (await readTallies())('jobs', { status: [filter.status] }).count : total
}
