import { type Appointment, isPast } from '../appointment/appointment.ts'
import { type JobStatus, statusOf } from '../job/status.ts'

// Where a repair stands, for tenants and landlords: no names, notes or prices.

const STEPS = ['Reported', 'Somebody found', 'Visit booked', 'Work begun', 'Done'] as const

type Stage = ReturnType<typeof statusOf>['stage']
type Words = (booked: Appointment | null, isOver: boolean) => string

const REACHED_IN: Record<Stage, number> = { raised: 0, inHand: 1, answered: 3, finished: 4, calledOff: -1 }
const REACHED: Partial<Record<JobStatus, number>> = { in_progress: 3 }
const reachedIn = (status: JobStatus): number => REACHED[status] ?? REACHED_IN[statusOf(status).stage]

type Followed = { status: JobStatus; booked: Appointment | null; now?: Date }

export function outsideSteps({ status, booked }: Followed): { label: string; isDone: boolean; isNow: boolean }[] {
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

export const outsideWords = ({ status, booked, now = new Date() }: Followed): string =>
  (WORDS[status] ?? WORDS_IN[statusOf(status).stage])(booked, booked !== null && isPast(booked, now))

export const mayReport = {
  notFixed: ({ status }: Followed): boolean => reachedIn(status) === 4,
  cannotBeThere: ({ booked, now = new Date() }: Followed): boolean => booked !== null && !isPast(booked, now),
}
export const REPORTS = { notFixed: 'Not fixed', cannotBeThere: 'I cannot be there then' } as const
export type Report = keyof typeof REPORTS
