import { type Appointment, isPast } from '../appointment/appointment.ts'
import { isBeingCarriedOut } from '../job/state.ts'
import { FINISHED, type JobStatus, OPEN, statusOf } from '../job/status.ts'
import type { TimelineEvent } from '../job/transitions.ts'

// Where a repair stands, for tenants and landlords: no names, notes or prices.

const STEPS = ['Reported', 'Somebody found', 'Visit booked', 'Work begun', 'Done'] as const

type Stage = ReturnType<typeof statusOf>['stage']
type Words = (booked: Appointment | null, isOver: boolean) => string

const REACHED_IN: Record<Stage, number> = { raised: 0, inHand: 1, answered: 3, finished: 4, calledOff: -1 }
const REACHED: Partial<Record<JobStatus, number>> = { in_progress: 3 }
const reachedIn = (status: JobStatus): number => REACHED[status] ?? REACHED_IN[statusOf(status).stage]

type Followed = { status: JobStatus; isUndone: boolean; booked: Appointment | null; now?: Date }

type OfRepair = { id: string; status: JobStatus }
type Closings = ReadonlyMap<string, { id: number; event: TimelineEvent }>

const UNDONE: readonly TimelineEvent[] = ['quoteDeclined', 'quoteWorkCancelled', 'cancelled']

/** The job of one repair that a follow link speaks of: once this one came to nothing, a rival that goes on or was done since. */
export function jobSpokenOf<One extends OfRepair>(
  job: One,
  rivals: readonly One[],
  closings: Closings,
): One & { isUndone: boolean } {
  if (OPEN.includes(job.status)) return { ...job, isUndone: false }
  const closing = ({ id }: OfRepair) => closings.get(id)
  const isUndone = (one: OfRepair) => UNDONE.includes(closing(one)?.event ?? 'completed')
  const isDoneSince = (rival: OfRepair) =>
    FINISHED.includes(rival.status) && !isUndone(rival) && (closing(rival)?.id ?? 0) > (closing(job)?.id ?? 0)
  const others = isUndone(job) ? [rivals.find(isDoneSince), rivals.find(({ status }) => OPEN.includes(status))] : []
  const told = [rivals.find(isBeingCarriedOut), ...others].find(Boolean) ?? job
  return { ...told, isUndone: FINISHED.includes(told.status) && isUndone(told) }
}

export function outsideSteps({ status, isUndone, booked }: Followed): {
  label: string
  isDone: boolean
  isNow: boolean
}[] {
  if (isUndone) return STEPS.slice(0, REACHED_IN.answered).map((label) => ({ label, isDone: true, isNow: false }))
  const reached = status === 'assigned' && booked ? 2 : reachedIn(status)
  return STEPS.map((label, index) => ({ label, isDone: index < reached, isNow: index === reached }))
}

const WORDS_IN: Record<Stage, Words> = {
  raised: () => 'The agency is looking for somebody to do it.',
  inHand: (booked, isOver) => {
    if (!booked) return 'Somebody will do it. A day for the visit is chosen next.'
    return isOver ? 'The visit was due. The agency waits to hear how it went.' : 'The visit is booked.'
  },
  answered: () => 'Somebody has been there. The agency now decides on further work.',
  finished: () => 'The work is done.',
  calledOff: () => 'The repair was called off. If you did not expect this, please ask the agency.',
}
const WORDS: Partial<Record<JobStatus, Words>> = {
  in_progress: () => 'The work has begun, and more is to be done.',
  quote_approved: (booked) =>
    booked
      ? 'Further work was agreed, and its day is booked.'
      : 'Further work was agreed. A day for it is chosen next.',
}

const NO_MORE: Words = () => 'No further work is planned. Please ask the agency.'

export const outsideWords = ({ status, isUndone, booked, now = new Date() }: Followed): string =>
  (isUndone ? NO_MORE : (WORDS[status] ?? WORDS_IN[statusOf(status).stage]))(
    booked,
    booked !== null && isPast(booked, now),
  )

export const mayReport = {
  notFixed: ({ status, isUndone }: Followed): boolean => !isUndone && reachedIn(status) === 4,
  cannotBeThere: ({ booked, now = new Date() }: Followed): boolean => booked !== null && !isPast(booked, now),
}
export const REPORTS = { notFixed: 'Not fixed', cannotBeThere: 'I cannot be there then' } as const
export type Report = keyof typeof REPORTS
