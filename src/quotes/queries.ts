import { and, asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type DbOrTx, db, type Tx } from '#db/connect/client.ts'
import { isAmong, limitTo, literal } from '#db/query/conditions.ts'
import { jobSql, quoteSql } from '#db/query/predicates.ts'
import { recurringSelection, type Selection, selection } from '#db/query/selection.ts'
import { jobs, jobVisits, quotes, users } from '#db/schema.ts'
import { contractorOf } from '#src/accounts/people/person.ts'
import { forEachRole, type Reader } from '#src/accounts/people/reader.ts'
import type { Actor, Person } from '#src/domain/account/account.ts'
import { isAgent, isContractor } from '#src/domain/account/roles.ts'
import type { Job } from '#src/domain/job/job.ts'
import type { Quote } from '#src/domain/quote/quote.ts'
import type { ListedQuote, QuoteWithJob } from '#src/domain/quote/quote-with-job.ts'
import { isUuid, oneById } from '#src/http/uuid.ts'
import { readJobs } from '#src/jobs/queries.ts'
import { JOB_CONTRACTOR, quotedJob } from '#src/jobs/selected.ts'
import { jobsVisibleTo } from '#src/jobs/visible.ts'
import { memoized } from '#src/runtime/memoized.ts'
import { isCarriedOutBy } from './carried-out.ts'
import { quotesVisibleTo, visibleColumns } from './readable.ts'

const work = alias(jobs, 'work')
const rival = alias(jobs, 'rival')
const came = alias(jobVisits, 'came')

const jobShownTo = (reader: Reader): SQL<string> =>
  isContractor(reader)
    ? sql`case when ${quotes.contractorId} = ${reader.id} then ${quotes.jobId}
        else (select ${work.id} from ${jobs} "work"
          where ${and(isCarriedOutBy(quotes, work), eq(work.contractorId, reader.id))} limit 1) end`
    : sql`${quotes.jobId}`

/** The contractor who did a quote's work: it may have passed to another than the one who quoted. */
export const doneBy = sql`coalesce(
  (select ${work.contractorId} from ${jobs} "work" where ${isCarriedOutBy(quotes, work)} limit 1), ${quotes.contractorId})`

const NEWEST = [desc(quotes.createdAt), desc(quotes.id)]

export type QuoteRange = { where?: SQL; limit?: number; by?: SQL; order?: SQL[] }

const from = (by: SQL): SQL =>
  sql`from ${quotes} join ${jobs} on ${eq(jobs.id, quotes.jobId)} left join ${users} on ${eq(users.id, by)}`

function reading<Of>(select: (reader: Reader, by: SQL) => Selection<Of>) {
  const byQuoter = forEachRole((reader) => select(reader, sql`${quotes.contractorId}`))
  const byWorker = forEachRole((reader) => select(reader, doneBy))
  return (reader: Actor, { where = sql`true`, limit, by, order = NEWEST }: QuoteRange, tx?: DbOrTx): Promise<Of[]> => {
    const selected = by === doneBy ? byWorker(reader) : byQuoter(reader)
    return selected(
      { reader: reader.id },
      sql`where ${where} order by ${sql.join(order, sql`, `)} ${limitTo(limit)}`,
      tx,
    )
  }
}

const ofQuote = (reader: Reader) => ({
  quote: visibleColumns(getTableColumns(quotes)),
  contractor: contractorOf(users, reader),
})

const readShownWith = reading((reader, by) =>
  selection({ ...ofQuote(reader), shownWith: jobShownTo(reader) }, from(by)),
)

const withContractor = (quote: Omit<Quote, 'contractor'> | null, contractor: Person | null): Quote => ({
  ...quote!,
  contractorId: contractor?.id ?? quote!.contractorId,
  contractor,
})

/** `where` has been narrowed to the reader. It may name `quotes`, `jobs` and, as `users`, the contractor: `doneBy`, or else who quoted. */
export async function readQuotes(reader: Actor, range: QuoteRange, tx?: DbOrTx): Promise<QuoteWithJob[]> {
  const rows = await readShownWith(reader, range, tx)
  if (rows.length === 0) return []
  const among = isAmong(jobs.id, [...new Set(rows.map((row) => row.shownWith))])
  const found = await readJobs(reader, { where: among }, tx)
  const byId = new Map(found.map((job) => [job.id, job]))
  return rows.flatMap(({ quote, contractor, shownWith }) => {
    const job = byId.get(shownWith)
    if (!job) return []
    const workCompletion = job.visits.find((visit) => visit.id === quote?.visitId) ?? null
    return [{ ...withContractor(quote, contractor), job, workCompletion }]
  })
}

const hasCompeting = (reader: Reader): SQL<boolean> =>
  isAgent(reader)
    ? sql<boolean>`(${quoteSql.isPending()} and (${jobs.rivalOfJobId} is not null
        or (select ${rival.id} from ${jobs} "rival" where ${eq(rival.rivalOfJobId, jobs.id)} limit 1) is not null))`
    : sql<boolean>`false`

