import { type Appointment, isPast } from '../appointment/appointment.ts'
import type { JobStatus } from '../job/status.ts'

// Where a repair stands, for tenants and landlords: no names, notes or prices.

const STEPS = ['Reported', 'Somebody found', 'Visit booked', 'Work begun', 'Done'] as const

const REACHED: Record<JobStatus, number> = {
  ...{ pending: 0, assigned: 1, in_progress: 3, quote_pending: 3, quote_approved: 3 },
  ...{ completed: 4, invoiced: 4, cancelled: -1 },
}

type Followed = { status: JobStatus; booked: Appointment | null; now?: Date }

export function outsideSteps({ status, booked }: Followed): { label: string; isDone: boolean; isNow: boolean }[] {
  const reached = status === 'assigned' && booked ? 2 : REACHED[status]
  return STEPS.map((label, index) => ({ label, isDone: index < reached, isNow: index === reached }))
}

const WORDS: Record<JobStatus, (booked: Appointment | null, isOver: boolean) => string> = {
  pending: () => 'The agency is looking for somebody to do it.',
  assigned: (booked, isOver) => {
    if (!booked) return 'Somebody will do it. A day for the visit is chosen next.'
    return isOver ? 'The visit was due. The agency waits to hear how it went.' : 'The visit is booked.'
  },
  in_progress: () => 'The work has begun, and more is to be done.',
  quote_pending: () => 'Somebody has been there. The agency now decides on further work.',
  quote_approved: (booked) =>
    booked
      ? 'Further work was agreed, and its day is booked.'
      : 'Further work was agreed. A day for it is chosen next.',
  completed: () => 'The work is done.',
  invoiced: () => 'The work is done.',
  cancelled: () => 'The repair was called off. If you did not expect this, please ask the agency.',
}

export const outsideWords = ({ status, booked, now = new Date() }: Followed): string =>
  WORDS[status](booked, booked !== null && isPast(booked, now))

export const mayReport = {
  notFixed: ({ status }: Followed): boolean => REACHED[status] === 4,
  cannotBeThere: ({ booked, now = new Date() }: Followed): boolean => booked !== null && !isPast(booked, now),
}
export const REPORTS = { notFixed: 'Not fixed', cannotBeThere: 'I cannot be there then' } as const
export type Report = keyof typeof REPORTS
