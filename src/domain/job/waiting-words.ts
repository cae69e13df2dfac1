import { fullName, type Role } from '../account/account.ts'
import { daysFrom } from '../dates.ts'
import type { FirstVisited } from './first-visit.ts'
import type { Job } from './job.ts'
import type { WaitingFor, WaitingOn } from './waiting.ts'
import { waitOf } from './whose-move.ts'

const TO_DO: Record<WaitingFor, string> = {
  assign: 'to assign a contractor',
  book: 'to book a visit',
  visit: 'to visit',
  finish: 'to finish the work',
  decide: 'to decide on the quote',
  invoice: 'to invoice',
}

type Waits = Pick<
  Job,
  | 'status'
  | 'jobType'
  | 'waitingOn'
  | 'waitingFor'
  | 'waitingSince'
  | 'updatedAt'
  | 'appointmentStartsAt'
  | 'appointmentEndsAt'
  | 'contractorId'
  | 'estateAgentName'
> & { contractor: Parameters<typeof fullName>[0] | null }

export type WaitingJob = Waits & FirstVisited

export type WaitReader = { role: Role | null; id: string | null }

export type Move = { isYours: boolean; who: string; since: string; toDo: string }

/** Null when the job waits on nobody. A visit that is booked for later has no `since`: nobody is late with it. */
export function whoseMove(job: Waits, reader: WaitReader, now = new Date()): Move | null {
  const { waitingOn, waitingFor, waitingSince } = waitOf(job)
  if (waitingOn === 'nobody' || !waitingFor) return null
  const of = { isYours: isYours(job, waitingOn, reader), who: NAMES[waitingOn](job) }
  const { appointmentEndsAt: booked } = job
  if (waitingFor !== 'visit' || !booked) return { ...of, since: howLong(waitingSince, now), toDo: TO_DO[waitingFor] }
  if (booked > now) return { ...of, since: '', toDo: 'to visit as booked' }
  return { ...of, since: howLong(booked, now), toDo: TO_DO.visit }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const spaced = (...words: string[]): string => words.filter(Boolean).join(' ')

/** 'Waiting for you for 3 days', 'With Carl Mason since yesterday'. */
export const waitingText = ({ isYours, who, since }: Move): string =>
  spaced(isYours ? 'Waiting for you' : `With ${who}`, since)

export const waitingShort = ({ isYours, who, since }: Move): string =>
  `${since ? capital(since) : 'As booked'}: ${isYours ? 'you' : who}`

/** 'With Carl Mason for 3 days, to book a visit'. */
export const waitingToDo = ({ isYours, who, since, toDo }: Move): string =>
  `${spaced('With', isYours ? 'you' : who, since)}, ${toDo}`

export const toDoSince = ({ since, toDo }: Move): string => [capital(toDo), since].filter(Boolean).join(', ')

const NAMES = {
  admin: () => 'the administrator',
  // The quote work may have passed to another contractor than the one who quoted.
  contractor: ({ status, contractor }: Waits) =>
    (status !== 'quote_approved' && contractor && fullName(contractor)) || 'the contractor',
  agent: ({ estateAgentName }: Waits) => estateAgentName || 'the estate agent',
}

function isYours(job: Waits, waitingOn: WaitingOn, { role, id }: WaitReader): boolean {
  if (waitingOn === 'contractor')
    return role === 'contractor' && job.contractorId === id && job.status !== 'quote_approved'
  return (waitingOn === 'agent' && role === 'estate_agent') || (waitingOn === 'admin' && role === 'admin')
}

/** 'since today', 'since yesterday', 'for 3 days': by the days in London. */
export function howLong(since: Date, now = new Date()): string {
  const days = daysFrom(since, now)
  if (days <= 0) return 'since today'
  return days === 1 ? 'since yesterday' : `for ${days} days`
}
