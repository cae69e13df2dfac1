import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type DbOrTx, db, type Tx } from '#db/client.ts'
import { is, isAmong, literal } from '#db/conditions.ts'
import { jobs, quotes, users } from '#db/schema.ts'
import type { Actor } from '#src/accounts/account.ts'
import { contractorOf } from '#src/accounts/person.ts'
import type { Job } from '#src/jobs/job.ts'
import { readJobs } from '#src/jobs/queries.ts'
import type { InvoicingStatus } from '#src/visits/visit.ts'
import { NotFound } from '#src/web/errors.ts'
import { isUuid } from '#src/web/uuid.ts'
import { isCarriedOutBy } from './carried-out.ts'
import type { QuoteWithJob } from './quote-with-job.ts'
import { quotesVisibleTo } from './readable.ts'

export type { QuoteWithJob } from './quote-with-job.ts'
export { quotesVisibleTo } from './readable.ts'

const work = alias(jobs, 'work')

const jobShownTo = (reader: Actor): SQL<string> =>
  reader.role === 'contractor'
    ? sql`case when ${quotes.contractorId} = ${reader.id} then ${quotes.jobId}
        else (select ${work.id} from ${jobs} "work"
          where ${and(isCarriedOutBy(quotes, work), eq(work.contractorId, reader.id))} limit 1) end`
    : sql`${quotes.jobId}`

const NEWEST = [desc(quotes.createdAt), desc(quotes.id)]

type QuoteRange = { where?: SQL; limit?: number; by?: SQL; order?: SQL[] }

/** `where` has been narrowed to the reader. It and `by` may name `quotes`, `jobs` and, as `users`, the contractor. */
export async function readQuotes(
  reader: Actor,
  { where, limit, by = sql`${quotes.contractorId}`, order = NEWEST }: QuoteRange,
  tx: DbOrTx = db,
): Promise<QuoteWithJob[]> {
  const query = tx
    .select({ quote: quotes, contractor: contractorOf(users, reader), shownWith: jobShownTo(reader) })
    .from(quotes)
    .innerJoin(jobs, eq(jobs.id, quotes.jobId))
    .leftJoin(users, eq(users.id, by))
    .where(where)
    .orderBy(...order)
    .$dynamic()
  if (limit !== undefined) query.limit(literal(limit))
  const rows = await query
  if (rows.length === 0) return []
  const among = isAmong(jobs.id, [...new Set(rows.map((row) => row.shownWith))])
  const found = await readJobs(reader, { where: among }, tx)
  const byId = new Map(found.map((job) => [job.id, job]))
  return rows.flatMap(({ quote, contractor, shownWith }) => {
    const job = byId.get(shownWith)
    // The job was deleted between the two statements, and its quotes with it.
    if (!job) return []
    const workCompletion = job.visits.find((visit) => visit.id === quote.visitId) ?? null
    return [{ ...quote, contractorId: contractor?.id ?? quote.contractorId, contractor, job, workCompletion }]
  })
}

export const pendingWhere = (user: Actor): SQL => and(quotesVisibleTo(user), is(quotes.status, 'pending'))!

export async function countQuotes(where: SQL | undefined, most?: number, by?: SQL): Promise<number> {
  const found = db
    .select({ id: quotes.id })
    .from(quotes)
    .innerJoin(jobs, eq(jobs.id, quotes.jobId))
    .leftJoin(users, eq(users.id, by ?? quotes.contractorId))
    .where(where)
    .$dynamic()
  const counted = (most === undefined ? found : found.limit(literal(most))).as('counted')
  const [row] = await db.select({ count: count() }).from(counted)
  return row?.count ?? 0
}

export async function quoteVisibleTo(user: Actor, id: string, tx: DbOrTx = db): Promise<QuoteWithJob> {
  const own = and(eq(quotes.id, id), quotesVisibleTo(user))
  const [quote] = isUuid(id) ? await readQuotes(user, { where: own, limit: 1 }, tx) : []
  if (!quote) throw new NotFound()
  return quote
}

export const quoteWorkToInvoiceWhere = (): SQL =>
  and(is(quotes.status, 'approved'), is(quotes.workStatus, 'completed'), is(quotes.invoicingStatus, 'pending'))!

/** The contractor who did a quote's work: it may have passed to another than the one who quoted. */
export const doneBy = sql`coalesce(
  (select ${work.contractorId} from ${jobs} "work" where ${isCarriedOutBy(quotes, work)} limit 1), ${quotes.contractorId})`

export async function quoteWorkById(reader: Actor, id: string): Promise<QuoteWithJob> {
  const [found] = isUuid(id) ? await readQuotes(reader, { where: eq(quotes.id, id), limit: 1, by: doneBy }) : []
  if (!found) throw new NotFound()
  return found
}

/** Of quote work only the quote that it carries out. */
export async function invoicingOfQuotes(tx: Tx, job: Pick<Job, 'id' | 'parentJobId'>): Promise<InvoicingStatus[]> {
  const rows = await tx
    .select({ status: quotes.invoicingStatus })
    .from(quotes)
    .innerJoin(jobs, eq(jobs.id, job.id))
    .where(
      and(
        job.parentJobId ? isCarriedOutBy(quotes, jobs) : eq(quotes.jobId, jobs.id),
        eq(quotes.status, 'approved'),
        eq(quotes.workStatus, 'completed'),
      ),
    )
  return rows.map(({ status }) => status)
}

/** Those among them that are to be invoiced. */
export const quotesToInvoiceAmong = (reader: Actor, ids: readonly string[]): Promise<QuoteWithJob[]> =>
  readQuotes(reader, { where: and(isAmong(quotes.id, ids.filter(isUuid)), quoteWorkToInvoiceWhere()) })

export async function jobRefsOfQuotes(ids: readonly string[]): Promise<[quoteId: string, jobRef: string][]> {
  const rows = await db
    .select({ id: quotes.id, jobRef: jobs.jobRef })
    .from(quotes)
    .innerJoin(jobs, eq(jobs.id, quotes.jobId))
    .where(isAmong(quotes.id, ids.filter(isUuid)))
  return rows.map(({ id, jobRef }) => [id, jobRef])
}
