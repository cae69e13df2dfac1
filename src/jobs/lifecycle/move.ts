import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { jobSql } from '#db/query/predicates.ts'
import { jobEvents, jobs } from '#db/schema.ts'
import { bumpActivityVersion, bumpActivityVersionOf } from '#src/accounts/people/activity-version.ts'
import { type Actor, displayName } from '#src/domain/account/account.ts'
import { appointmentOf, appointmentWords, calendarOf } from '#src/domain/appointment/appointment.ts'
import { waitsOn } from '#src/domain/job/state.ts'
import type { JobStatus } from '#src/domain/job/status.ts'
import type { TimelineEvent } from '#src/domain/job/transitions.ts'
import {
  type AppointmentEnd,
  type JobEvent,
  refusedMove,
  TRANSITIONS,
  type Transition,
} from '#src/domain/job/transitions.ts'
import { NOBODY, TO_INVOICE } from '#src/domain/job/waiting.ts'
import { waitingIn } from '#src/domain/job/whose-move.ts'
import { type Notified, notify } from '#src/emails/notify.ts'
import { type NewChange, recordChange, recordChanges } from '#src/events/record.ts'
import { Refused } from '#src/http/errors.ts'
import { tellOfEmergency } from '#src/jobs/hazards/emergency.ts'
import { noteLookedAt, noteMove } from '#src/jobs/hazards/hazards.ts'
import type { JobRow } from '#src/jobs/queries.ts'
import { tellFollowers } from '#src/outsiders/follow/told.ts'
import { meanwhileOf } from './meanwhile.ts'

type Change = {
  set?: Partial<Pick<JobRow, 'contractorId' | 'cancelReason' | 'hiddenFromEstateAgent'>>
  detail?: Record<string, string>
  former?: string | null
  gone?: readonly string[]
  at?: Date
}

export const NONE_BOOKED = { appointmentId: null, appointmentStartsAt: null, appointmentEndsAt: null }

/** The only writer of a job's status. `job` was read under lock. Throws Refused for a move not in TRANSITIONS. */
export async function moveJob(
  tx: Tx,
  job: JobRow,
  event: JobEvent,
  by: Actor,
  change: Change = {},
): Promise<Notified<JobRow>> {
  const { from, to, only, appointment }: Transition = TRANSITIONS[event]
  const [moved] = await tx
    .update(jobs)
    .set({
      ...change.set,
      ...(appointment && NONE_BOOKED),
      status: to,
      ...waitingIn({
        status: to,
        jobType: job.jobType,
        appointmentStartsAt: appointment ? null : job.appointmentStartsAt,
      }),
      waitingSince: sql`now()`,
      updatedAt: sql`now()`,
    })
    .where(and(eq(jobs.id, job.id), inArray(jobs.status, [...from]), only ? eq(jobs.jobType, only) : undefined))
    .returning()
  if (!moved) {
    const [now] = await tx.select().from(jobs).where(eq(jobs.id, job.id))
    const movedOn = now && !from.includes(now.status)
    const meanwhile = movedOn ? await meanwhileOf(tx, by, job.id) : undefined
    throw new Refused(refusedMove(now ?? job, event), 'job_moved_on', meanwhile)
  }
  await noteMove(tx, moved, event, change.at ?? by.recordedAt ?? moved.updatedAt)
  await tellOfEmergency(tx, moved)
  await notifyParent(tx, moved, by)
  await recordEvent(tx, moved, event, by, {
    from: job.status,
    detail: change.detail,
    before: job,
    former: change.former,
  })
  const ended = { now: moved, reason: change.detail?.reason, gone: change.gone }
  const unreached = appointment ? await endAppointment(tx, job, appointment, by, ended) : []
  return { ...moved, unreached }
}

/** Without an appointment's start: the job that the work was quoted in has none of its own. */
export async function notifyParent(tx: Tx, work: JobRow, by: Actor | string): Promise<void> {
  const { parentJobId, waitingOn, waitingFor, waitingSince, appointmentEndsAt } = work
  if (!parentJobId || waitsOn(work, 'nobody')) return
  const [told] = await tx
    .update(jobs)
    .set({ waitingOn, waitingFor, waitingSince, appointmentEndsAt, updatedAt: sql`now()` })
    .where(and(eq(jobs.id, parentJobId), jobSql.isBeingCarriedOut()))
    .returning({ id: jobs.id })
  if (told) await recordChange(tx, by, { type: 'job.changed', jobId: told.id })
}

