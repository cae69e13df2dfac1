import { and, asc, eq, isNotNull, not, or, sql } from 'drizzle-orm'
import type { DbOrTx } from '#db/connect/client.ts'
import { isAmong, isOneOf } from '#db/query/conditions.ts'
import { jobSql, quoteSql, visitSql } from '#db/query/predicates.ts'
import { jobEvents, jobs, jobVisits, quotes } from '#db/schema.ts'
import { isBeingCarriedOut, isCancelled, isCompleted, waitsFor } from '#src/domain/job/state.ts'
import { OPEN } from '#src/domain/job/status.ts'
import { type TimelineEvent, TRANSITIONS } from '#src/domain/job/transitions.ts'
import { NOBODY, TO_INVOICE } from '#src/domain/job/waiting.ts'
import { waitingIn } from '#src/domain/job/whose-move.ts'
import { foundNobodyIn, isToInvoice } from '#src/domain/visit/state.ts'
import type { JobRow } from '#src/jobs/queries.ts'
import { visitByOf } from '#src/jobs/waiting/visit-target.ts'
import { type Backfill, backfill } from './backfill.ts'

type Wait = Pick<JobRow, 'waitingOn' | 'waitingFor' | 'waitingSince' | 'visitBy' | 'firstVisitAt'>
type Past = { event: TimelineEvent; detail: Record<string, string> | null; createdAt: Date }
type Bill = { items: number; pending: number }
const NO_BILL: Bill = { items: 0, pending: 0 }
type Judged = Pick<JobRow, 'jobType' | 'status' | 'appointmentStartsAt' | 'createdAt'>

const { id, parentJobId, jobType, status, urgency, createdAt, appointmentStartsAt } = jobs
const { waitingOn, waitingFor, waitingSince, visitBy, firstVisitAt } = jobs
const columns = {
  ...{ id, parentJobId, jobType, status, urgency, createdAt, appointmentStartsAt },
  ...{ waitingOn, waitingFor, waitingSince, visitBy, firstVisitAt },
}
type Found = Pick<JobRow, keyof typeof columns>

const MOVES: readonly TimelineEvent[] = ['created', ...(Object.keys(TRANSITIONS) as (keyof typeof TRANSITIONS)[])]
const REMOVALS: readonly TimelineEvent[] = ['visitDeleted', 'quoteRemoved']
const BILLING: readonly TimelineEvent[] = ['itemInvoiced', 'itemRestored', 'invoiceVoided']
const BEGINNINGS: readonly TimelineEvent[] = [
  ...[...MOVES, ...REMOVALS, ...BILLING],
  ...(['appointmentBooked', 'appointmentCancelled'] as const),
]

const GIVEN: readonly TimelineEvent[] = ['assigned', 'reassigned']
const TAKEN_BACK: readonly TimelineEvent[] = ['takenBack', 'takenBackAssigned', 'takenBackStarted']
const UNDONE: readonly TimelineEvent[] = [...GIVEN, ...TAKEN_BACK, 'appointmentBooked']

function withoutTakenBack(past: readonly Past[]): Past[] {
  const moments = past.flatMap((back, at) => {
    const given = past.slice(0, at).findLast(({ event }) => GIVEN.includes(event))
    return given && TAKEN_BACK.includes(back.event) ? [+given.createdAt, +back.createdAt] : []
  })
  return past.filter(({ event, createdAt }) => !(UNDONE.includes(event) && moments.includes(+createdAt)))
}

function waitIn(job: Judged, past: readonly Past[], bill: Bill) {
  if (isCancelled(job)) return cancelledWait(job, past, bill)
  const waiting = isCompleted(job) && bill.items === 0 ? NOBODY : waitingIn(job)
  const begins = ({ event }: Past) =>
    MOVES.includes(event) ||
    (waitsFor(waiting, 'visit') && event === 'appointmentBooked') ||
    (waitsFor(waiting, 'book') && event === 'appointmentCancelled') ||
    (waiting === NOBODY && isCompleted(job) && REMOVALS.includes(event))
  return { ...waiting, waitingSince: withoutTakenBack(past).findLast(begins)?.createdAt ?? job.createdAt }
}

function cancelledWait(job: Judged, past: readonly Past[], { pending }: Bill) {
  const waiting = pending > 0 ? TO_INVOICE : NOBODY
  let before = pending
  for (const { event, detail, createdAt } of past.toReversed()) {
    if (event === 'cancelled') return { ...waiting, waitingSince: createdAt }
    if (event === 'itemInvoiced' || event === 'visitDeleted') before += 1
    if (event === 'itemRestored' && detail?.hardDelete !== 'yes') before -= 1
    if (event === 'invoiceVoided' && !detail?.replacedBy) before -= 1
    if (before > 0 !== pending > 0) return { ...waiting, waitingSince: createdAt }
  }
  return { ...waiting, waitingSince: job.createdAt }
}