const listed = (reader: Reader, by: SQL, rest = sql``) => {
  const { contractor: jobContractor, ...job } = quotedJob(reader)
  const { id, workDescription, photosUrls } = came
  const workCompletion = { id, workDescription, photosUrls }
  return recurringSelection(
    { ...ofQuote(reader), job, jobContractor, workCompletion, hasRivals: hasCompeting(reader) },
    sql`${from(by)} ${JOB_CONTRACTOR}
      left join ${jobVisits} "came" on ${and(eq(came.id, quotes.visitId), eq(came.jobId, jobs.id))} ${rest}`,
    'quote.id',
  )
}
type Listed = Awaited<ReturnType<ReturnType<typeof listed>>>[number]

const withJob = memoized(
  ({ quote, contractor, job, jobContractor, workCompletion, hasRivals }: Listed): ListedQuote => ({
    ...withContractor(quote, contractor),
    job: { ...job!, contractor: jobContractor, visits: workCompletion ? [workCompletion] : [] },
    workCompletion,
    hasRivals,
  }),
)

const readListed = reading((reader, by) => listed(reader, by))

export async function listQuotes(reader: Actor, range: QuoteRange): Promise<ListedQuote[]> {
  // A contractor may be shown the quote with another job, its quote work.
  if (isContractor(reader)) return readQuotes(reader, range)
  return (await readListed(reader, range)).map(withJob)
}

export const pendingWhere = (user: Reader): SQL => and(quotesVisibleTo(user), quoteSql.isPending())!

const MAX_LONGEST = 5

const longest = forEachRole((reader) =>
  listed(
    reader,
    sql`${quotes.contractorId}`,
    // By the index of the agent's jobs in this state: they are fewer than the agent's quotes.
    sql`where ${and(pendingWhere(reader), jobsVisibleTo(reader), jobSql.isToDecide())}
      order by coalesce(${jobs.waitingSince}, ${quotes.createdAt}), ${quotes.id} limit ${literal(MAX_LONGEST)}`,
  ),
)

export const longestPending = async (agent: Actor): Promise<ListedQuote[]> =>
  (await longest(agent)({ reader: agent.id })).map(withJob)

export async function countQuotes(shares: readonly SQL[], most?: number): Promise<number> {
  const counts = await Promise.all(
    shares.map(async (share) => {
      const [row] = await db.execute<{ count: number }>(
        sql`select count(*)::int as count from (select ${quotes.id} ${share} ${limitTo(most)}) counted`,
      )
      return row?.count ?? 0
    }),
  )
  const all = counts.reduce((sum, one) => sum + one, 0)
  return Math.min(all, most ?? all)
}

export async function quoteVisibleTo(user: Actor, id: string, tx: DbOrTx = db): Promise<QuoteWithJob> {
  const own = and(eq(quotes.id, id), quotesVisibleTo(user))
  return oneById(id, () => readQuotes(user, { where: own, limit: 1 }, tx))
}

export async function quoteWorkById(reader: Actor, id: string): Promise<QuoteWithJob> {
  return oneById(id, () => readQuotes(reader, { where: eq(quotes.id, id), limit: 1, by: doneBy }))
}

export async function invoicingOfQuotes(
  tx: Tx,
  job: Pick<Job, 'id' | 'parentJobId'>,
): Promise<Pick<Quote, 'invoicingStatus'>[]> {
  return tx
    .select({ invoicingStatus: quotes.invoicingStatus })
    .from(quotes)
    .innerJoin(jobs, eq(jobs.id, job.id))
    .where(and(job.parentJobId ? isCarriedOutBy(quotes, jobs) : eq(quotes.jobId, jobs.id), quoteSql.isBillable()))
}

export const quotesToInvoiceAmong = (reader: Actor, ids: readonly string[]): Promise<QuoteWithJob[]> =>
  readQuotes(reader, { where: and(isAmong(quotes.id, ids.filter(isUuid)), quoteSql.isWorkToInvoice()) })

export async function jobRefsOfQuotes(ids: readonly string[]): Promise<[quoteId: string, jobRef: string][]> {
  const rows = await db
    .select({ id: quotes.id, jobRef: jobs.jobRef })
    .from(quotes)
    .innerJoin(jobs, eq(jobs.id, quotes.jobId))
    .where(isAmong(quotes.id, ids.filter(isUuid)))
  return rows.map(({ id, jobRef }) => [id, jobRef])
}

export const oldestQuotesToInvoice = (reader: Actor, limit: number): Promise<ListedQuote[]> =>
  listQuotes(reader, {
    where: quoteSql.isWorkToInvoice(),
    limit,
    by: doneBy,
    order: [quotes.createdAt, quotes.id].map(asc),
  })

const oldestToInvoice = selection(
  { at: quotes.createdAt },
  sql`from ${quotes} where ${quoteSql.isWorkToInvoice()} order by ${quotes.createdAt}, ${quotes.id} limit 1`,
)

export const oldestQuoteToInvoice = async (): Promise<Date | null> => (await oldestToInvoice({}))[0]?.at ?? null
