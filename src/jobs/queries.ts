import { and, count, desc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { type DbOrTx, db, type Tx } from '#db/client.ts'
import { is, isAmong, isOneOf, literal } from '#db/conditions.ts'
import { jobs, jobVisits, quotes, users } from '#db/schema.ts'
import { readTallies } from '#db/tallies.ts'
import { type Actor, ROLES } from '#src/accounts/account.ts'
import { contractorOf, personOf } from '#src/accounts/person.ts'
import type { Reader } from '#src/accounts/reader.ts'
import { unreadOfJob } from '#src/messages/of-job.ts'
import { isCarriedOutBy } from '#src/quotes/carried-out.ts'
import { quotesOfJob } from '#src/quotes/of-job.ts'
import { visitsOfJob } from '#src/visits/of-job.ts'
import { Forbidden, NotFound } from '#src/web/errors.ts'
import { isUuid } from '#src/web/uuid.ts'
import { ACTIVE, type Job, type JobStatus, OPEN, RECENT_LIMIT, RESPONDED, UNANSWERED } from './job.ts'
import { isInHandOf } from './of-account.ts'

/** A condition on `jobs` that every read of a job goes through. */
export function jobsVisibleTo(user: Reader): SQL {
  switch (user.role) {
    case 'estate_agent':
      return and(eq(jobs.estateAgentId, user.id), is(jobs.hiddenFromEstateAgent, 'no'))!
    case 'contractor':
      return inArray(jobs.id, hadBy(user))
    case 'admin':
      return sql`true`
    default:
      return sql`false`
  }
}

const held = alias(jobs, 'held')
const root = alias(jobs, 'root')

/** A union, so that each part's index is used: an `or` over several tables would read every job. */
const hadBy = (user: Reader) =>
  db
    .select({ id: held.id })
    .from(held)
    .where(eq(held.contractorId, user.id))
    .union(
      db
        .select({ id: jobVisits.jobId })
        .from(jobVisits)
        .where(and(eq(jobVisits.contractorId, user.id), is(jobVisits.outcome, 'done'))),
    )
    .union(db.select({ id: quotes.jobId }).from(quotes).where(eq(quotes.contractorId, user.id)))

const contractor = alias(users, 'contractor')
const estateAgent = alias(users, 'estate_agent')
const {
  searchText: _text,
  words: _words,
  propertyKey: _key,
  appointmentId: _uid,
  appointmentSequence: _sequence,
  ...columns
} = getTableColumns(jobs)

/** A contractor does not learn of rivals. The reference is null where the reader may not open the job. */
function rivalOf(reader: Reader): { rivalOfJobId: SQL<string | null>; rivalOfJobRef: SQL<string | null> } {
  if (reader.role !== 'admin' && reader.role !== 'estate_agent')
    return { rivalOfJobId: sql`null`, rivalOfJobRef: sql`null` }
  const seen =
    reader.role === 'admin' ? undefined : and(eq(root.estateAgentId, reader.id), is(root.hiddenFromEstateAgent, 'no'))
  const ref = sql<
    string | null
  >`(select ${root.jobRef} from ${jobs} "root" where ${and(eq(root.id, jobs.rivalOfJobId), seen)})`
  return { rivalOfJobId: sql`${jobs.rivalOfJobId}`, rivalOfJobRef: ref }
}

/** Built once for each role, as building it takes long: the reader's id is filled in when the statement runs. */
const selected = (role: Reader['role']) => {
  const reader = { role, id: sql.placeholder('reader') }
  // The tenant and the booked visit are known to the contractor who has the job, not to one who had it.
  const ofTenant = (column: PgColumn): SQL<string | null> =>
    role === 'contractor' ? sql`case when ${jobs.contractorId} = ${reader.id} then ${column} end` : sql`${column}`
  const ofBooked = (column: PgColumn) => sql<Date | null>`${ofTenant(column)}`.mapWith(column) as SQL<Date | null>
  return {
    ...columns,
    appointmentStartsAt: ofBooked(jobs.appointmentStartsAt),
    appointmentEndsAt: ofBooked(jobs.appointmentEndsAt),
    tenantName: ofTenant(jobs.tenantName),
    tenantPhone: ofTenant(jobs.tenantPhone),
    ...rivalOf(reader),
    contractor: contractorOf(contractor, reader),
    estateAgent: personOf(estateAgent),
    quotes: quotesOfJob(reader),
    visits: visitsOfJob(reader),
    unreadMessages: unreadOfJob(reader),
  }
}
const SELECTED = {
  estate_agent: selected('estate_agent'),
  contractor: selected('contractor'),
  admin: selected('admin'),
  none: selected(null),
}

const select = (tx: DbOrTx, role: Reader['role'], where: SQL | undefined) =>
  tx
    .select(SELECTED[role ?? 'none'])
    .from(jobs)
    .leftJoin(contractor, eq(contractor.id, jobs.contractorId))
    .leftJoin(estateAgent, eq(estateAgent.id, jobs.estateAgentId))
    .where(where)

const NEWEST_FIRST = [desc(jobs.createdAt), desc(jobs.id)]

type JobRange = { where?: SQL; limit?: number; order?: SQL[] }

/** `where` has been narrowed to the reader. Newest first, unless `order` says otherwise. */
export async function readJobs(
  reader: Actor,
  { where, limit, order = NEWEST_FIRST }: JobRange,
  tx: DbOrTx = db,
): Promise<Job[]> {
  const query = select(tx, reader.role, where)
    .orderBy(...order)
    .$dynamic()
  if (limit !== undefined) query.limit(literal(limit))
  return query.execute({ reader: reader.id })
}

export async function jobVisibleTo(user: Actor, id: string, tx: DbOrTx = db): Promise<Job> {
  const own = and(eq(jobs.id, id), jobsVisibleTo(user))
  const [job] = isUuid(id) ? await readJobs(user, { where: own, limit: 1 }, tx) : []
  if (!job) throw new NotFound()
  return job
}

export async function idsVisibleTo(user: Actor, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(inArray(jobs.id, ids), jobsVisibleTo(user)))
  return new Set(rows.map(({ id }) => id))
}