export async function expectInvoice(tx: Tx, job: JobRow, isExpected: boolean): Promise<void> {
  const waits = isExpected ? TO_INVOICE : NOBODY
  await tx
    .update(jobs)
    .set({ ...waits, waitingSince: sql`now()`, updatedAt: sql`now()` })
    .where(and(eq(jobs.id, job.id), sql`${jobs.waitingOn} is distinct from ${waits.waitingOn}`))
}

export async function noteVisit(tx: Tx, job: JobRow, by: Actor, at: Date): Promise<void> {
  await tx
    .update(jobs)
    .set({ firstVisitAt: at, firstVisitBy: by.id })
    .where(and(eq(jobs.id, job.id), or(isNull(jobs.firstVisitAt), gt(jobs.firstVisitAt, at))))
  await noteLookedAt(tx, job, at)
}

const ENDS = {
  kept: 'appointmentKept',
  missed: 'appointmentMissed',
  cancelled: 'appointmentCancelled',
} as const satisfies Record<AppointmentEnd, TimelineEvent>

type Ended = { now?: JobRow; reason?: string; gone?: readonly string[] }

export async function endAppointment(
  tx: Tx,
  job: JobRow,
  end: AppointmentEnd,
  by: Actor,
  { now = job, reason, gone = [] }: Ended = {},
): Promise<string[]> {
  const booked = appointmentOf(job)
  if (!job.appointmentId || !booked) return []
  const when = appointmentWords(booked)
  await recordEvent(tx, now, ENDS[end], by, { detail: { when } })
  if (end !== 'cancelled') return []
  await tellFollowers(tx, job, `Called off: ${when}`, gone)
  return notify(tx, 'appointment_cancelled', job, {
    reason,
    appointment: when,
    calendar: calendarOf('CANCEL', { ...job, appointmentSequence: job.appointmentSequence + 1 }),
    ...(gone.includes(job.id) && { opens: 'jobs' }),
  })
}

/** Also lets the next poll of the agent and of both contractors, before and now, see a change. */
export async function recordEvent(
  tx: Tx,
  job: JobRow,
  event: TimelineEvent,
  by: Actor | string,
  { from, detail, before, former }: Note & { before?: JobRow; former?: string | null } = {},
): Promise<void> {
  await tx.insert(jobEvents).values(entry(job, event, by, { from, detail }))
  await recordChange(tx, by, changeOf(job, event, { from, formerly: { contractors: [before?.contractorId] } }))
  if (former && former !== job.contractorId && former !== before?.contractorId) {
    const formerly = { contractors: [former] }
    await recordChange(tx, by, { type: 'job.changed', jobId: job.id, formerly, adminsOnly: true })
  }
  await bumpActivityVersion(tx, [job.estateAgentId, job.contractorId, before?.contractorId])
}

/** PostgreSQL takes 65,535 parameters a statement. */
const ENTRIES = 1000

export async function recordEvents(
  tx: Tx,
  moved: Noted[],
  event: TimelineEvent,
  by: Actor | string,
  { detail, formerly }: { detail?: Record<string, string>; formerly?: NewChange['formerly'] } = {},
): Promise<void> {
  for (let from = 0; from < moved.length; from += ENTRIES)
    await tx.insert(jobEvents).values(moved.slice(from, from + ENTRIES).map((job) => entry(job, event, by, { detail })))
  await recordChanges(
    tx,
    by,
    moved.map((job) => changeOf(job, event, { formerly })),
  )
  await bumpActivityVersionOf(tx, moved)
}

type Noted = Pick<JobRow, 'id' | 'status' | 'estateAgentId' | 'contractorId'>
type Note = { from?: JobStatus | null; detail?: Record<string, string> }

const changeOf = (
  job: Noted,
  event: TimelineEvent,
  { from = job.status, formerly }: Pick<Note, 'from'> & Pick<NewChange, 'formerly'>,
): NewChange => ({
  type: `job.${event}`,
  jobId: job.id,
  data: { ...(from && { from }), to: job.status },
  formerly,
})

const entry = (job: Noted, event: TimelineEvent, by: Actor | string, { from, detail }: Note = {}) => ({
  jobId: job.id,
  ...(typeof by === 'string'
    ? { actorId: null, actorName: by }
    : { actorId: by.id, actorName: displayName(by) || 'Fettle', recordedAt: by.recordedAt }),
  event,
  fromStatus: from === undefined ? job.status : from,
  toStatus: job.status,
  detail,
})
