import { and, count, eq, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { jobs } from '#db/schema.ts'
import { after, type Cursor, PAGE_SIZE, type Part, partOf } from '#src/web/cursor.ts'
import { asked, oneOf, type Query } from '#src/web/query.ts'
import { ADMIN_FILTERS, type AdminFilter, type Job, type JobCounters } from './job.ts'
import { countJobs, jobsMatching, readJobs } from './queries.ts'

/** What All Jobs is narrowed by, as it stands in the URL. */
export const adminFilterOf = (query: Query): AdminFilter => ({
  search: asked(query.search),
  status: oneOf(ADMIN_FILTERS, query.status),
})

/** A filter as a condition. */
export const adminWhere = ({ search, status }: AdminFilter): SQL | undefined =>
  jobsMatching({ search, statuses: status && [status] })

/** The jobs that a filter selects after a cursor, newest first. */
export async function adminJobs(filter: AdminFilter, cursor: Cursor | null): Promise<Part<Job>> {
  const where = and(adminWhere(filter), after(cursor, jobs.createdAt, jobs.id))
  return partOf(await readJobs({ where, limit: PAGE_SIZE + 1 }), (job) => job.createdAt)
}

const counters = db
  .select({
    total: count(),
    pending: db.$count(jobs, eq(jobs.status, sql`'pending'`)),
    inProgress: db.$count(jobs, eq(jobs.status, sql`'in_progress'`)),
    completed: db.$count(jobs, eq(jobs.status, sql`'completed'`)),
  })
  .from(jobs)
  .prepare('job_counters')

/** The four counters over all jobs. */
export async function jobCounters(): Promise<JobCounters> {
  const [row] = await counters.execute()
  return row!
}

/** How many jobs a filter selects; without one it is known already. */
export const matchingJobs = (filter: AdminFilter, { total }: JobCounters): Promise<number> =>
  filter.search || filter.status ? countJobs(adminWhere(filter)) : Promise.resolve(total)
