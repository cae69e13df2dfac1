import { and } from 'drizzle-orm'
import { jobs } from '#db/schema.ts'
import type { Actor } from '#src/accounts/account.ts'
import { after, PAGE_SIZE, type Part, partOf, readCursor } from '#src/web/cursor.ts'
import { type Query, queryText, withQuery } from '#src/web/query.ts'
import type { CompletedCounts, Job } from './job.ts'
import { completedWhere, countByStatus, jobsMatching, jobsVisibleTo, readJobs } from './queries.ts'

/** A page of the jobs that a condition selects, newest first, from the query's cursor on. */
async function jobPart(user: Actor, where: Parameters<typeof and>[0], query: Query): Promise<Part<Job>> {
  const cursor = readCursor(queryText(query.cursor))
  const range = { where: and(where, after(cursor, jobs.createdAt, jobs.id)), limit: PAGE_SIZE + 1 }
  const rows = await readJobs(user, range)
  return partOf(rows, (job) => job.createdAt)
}

/** What the list of My Jobs shows: the agent's jobs that the search matches. */
export async function myJobsOf(user: Actor, query: Query) {
  const search = queryText(query.search)
  const { items, next } = await jobPart(user, and(jobsVisibleTo(user), jobsMatching({ search })), query)
  return { jobs: items, search, nextHref: next && withQuery('/jobs', { search, cursor: next }) }
}

/** What Delete All takes, and what it leaves and why. */
export async function completedCounts(user: Actor): Promise<CompletedCounts> {
  const of = await countByStatus(completedWhere(user))
  return {
    going: (of.completed ?? 0) + (of.invoiced ?? 0),
    toDecide: of.quote_pending ?? 0,
    unfinished: of.quote_approved ?? 0,
  }
}

/** What the list of Completed Jobs shows, and how many there are in all. */
export async function completedJobsOf(user: Actor, query: Query) {
  const [{ items, next }, counts] = await Promise.all([
    jobPart(user, completedWhere(user), query),
    completedCounts(user),
  ])
  return {
    jobs: items,
    counts,
    role: user.role,
    nextHref: next && withQuery('/completed-jobs', { cursor: next }),
  }
}
