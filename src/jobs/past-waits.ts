import { and, asc, eq, min, ne, sql } from 'drizzle-orm'
import type { DbOrTx } from '#db/client.ts'
import { is, isAmong, isOneOf } from '#db/conditions.ts'
import { jobEvents, jobs, jobVisits, quotes } from '#db/schema.ts'
import { type Filling, filler } from './filler.ts'
import { OPEN, type TimelineEvent, TRANSITIONS } from './job.ts'
import type { JobRow } from './queries.ts'
import { visitByOf } from './targets.ts'
import { NOBODY, waitingIn } from './whose-move.ts'

type Wait = Pick<JobRow, 'waitingOn' | 'waitingFor' | 'waitingSince' | 'visitBy' | 'firstVisitAt'>
type Past = { event: TimelineEvent; createdAt: Date }
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
const BEGINNINGS: readonly TimelineEvent[] = [...MOVES, ...REMOVALS, 'appointmentBooked', 'appointmentCancelled']

/** What the actions that wrote this timeline would have kept. `past` is in order. */
function waitIn(job: Judged, past: readonly Past[], hasToInvoice: boolean) {
  const waiting = job.status === 'completed' && !hasToInvoice ? NOBODY : waitingIn(job)
  const begins = ({ event }: Past) =>
    MOVES.includes(event) ||
    (waiting.waitingFor === 'visit' && event === 'appointmentBooked') ||
    (waiting.waitingFor === 'book' && event === 'appointmentCancelled') ||
    (waiting === NOBODY && job.status === 'completed' && REMOVALS.includes(event))
  return { ...waiting, waitingSince: past.findLast(begins)?.createdAt ?? job.createdAt }
}

async function judge(tx: DbOrTx, ids: readonly string[]): Promise<(Wait & { id: string })[]> {
  const asked = await read(tx, ids)
  // A version before this one moves quote work without telling the job that it came from.
  const parents = asked.flatMap((job) => job.parentJobId ?? []).filter((parent) => !ids.includes(parent))
  const found = parents.length > 0 ? [...asked, ...(await read(tx, parents))] : asked
  const works = await openWorks(tx, found)
  const all = [...found, ...works.values()].map(({ id }) => id)
  const [past, visited, toInvoice] = await Promise.all([pastOf(tx, all), firstVisits(tx, all), billable(tx, found)])
  const waitOf = (job: Found) => waitIn(job, past.get(job.id) ?? [], toInvoice.has(job.id))
  return found.flatMap((job) => {
    const wait: Wait = {
      // As tellParent does.
      ...waitOf(works.get(job.id) ?? job),
      visitBy: job.visitBy ?? visitByOf(job.jobType, job.urgency, job.createdAt),
      firstVisitAt: earlier(job.firstVisitAt, visited.get(job.id) ?? null),
    }
    return isSame(job, wait) ? [] : [{ id: job.id, ...wait }]
  })
}

const read = (tx: DbOrTx, ids: readonly string[]): Promise<Found[]> =>
  tx.select(columns).from(jobs).where(isAmong(id, ids))

const earlier = (one: Date | null, other: Date | null): Date | null => (one && (!other || one < other) ? one : other)

const isSame = (job: Found, wait: Wait): boolean =>
  (Object.keys(wait) as (keyof Wait)[]).every((name) => String(job[name]?.valueOf()) === String(wait[name]?.valueOf()))

async function openWorks(tx: DbOrTx, found: readonly Found[]): Promise<Map<string, Found>> {
  const approved = found.filter(({ status }) => status === 'quote_approved').map(({ id }) => id)
  if (approved.length === 0) return new Map()
  const works = await tx
    .select(columns)
    .from(jobs)
    .where(and(isAmong(jobs.parentJobId, approved), isOneOf(jobs.status, OPEN)))
    .orderBy(asc(jobs.createdAt))
  return new Map(works.map((work) => [work.parentJobId!, work]))
}

async function pastOf(tx: DbOrTx, ids: readonly string[]): Promise<Map<string, Past[]>> {
  const { jobId, event } = jobEvents
  const rows = await tx
    .select({ jobId, event, createdAt: jobEvents.createdAt })
    .from(jobEvents)
    .where(and(isAmong(jobId, ids), isOneOf(event, BEGINNINGS)))
    .orderBy(asc(jobEvents.id))
  return Map.groupBy(rows, (row) => row.jobId)
}

async function firstVisits(tx: DbOrTx, ids: readonly string[]): Promise<Map<string, Date | null>> {
  const { jobId, visitDate } = jobVisits
  const rows = await tx
    .select({ jobId, at: min(visitDate) })
    .from(jobVisits)
    .where(isAmong(jobId, ids))
    .groupBy(jobId)
  return new Map(rows.map((row) => [row.jobId, row.at]))
}

/** Of the completed jobs, those with something to invoice or invoiced. */
async function billable(tx: DbOrTx, found: readonly Found[]): Promise<Set<string>> {
  const completed = found.filter(({ status }) => status === 'completed').map(({ id }) => id)
  if (completed.length === 0) return new Set()
  const [visits, works] = await Promise.all([
    tx
      .select({ id: jobVisits.jobId })
      .from(jobVisits)
      .where(and(isAmong(jobVisits.jobId, completed), ne(jobVisits.invoicingStatus, 'not_billable'))),
    tx
      .select({ id: quotes.jobId })
      .from(quotes)
      .where(and(isAmong(quotes.jobId, completed), is(quotes.status, 'approved'), is(quotes.workStatus, 'completed'))),
  ])
  return new Set([...visits, ...works].map(({ id }) => id))
}

const waits: Filling<Wait & { id: string }> = {
  filled: 'job_waits_filled',
  missing: sql`${jobs.waitingOn} is null`,
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

/** Fills in on whom jobs waited that versions without it wrote, and by when their first visit was due. */
export const waitFiller = () => filler(waits)
