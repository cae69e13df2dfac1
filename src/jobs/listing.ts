import { and, type SQL } from 'drizzle-orm'
import { jobs } from '#db/schema.ts'
import { readTallies } from '#db/tallies.ts'
import type { Actor } from '#src/accounts/account.ts'
import { after } from '#src/web/cursor.ts'
import type { Listing } from '#src/web/listing.ts'
import { type Query, queryText, someOf } from '#src/web/query.ts'
import { JOB_STATUSES, type Job, MOST_COUNTED } from './job.ts'
import { allJobs, countJobs, countSomeJobs, type JobFilter, jobsMatching, jobsVisibleTo, readJobs } from './queries.ts'
import { newestFound } from './search.ts'

/** `search` and `status` of a request, as a filter. Throws WrongQuery. */
export const jobFilterOf = (query: Query): JobFilter => ({
  search: queryText(query.search),
  statuses: someOf('status', JOB_STATUSES, query.status),
})

/** The jobs that `where` selects, narrowed by a filter. Whoever calls it has narrowed `where` to the reader. */
export function jobListing(reader: Actor, where: SQL | undefined, { search, statuses }: JobFilter): Listing<Job> {
  const narrowed = and(where, jobsMatching({ statuses }))
  const matching = and(narrowed, jobsMatching({ search }))
  const found = (limit: number, more?: SQL) =>
    readJobs(reader, { where: search ? newestFound(search, and(narrowed, more), limit) : and(narrowed, more), limit })
  return {
    read: (cursor, limit) => found(limit, after(cursor, jobs.createdAt, jobs.id)),
    async *whole() {
      // What is rare is found by the search's index at once; what is common by walking through the jobs.
      if (search && (await countSomeJobs(matching)) <= MOST_COUNTED) yield await found(MOST_COUNTED)
      else yield* allJobs(reader, matching)
    },
    at: (job) => job.createdAt,
    count: () => countJobs(matching),
  }
}

/** All the jobs that a user may read, narrowed by a filter. */
export function ownJobListing(user: Actor, filter: JobFilter): Listing<Job> {
  const list = jobListing(user, jobsVisibleTo(user), filter)
  if (user.role !== 'admin' || filter.search) return list
  // Of all jobs there are the sums are kept.
  return { ...list, count: async () => (await readTallies())('jobs', { status: filter.statuses }).count }
}
