import { and, or, type SQL, sql } from 'drizzle-orm'
import { is, isOneOf } from '#db/conditions.ts'
import { jobs } from '#db/schema.ts'
import { readTallies } from '#db/tallies.ts'
import type { Actor } from '#src/accounts/account.ts'
import type { Job } from '#src/jobs/job.ts'
import { countSomeJobs, jobsMatching, readJobs } from '#src/jobs/queries.ts'
import { after, type Cursor, PAGE_SIZE, type Part, partOf } from '#src/web/cursor.ts'
import type { QuoteWorkTotals } from './quote.ts'

/** Quote work that is done: invoiced comes after completed. */
const DONE = ['completed', 'invoiced'] as const
const isDone = and(is(jobs.jobType, 'quote_work'), isOneOf(jobs.status, DONE))!

/** Jobs whose contractor's name contains what was typed. */
const byContractor = (search: string): SQL =>
  sql`${jobs.contractorId} in (
    select u.id from users u
    where strpos(lower(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), ${search.toLowerCase()}) > 0)`

const matching = (search: string): SQL =>
  and(isDone, search ? or(jobsMatching({ search }), byContractor(search)) : undefined)!

/** The finished quote work that a search finds after a cursor, newest first. */
export async function quoteWorkDone(user: Actor, search: string, cursor: Cursor | null): Promise<Part<Job>> {
  const where = and(matching(search), after(cursor, jobs.createdAt, jobs.id))
  return partOf(await readJobs(user, { where, limit: PAGE_SIZE + 1 }), (job) => job.createdAt)
}

/** How much finished quote work a search finds; counts no further than one beyond MOST_COUNTED. */
export const matchingQuoteWork = async (search: string): Promise<number> =>
  search ? countSomeJobs(matching(search)) : (await quoteWorkTotals()).jobs

/** How much quote work is done, what it comes to, and how much of it is documented by photos. */
export async function quoteWorkTotals(): Promise<QuoteWorkTotals> {
  const tally = await readTallies()
  const done = [tally('quotes', { kind: 'to_invoice' }), tally('quotes', { kind: 'done' })]
  return {
    jobs: tally('jobs', { status: DONE, kind: 'quote_work' }).count,
    value: done.reduce((sum, { pence }) => sum + pence, 0),
    // Visits of quote work, and only those, are not billable.
    withPhotos: tally('job_visits', { status: ['not_billable'], kind: 'photos' }).count,
  }
}