async function judge(tx: DbOrTx, ids: readonly string[]): Promise<(Wait & { id: string })[]> {
  const asked = await read(tx, ids)
  const parents = asked.flatMap((job) => job.parentJobId ?? []).filter((parent) => !ids.includes(parent))
  const found = parents.length > 0 ? [...asked, ...(await read(tx, parents))] : asked
  const works = await openWorks(tx, found)
  const all = [...found, ...works.values()].map(({ id }) => id)
  const [past, visited, bills] = await Promise.all([pastOf(tx, all), visitsOf(tx, all), billsOf(tx, found)])
  const waitOf = (job: Found) => waitIn(job, past.get(job.id) ?? [], bills.get(job.id) ?? NO_BILL)
  return found.flatMap((job) => {
    const wait: Wait = {
      ...waitOf(works.get(job.id) ?? job),
      visitBy: job.visitBy ?? visitByOf(job.jobType, job.urgency, job.createdAt),
      firstVisitAt: firstVisitOf(job, past.get(job.id) ?? [], visited.get(job.id)),
    }
    return isSame(job, wait) ? [] : [{ id: job.id, ...wait }]
  })
}

const read = (tx: DbOrTx, ids: readonly string[]): Promise<Found[]> =>
  tx.select(columns).from(jobs).where(isAmong(id, ids))

type Visited = { inside: Date | null; shut: Date[] }

/** A visit that was deleted since has met the target. Versions before this one counted a closed door too. */
function firstVisitOf(job: Found, past: readonly Past[], { inside, shut }: Visited = { inside: null, shut: [] }) {
  const noted = job.firstVisitAt
  if (!noted || inside?.getTime() === noted.getTime()) return noted ?? inside
  const doors = [...shut, ...past.filter(({ event }) => event === 'noAccess').map(({ createdAt }) => createdAt)]
  if (doors.some((door) => door.getTime() === noted.getTime())) return inside
  return inside && inside < noted ? inside : noted
}

const isSame = (job: Found, wait: Wait): boolean =>
  (Object.keys(wait) as (keyof Wait)[]).every((name) => String(job[name]?.valueOf()) === String(wait[name]?.valueOf()))

async function openWorks(tx: DbOrTx, found: readonly Found[]): Promise<Map<string, Found>> {
  const approved = found.filter(isBeingCarriedOut).map(({ id }) => id)
  if (approved.length === 0) return new Map()
  const works = await tx
    .select(columns)
    .from(jobs)
    .where(and(isAmong(jobs.parentJobId, approved), isOneOf(jobs.status, OPEN)))
    .orderBy(asc(jobs.createdAt))
  return new Map(works.map((work) => [work.parentJobId!, work]))
}

async function pastOf(tx: DbOrTx, ids: readonly string[]): Promise<Map<string, Past[]>> {
  const { jobId, event, detail } = jobEvents
  const rows = await tx
    .select({ jobId, event, detail, createdAt: jobEvents.createdAt })
    .from(jobEvents)
    .where(and(isAmong(jobId, ids), isOneOf(event, BEGINNINGS)))
    .orderBy(asc(jobEvents.id))
  return Map.groupBy(rows, (row) => row.jobId)
}

async function visitsOf(tx: DbOrTx, ids: readonly string[]): Promise<Map<string, Visited>> {
  const { jobId, visitDate, outcome } = jobVisits
  const rows = await tx
    .select({ jobId, visitDate, outcome })
    .from(jobVisits)
    .where(isAmong(jobId, ids))
    .orderBy(asc(visitDate))
  const visits = new Map<string, Visited>()
  for (const row of rows) {
    const visited = visits.getOrInsert(row.jobId, { inside: null, shut: [] })
    if (foundNobodyIn(row)) visited.shut.push(row.visitDate)
    else visited.inside ??= row.visitDate
  }
  return visits
}

async function billsOf(tx: DbOrTx, found: readonly Found[]): Promise<Map<string, Bill>> {
  const ended = found.filter((job) => isCompleted(job) || isCancelled(job)).map((job) => job.id)
  if (ended.length === 0) return new Map()
  const [visits, works] = await Promise.all([
    tx
      .select({ id: jobVisits.jobId, invoicingStatus: jobVisits.invoicingStatus })
      .from(jobVisits)
      .where(and(isAmong(jobVisits.jobId, ended), not(visitSql.isBilledByItsQuote()))),
    tx
      .select({ id: quotes.jobId, invoicingStatus: quotes.invoicingStatus })
      .from(quotes)
      .where(and(isAmong(quotes.jobId, ended), quoteSql.isBillable())),
  ])
  const bills = new Map<string, Bill>()
  for (const item of [...visits, ...works]) {
    const bill = bills.getOrInsert(item.id, { items: 0, pending: 0 })
    bill.items += 1
    if (isToInvoice(item)) bill.pending += 1
  }
  return bills
}

const waits: Backfill<Wait & { id: string }> = {
  // Noted anew: versions before took a closed door for a first visit, and cancelled jobs to wait on nobody.
  filled: 'job_waits_judged',
  missing: or(
    sql`${jobs.waitingOn} is null`,
    isNotNull(jobs.firstVisitAt),
    and(jobSql.isCancelled(), jobSql.waitsOn('nobody')),
  )!,
  judge,
  write: (tx, rows) =>
    tx
      .update(jobs)
      .set({
        waitingOn: sql`wait."waitingOn"`,
        waitingFor: sql`wait."waitingFor"`,
        waitingSince: sql`wait."waitingSince"`,
        visitBy: sql`wait."visitBy"`,
        firstVisitAt: sql`wait."firstVisitAt"`,
      })
      .from(
        sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as wait(id uuid, "waitingOn" waiting_on,
          "waitingFor" waiting_for, "waitingSince" timestamptz, "visitBy" timestamptz, "firstVisitAt" timestamptz)`,
      )
      .where(eq(jobs.id, sql`wait.id`)),
}

export const waitBackfill = () => backfill(waits)
