import { and, count, eq, type SQL } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { jobs, jobVisits, quotes } from '#db/schema.ts'
import type { Actor } from '#src/accounts/account.ts'
import { IN_HAND, type Job, refusedMove } from '#src/jobs/job.ts'
import { countJobs, inHandWhere, jobVisibleTo, readJobs } from '#src/jobs/queries.ts'
import { quotesVisibleTo, readQuotes } from '#src/quotes/queries.ts'
import { after, PAGE_SIZE, partOf, readCursor } from '#src/web/cursor.ts'
import { Forbidden, Refused } from '#src/web/errors.ts'
import { type Query, queryText, withQuery } from '#src/web/query.ts'
import { readVisits } from './queries.ts'

/** What the lists of jobs in hand show under `path`, newest first, and how many there are in all. */
export async function jobsInHandOf(user: Actor, query: Query, path: string) {
  const where = inHandWhere(user)
  const cursor = after(readCursor(queryText(query.cursor)), jobs.createdAt, jobs.id)
  const [rows, total] = await Promise.all([
    readJobs(user, { where: and(where, cursor), limit: PAGE_SIZE + 1 }),
    countJobs(where),
  ])
  const { items, next } = partOf(rows, (job) => job.createdAt)
  return { jobs: items, total, nextHref: next && withQuery(path, { cursor: next }) }
}

/** The contractor's newest jobs in hand, for the dashboard. */
export const newestInHand = (user: Actor, limit: number): Promise<Job[]> =>
  readJobs(user, { where: inHandWhere(user), limit })

/** One job that the user has in hand. Throws NotFound, Forbidden (it went to somebody else), Refused (it is done). */
export async function jobInHand(user: Actor, id: string): Promise<Job> {
  const job = await jobVisibleTo(user, id)
  if (job.contractorId !== user.id) throw new Forbidden('This job is not assigned to you.')
  if (!IN_HAND.includes(job.status)) throw new Refused(refusedMove(job))
  return job
}

/** What History shows: the contractor's own visits, or with `show=quotes` quotes, newest first, and both counts. */
export async function historyOf(user: Actor, query: Query) {
  const visitsWhere = eq(jobVisits.contractorId, user.id)
  const quotesWhere = and(quotesVisibleTo(user), eq(quotes.contractorId, user.id))!
  const cursor = readCursor(queryText(query.cursor))
  const limit = PAGE_SIZE + 1
  const [visits, quoted] = await Promise.all([countVisits(visitsWhere), countQuotes(quotesWhere)])
  const counts = { visits, quotes: quoted }
  if (queryText(query.show) === 'quotes') {
    const rows = await readQuotes(user, { where: and(quotesWhere, after(cursor, quotes.createdAt, quotes.id)), limit })
    const { items, next } = partOf(rows, (quote) => quote.createdAt)
    const nextHref = next && withQuery('/history', { show: 'quotes', cursor: next })
    return { show: 'quotes' as const, items, counts, nextHref }
  }
  const rows = await readVisits(and(visitsWhere, after(cursor, jobVisits.visitDate, jobVisits.id)), limit)
  const { items, next } = partOf(rows, (visit) => visit.visitDate)
  return { show: 'visits' as const, items, counts, nextHref: next && withQuery('/history', { cursor: next }) }
}

async function countVisits(where: SQL): Promise<number> {
  const [row] = await db.select({ count: count() }).from(jobVisits).where(where)
  return row?.count ?? 0
}

async function countQuotes(where: SQL): Promise<number> {
  const [row] = await db.select({ count: count() }).from(quotes).innerJoin(jobs, eq(jobs.id, quotes.jobId)).where(where)
  return row?.count ?? 0
}
