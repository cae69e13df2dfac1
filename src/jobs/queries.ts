import { and, count, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type DbOrTx, db, type Tx } from '#db/connect/client.ts'
import { isAmong, isOneOf, limitTo } from '#db/query/conditions.ts'
import { quoteSql } from '#db/query/predicates.ts'
import { Ending, type Selection, selection } from '#db/query/selection.ts'
import { readTallies } from '#db/query/tallies.ts'
import { jobs, lostJobs, quotes } from '#db/schema.ts'
import { forEachRole, type Reader } from '#src/accounts/people/reader.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin, isContractor } from '#src/domain/account/roles.ts'
import type { Job } from '#src/domain/job/job.ts'
import { type ListedJob, RECENT_LIMIT } from '#src/domain/job/listed.ts'
import { ACTIVE, type JobStatus, OPEN, RESPONDED, UNANSWERED } from '#src/domain/job/status.ts'
import type { Quote } from '#src/domain/quote/quote.ts'
import { PENDING_QUOTES } from '#src/domain/quote/state.ts'
import type { Visit } from '#src/domain/visit/visit.ts'
import { PAGE_SIZE } from '#src/http/cursor.ts'
import { type HttpError, NoLongerYours, NotFound } from '#src/http/errors.ts'
import { isUuid, oneById } from '#src/http/uuid.ts'
import { meanwhileOf } from '#src/jobs/lifecycle/meanwhile.ts'
import { firstOf } from '#src/jobs/search/first-of.ts'
import { isCarriedOutBy } from '#src/quotes/carried-out.ts'
import { quotesOfJobs, recurringQuotesOfJobs } from '#src/quotes/of-job.ts'
import { recurringVisitsOfJobs, visitsOfJobs } from '#src/visits/of-job.ts'
import { isInHandOf } from './of-account.ts'
import {
  type Hint,
  jobsForAdmins,
  jobsForAgents,
  jobsForContractors,
  jobsWithHint,
  listedJobs,
  recurringWholeJobs,
  wholeJobs,
} from './selected.ts'
import { jobsVisibleTo, jobsWhollyVisibleTo, sharesOf } from './visible.ts'

const NEWEST_FIRST = [desc(jobs.createdAt), desc(jobs.id)]

/** `where` has been narrowed to the reader. Newest first, unless `order` says otherwise. */
type JobRange = { where?: SQL; limit?: number; order?: SQL[] }

export type ReadJobs<Of> = (reader: Actor, range: JobRange | Ending, tx?: DbOrTx) => Promise<Of[]>

const reading =
  <Of>(select: (reader: Reader) => Selection<Of>, selected = forEachRole(select)): ReadJobs<Of> =>
  (reader, range, tx) =>
    selected(reader)({ reader: reader.id }, range instanceof Ending ? range : rangeOf(range), tx)

const rangeOf = ({ where = sql`true`, limit, order = NEWEST_FIRST }: JobRange): SQL =>
  sql`where ${where} order by ${sql.join(order, sql`, `)} ${limitTo(limit)}`

export const firstPage = forEachRole((reader) => {
  const [share, ...others] = sharesOf(reader)
  const limit = PAGE_SIZE + 1
  const order = { column: jobs.createdAt, descending: true }
  const where = others.length ? inArray(jobs.id, firstOf([share, ...others], order, limit)) : share
  return new Ending(rangeOf({ where, limit }))
})

const readWithoutParts = reading(wholeJobs)

export async function readJobs(reader: Actor, range: JobRange | Ending, tx?: DbOrTx): Promise<Job[]> {
  const found = await readWithoutParts(reader, range, tx)
  const ids = found.map(({ id }) => id)
  if (!ids.length) return []
  const [quotes, visits] = await Promise.all([quotesOfJobs(reader, ids, tx), visitsOfJobs(reader, ids, tx)])
  return found.map((job) => Object.assign(job, partsOf(job, { quotes, visits })))
}

export const readForAgents = reading(jobsForAgents)
export const readForAdmins = reading(jobsForAdmins)
export const readForAdminsAmong = (reader: Actor, ids: readonly string[]) =>
  readForAdmins(reader, { where: isAmong(jobs.id, ids) })
export const readForContractors = reading(jobsForContractors)

type Parts = { quotes: Map<string, Quote[]>; visits: Map<string, Visit[]> }
type PartsOfOne = Pick<Job, 'quotes' | 'visits'>

const partsOf = ({ id }: { id: string }, { quotes, visits }: Parts): PartsOfOne => ({
  quotes: quotes.get(id) ?? [],
  visits: visits.get(id) ?? [],
})

type RecurringRow = Omit<Job, 'quotes' | 'visits'> & Partial<Hint>

const readRecurring = reading(recurringWholeJobs)

/** For a list that recurs: an unchanged job is the same frozen object. */
export async function readRecurringJobs(reader: Actor, range: JobRange | Ending): Promise<Job[]> {
  const found = await readRecurring(reader, range)
  const ids = found.map(({ id }) => id)
  return recurringJobs(reader, found, { quoted: ids, visited: ids })
}

