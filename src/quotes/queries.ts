import { and, asc, desc, eq, inArray, type SQL } from 'drizzle-orm'
import { type DbOrTx, db } from '#db/client.ts'
import { jobs, quotes, users } from '#db/schema.ts'
import type { Actor } from '#src/accounts/account.ts'
import { personOf } from '#src/accounts/person.ts'
import type { Job } from '#src/jobs/job.ts'
import { jobsVisibleTo, readJobs } from '#src/jobs/queries.ts'
import { NotFound } from '#src/web/errors.ts'
import { isUuid } from '#src/web/uuid.ts'
import type { Quote, QuoteWithJob } from './quote.ts'

export type { QuoteWithJob } from './quote.ts'

/**
 * The quotes of these jobs, by job id, oldest first. A quote_work job has the approved quote of the job it came from.
 */
export async function quotesOf(
  of: Pick<Job, 'id' | 'jobType' | 'parentJobId'>[],
  tx: DbOrTx = db,
): Promise<Map<string, Quote[]>> {
  const sources = new Map(
    of.map((job) => [job.id, job.jobType === 'quote_work' ? (job.parentJobId ?? job.id) : job.id]),
  )
  if (sources.size === 0) return new Map()
  const rows = await tx
    .select({ quote: quotes, contractor: personOf(users) })
    .from(quotes)
    .leftJoin(users, eq(users.id, quotes.contractorId))
    .where(inArray(quotes.jobId, [...new Set(sources.values())]))
    .orderBy(asc(quotes.createdAt), asc(quotes.id))
  const bySource = Map.groupBy(
    rows.map(({ quote, contractor }) => ({ ...quote, contractor })),
    (quote) => quote.jobId,
  )
  return new Map(
    of.map((job) => {
      const found = bySource.get(sources.get(job.id)!) ?? []
      return [job.id, job.jobType === 'quote_work' ? found.filter((quote) => quote.status === 'approved') : found]
    }),
  )
}

/** Quotes with their jobs, newest first. `where` may speak of `quotes` and `jobs`. */
export async function readQuotes({
  where,
  limit,
  offset,
}: {
  where?: SQL
  limit?: number
  offset?: number
}): Promise<QuoteWithJob[]> {
  const query = db
    .select({ quote: quotes, contractor: personOf(users) })
    .from(quotes)
    .innerJoin(jobs, eq(jobs.id, quotes.jobId))
    .leftJoin(users, eq(users.id, quotes.contractorId))
    .where(where)
    .orderBy(desc(quotes.createdAt), desc(quotes.id))
    .$dynamic()
  if (limit !== undefined) query.limit(limit)
  if (offset) query.offset(offset)
  const rows = await query
  if (rows.length === 0) return []
  const found = await readJobs({ where: inArray(jobs.id, [...new Set(rows.map((row) => row.quote.jobId))]) })
  const byId = new Map(found.map((job) => [job.id, job]))
  return rows.map(({ quote, contractor }) => {
    const job = byId.get(quote.jobId)!
    return { ...quote, contractor, job, workCompletion: job.visits.find((visit) => visit.id === quote.visitId) ?? null }
  })
}

/** The quotes of the jobs a user may read; a contractor's are their own. */
export const quotesVisibleTo = (user: Actor): SQL =>
  and(jobsVisibleTo(user), user.role === 'contractor' ? eq(quotes.contractorId, user.id) : undefined)!

export const pendingQuotes = (user: Actor): Promise<QuoteWithJob[]> =>
  readQuotes({ where: and(quotesVisibleTo(user), eq(quotes.status, 'pending')) })

/** One quote the user may read. Throws NotFound. */
export async function quoteVisibleTo(user: Actor, id: string): Promise<QuoteWithJob> {
  const [quote] = isUuid(id) ? await readQuotes({ where: and(eq(quotes.id, id), quotesVisibleTo(user)), limit: 1 }) : []
  if (!quote) throw new NotFound()
  return quote
}