/** The references of those among them that the reader may see. */
export async function refsVisibleTo(user: Actor, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: jobs.id, jobRef: jobs.jobRef })
    .from(jobs)
    .where(and(isAmong(jobs.id, ids.filter(isUuid)), jobsVisibleTo(user)))
  return new Map(rows.map(({ id, jobRef }) => [id, jobRef]))
}

export type JobRow = Omit<typeof jobs.$inferSelect, 'searchText' | 'words'>

// The job that quote work came from is locked first: in another order, two transactions might wait for each other.
export async function lockJob(tx: Tx, user: Actor, id: string): Promise<JobRow> {
  if (!isUuid(id)) throw new NotFound()
  const parent = sql`(select work.parent_job_id from jobs work where work.id = ${id})`
  const rows = await tx
    .select()
    .from(jobs)
    .where(or(and(eq(jobs.id, id), jobsVisibleTo(user)), eq(jobs.id, parent)))
    .orderBy(sql`${jobs.parentJobId} nulls first`)
    .for('update')
  const job = rows.find((row) => row.id === id.toLowerCase())
  if (!job) throw new NotFound()
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

// The caller has locked the job, here and below: others would wait in another order.
export const lockUnfinishedWork = (tx: Tx, job: JobRow): Promise<JobRow[]> =>
  lockAmong(tx, and(eq(jobs.parentJobId, job.id), isOneOf(jobs.status, OPEN)))

/** Quote work and rivals of a job that are in one of these states. */
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

export async function lockOwnJob(tx: Tx, user: Actor, id: string): Promise<JobRow> {
  const job = await lockJob(tx, user, id)
  if (job.contractorId !== user.id) throw new Forbidden('This job is not assigned to you.')
  return job
}

const isResponded = isOneOf(jobs.status, RESPONDED)
const isUnanswered = isOneOf(jobs.status, UNANSWERED)

const recent = Object.fromEntries(
  ROLES.map((role) => [
    role,
    select(db, role, and(jobsVisibleTo({ role, id: sql.placeholder('reader') }), isUnanswered))
      .orderBy(...NEWEST_FIRST)
      .limit(literal(RECENT_LIMIT))
      .prepare(`recent_${role}`),
  ]),
)

export async function recentJobs(user: Actor): Promise<Job[]> {
  return (await recent[user.role ?? '']?.execute({ reader: user.id })) ?? []
}

// By response, not by visit: quote work marked complete may have none.
export const completedWhere = (user: Actor): SQL => and(jobsVisibleTo(user), isResponded)!

export const inHandWhere = (user: Actor): SQL => isInHandOf(user.id)

export const activeWhere = (): SQL => isOneOf(jobs.status, ACTIVE)

/** With `most`, counts no further; `inOrder` the newest, which are in memory, where no index knows the condition. */
export async function countJobs(where: SQL | undefined, most?: number, inOrder = false): Promise<number> {
  const found = db.select({ id: jobs.id }).from(jobs).where(where).$dynamic()
  if (inOrder && most !== undefined) found.orderBy(...NEWEST_FIRST)
  const counted = (most === undefined ? found : found.limit(literal(most))).as('counted')
  const [row] = await db.select({ count: count() }).from(counted)
  return row?.count ?? 0
}

export async function countByStatus(where: SQL | undefined): Promise<Partial<Record<JobStatus, number>>> {
  const rows = await db.select({ status: jobs.status, count: count() }).from(jobs).where(where).groupBy(jobs.status)
  return Object.fromEntries(rows.map((row) => [row.status, row.count]))
}

export async function stats(user: Actor): Promise<{ activeJobs: number; pendingQuotes: number }> {
  if (user.role === 'admin') {
    const tally = await readTallies()
    return {
      activeJobs: tally('jobs', { status: OPEN }).count,
      pendingQuotes: tally('quotes', { status: ['pending'] }).count,
    }
  }
  const active = user.role === 'contractor' ? inHandWhere(user) : and(jobsVisibleTo(user), isOneOf(jobs.status, OPEN))
  const pending = and(
    is(quotes.status, 'pending'),
    user.role === 'contractor' ? eq(quotes.contractorId, user.id) : undefined,
    jobsVisibleTo(user),
  )
  const [activeJobs, [pendingQuotes]] = await Promise.all([
    countJobs(active),
    db.select({ count: count() }).from(quotes).innerJoin(jobs, eq(jobs.id, quotes.jobId)).where(pending),
  ])
  return { activeJobs, pendingQuotes: pendingQuotes?.count ?? 0 }
}