async function recurringJobs(
  reader: Actor,
  found: readonly RecurringRow[],
  { quoted, visited }: Record<'quoted' | 'visited', readonly string[]>,
): Promise<Job[]> {
  const [quotes, visits] = await Promise.all([
    quoted.length ? recurringQuotesOfJobs(reader, quoted) : new Map<string, Quote[]>(),
    visited.length ? recurringVisitsOfJobs(reader, visited) : new Map<string, Visit[]>(),
  ])
  return found.map((row) => recurringJob(row, partsOf(row, { quotes, visits })))
}

const known = new WeakMap<RecurringRow, Job>()

const areSame = (some: readonly object[], others: readonly object[]): boolean =>
  some.length === others.length && some.every((one, at) => one === others[at])

function recurringJob(row: RecurringRow, parts: PartsOfOne): Job {
  const before = known.get(row)
  if (before && areSame(before.quotes, parts.quotes) && areSame(before.visits, parts.visits)) return before
  const { hasQuotes: _, hasVisits: __, ...job } = row
  const made = Object.freeze({ ...job, ...parts })
  known.set(row, made)
  return made
}

export async function jobVisibleTo(user: Actor, id: string, tx: DbOrTx = db): Promise<Job> {
  const own = and(eq(jobs.id, id), jobsVisibleTo(user))
  return oneById(id, () => readJobs(user, { where: own, limit: 1 }, tx))
}

export const isOfJobVisibleTo = (user: Reader, jobId: PgColumn): SQL =>
  sql`${jobId} in (select ${jobs.id} from ${jobs} where ${jobsVisibleTo(user)})`

export async function refsVisibleTo(user: Actor, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: jobs.id, jobRef: jobs.jobRef })
    .from(jobs)
    .where(and(isAmong(jobs.id, ids.filter(isUuid)), jobsVisibleTo(user)))
  return new Map(rows.map(({ id, jobRef }) => [id, jobRef]))
}

export type JobRow = Omit<typeof jobs.$inferSelect, 'searchText' | 'words' | 'tenantWords'>

// The job that quote work came from is locked first: in another order, two transactions might wait for each other.
export async function lockJob(tx: Tx, user: Actor, id: string): Promise<JobRow> {
  if (!isUuid(id)) throw new NotFound()
  const parent = sql`(select work.parent_job_id from jobs work where work.id = ${id})`
  const rows = await tx
    .select()
    .from(jobs)
    .where(or(and(eq(jobs.id, id), jobsWhollyVisibleTo(user)), eq(jobs.id, parent)))
    .orderBy(sql`${jobs.parentJobId} nulls first`)
    .for('update')
  const job = rows.find((row) => row.id === id.toLowerCase())
  if (!job) throw await goneFrom(tx, user, id)
  return job
}

export async function goneFrom(tx: DbOrTx, user: Actor, id: string): Promise<HttpError> {
  if (!(await wasTheirs(user, id, tx))) return new NotFound()
  return new NoLongerYours('the job', isContractor(user) ? await meanwhileOf(tx, user, id) : undefined)
}

const wasOf = (user: Actor): SQL =>
  or(
    jobsVisibleTo(user),
    sql`exists (select from ${lostJobs} lost where lost.job_id = ${jobs.id} and lost.user_id = ${user.id}
    and ${jobs.estateAgentId} is distinct from ${user.id})`,
  )!

async function wasTheirs(user: Actor, id: string, tx: DbOrTx): Promise<boolean> {
  return isUuid(id) && (await tx.$count(jobs, and(eq(jobs.id, id), wasOf(user)))) > 0
}

/** Also one that is no longer theirs. */
export async function lockFormerJob(tx: Tx, user: Actor, id: string): Promise<JobRow> {
  const isIt = and(eq(jobs.id, id), wasOf(user))
  return oneById(id, () => tx.select().from(jobs).where(isIt).for('update', { of: jobs }))
}

export async function ownJob(user: Actor, id: string, tx: DbOrTx = db): Promise<Job> {
  const own = and(eq(jobs.id, id), jobsWhollyVisibleTo(user))
  const [job] = isUuid(id) ? await readJobs(user, { where: own, limit: 1 }, tx) : []
  if (!job) throw await goneFrom(tx, user, id)
  return job
}

export async function lockWorkOfQuote(tx: Tx, quoteId: string): Promise<JobRow | null> {
  const [found] = await tx
    .select({ work: jobs })
    .from(jobs)
    .innerJoin(quotes, isCarriedOutBy(quotes, jobs))
    .where(eq(quotes.id, quoteId))
    .for('update', { of: jobs })
  return found?.work ?? null
}

export async function workVisibleTo(user: Actor, quoteId: string): Promise<string | null> {
  const [work] = await db
    .select({ id: jobs.id })
    .from(jobs)
    .innerJoin(quotes, isCarriedOutBy(quotes, jobs))
    .where(and(eq(quotes.id, quoteId), jobsVisibleTo(user)))
  return work?.id ?? null
}

