import { and, count, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { jobs, quotes } from '#db/schema.ts'
import type { Job } from '#src/jobs/job.ts'
import { countJobs, jobsMatching, readJobs } from '#src/jobs/queries.ts'
import { after, type Cursor, PAGE_SIZE, type Part, partOf } from '#src/web/cursor.ts'
import type { QuoteWorkTotals } from './quote.ts'

/** Quote work that is done: invoiced comes after completed. */
const isDone = and(eq(jobs.jobType, 'quote_work'), inArray(jobs.status, ['completed', 'invoiced']))!

/** Jobs whose contractor's name contains what was typed. */
const byContractor = (search: string): SQL =>
  sql`${jobs.contractorId} in (
    select u.id from users u
    where strpos(lower(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), ${search.toLowerCase()}) > 0)`

const matching = (search: string): SQL =>
  and(isDone, search ? or(jobsMatching({ search }), byContractor(search)) : undefined)!

/** The finished quote work that a search finds after a cursor, newest first. */
export async function quoteWorkDone(search: string, cursor: Cursor | null): Promise<Part<Job>> {
  const where = and(matching(search), after(cursor, jobs.createdAt, jobs.id))
  return partOf(await readJobs({ where, limit: PAGE_SIZE + 1 }), (job) => job.createdAt)
}

/** How much finished quote work a search finds. */
export const matchingQuoteWork = (search: string): Promise<number> => countJobs(matching(search))

const totals = db
  .select({
    jobs: count(),
    value: sql`coalesce(sum(${quotes.amount}) * 100, 0)::bigint`.mapWith(Number),
    withPhotos: sql`count(*) filter (where exists (
      select from job_visits v where v.job_id = ${jobs.id} and cardinality(v.photos_urls) > 0))`.mapWith(Number),
  })
  .from(jobs)
  .leftJoin(quotes, and(eq(quotes.jobId, jobs.parentJobId), eq(quotes.status, 'approved')))
  .where(isDone)
  .prepare('quote_work_totals')

/** How much quote work is done, what it comes to, and how much of it is documented by photos. */
export async function quoteWorkTotals(): Promise<QuoteWorkTotals> {
  const [row] = await totals.execute()
  return row!
}