// The caller has locked the job, here and below: others would wait in another order.
export const lockUnfinishedWork = (tx: Tx, job: JobRow): Promise<JobRow[]> =>
  lockAmong(tx, and(eq(jobs.parentJobId, job.id), isOneOf(jobs.status, OPEN)))

export const lockFollowing = (tx: Tx, job: JobRow, statuses: readonly JobStatus[]): Promise<JobRow[]> =>
  lockAmong(tx, and(or(eq(jobs.parentJobId, job.id), eq(jobs.rivalOfJobId, job.id)), isOneOf(jobs.status, statuses)))

const lockAmong = (tx: Tx, where: SQL | undefined): Promise<JobRow[]> =>
  tx.select().from(jobs).where(where).orderBy(jobs.id).for('update')

export async function lockParent(tx: Tx, work: JobRow): Promise<JobRow | null> {
  const [parent] = work.parentJobId
    ? await tx.select().from(jobs).where(eq(jobs.id, work.parentJobId)).for('update')
    : []
  return parent ?? null
}

export const isResponded = isOneOf(jobs.status, RESPONDED)
const isUnanswered = isOneOf(jobs.status, UNANSWERED)

function isRecent(reader: Reader): SQL {
  const newest = firstOf(
    [and(jobsWhollyVisibleTo(reader), isUnanswered)!],
    { column: jobs.createdAt, descending: true },
    RECENT_LIMIT,
  )
  return sql`where ${inArray(jobs.id, newest)} order by ${sql.join(NEWEST_FIRST, sql`, `)}`
}

const recent = forEachRole((reader) => jobsWithHint(reader, isRecent(reader)))
const recentListed = forEachRole((reader) => listedJobs(reader, isRecent(reader)))

export async function recentJobs(user: Actor): Promise<Job[]> {
  const found = await recent(user)({ reader: user.id })
  const having = (hint: keyof Hint) => found.filter((job) => job[hint]).map(({ id }) => id)
  return recurringJobs(user, found, { quoted: having('hasQuotes'), visited: having('hasVisits') })
}

export const listRecentJobs = (user: Actor): Promise<ListedJob[]> => recentListed(user)({ reader: user.id })

// By response, not by visit: quote work marked complete may have none.
export const completedWhere = (user: Actor): SQL => and(jobsWhollyVisibleTo(user), isResponded)!

export const inHandWhere = (user: Actor): SQL => isInHandOf(user.id)

export const activeWhere = (): SQL => isOneOf(jobs.status, ACTIVE)

const COUNT = { count: sql<number>`count(*)::int` }
const counted = selection(COUNT, sql`from (select ${jobs.id} from ${jobs} where`)
const allOfShares = forEachRole((reader) =>
  sharesOf(reader).map((share) => selection(COUNT, sql`from ${jobs} where ${share}`)),
)

/** With `most`, counts no further; `inOrder` the newest, which are in memory, where no index knows the condition. */
export async function countJobs(user: Actor, where?: SQL, most?: number, inOrder = false): Promise<number> {
  const order = inOrder && most !== undefined ? sql`order by ${sql.join(NEWEST_FIRST, sql`, `)}` : sql``
  const counts =
    where || most !== undefined
      ? sharesOf(user).map((share) => counted({}, sql`${and(share, where)} ${order} ${limitTo(most)}) counted`))
      : allOfShares(user).map((count) => count({ reader: user.id }))
  const all = (await Promise.all(counts)).reduce((sum, [row]) => sum + (row?.count ?? 0), 0)
  return Math.min(all, most ?? all)
}

export async function countAnswered(user: Actor): Promise<Partial<Record<JobStatus, number>>> {
  const { status } = jobs
  const counts = await db.select({ status, count: count() }).from(jobs).where(completedWhere(user)).groupBy(status)
  return Object.fromEntries(counts.map((row) => [row.status, row.count]))
}

type Stats = { activeJobs: number; pendingQuotes: number }

export const statCells = (reader: Reader) => {
  const isUnfinished = and(jobsWhollyVisibleTo(reader), isOneOf(jobs.status, OPEN))
  const active = isContractor(reader) ? isInHandOf(reader.id) : isUnfinished
  // Who made a quote sees its job. An agent's quotes are looked up by job: one with a quote to decide is not finished.
  const isOwn = isContractor(reader) ? eq(quotes.contractorId, reader.id) : isUnfinished
  const pending = and(quoteSql.isPending(), isOwn)
  return {
    activeJobs: sql<number>`(select count(*)::int from ${jobs} where ${active})`,
    pendingQuotes: sql<number>`(select count(*)::int from ${quotes}
      join ${jobs} on ${eq(jobs.id, quotes.jobId)} where ${pending})`,
  }
}

const ownStats = forEachRole((reader) => selection(statCells(reader), sql``))

export async function stats(user: Actor): Promise<Stats> {
  if (!isAdmin(user)) return (await ownStats(user)({ reader: user.id }))[0]!
  const tally = await readTallies()
  return {
    activeJobs: tally('jobs', { status: OPEN }).count,
    pendingQuotes: tally('quotes', { status: PENDING_QUOTES }).count,
  }
}
