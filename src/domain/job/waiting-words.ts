import { fullName, type Role } from '../account/account.ts'
import { dayInWords, daysFrom, timeOf } from '../dates.ts'
import { type Job, OPEN } from './job.ts'
import { visitTarget } from './visit-target.ts'
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

export type WaitingJob = Waits & Tried

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

const spaced = (...words: string[]): string => words.filter(Boolean).join(' ')

/** 'Waiting for you for 3 days', 'With Carl Mason since yesterday'. */
export const waitingText = ({ isYours, who, since }: Move): string =>
  spaced(isYours ? 'Waiting for you' : `With ${who}`, since)

export const waitingShort = ({ isYours, who, since }: Move): string =>
  spaced('With', isYours ? 'you' : who, since || 'as booked')

/** 'With Carl Mason for 3 days, to book a visit'. */
export const waitingToDo = ({ isYours, who, since, toDo }: Move): string =>
  `${spaced('With', isYours ? 'you' : who, since)}, ${toDo}`

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

type Visited = Pick<Job, 'status' | 'visitBy' | 'firstVisitAt'>
type Tried = Visited & Pick<Job, 'noAccessVisits'>

export const isLate = (job: Visited, now = new Date()): boolean =>
  OPEN.includes(job.status) && !job.firstVisitAt && visitTarget(job, now) === 'late'

/** Of an open job without a visit; '' else. */
export function firstVisitDue(job: Tried, now = new Date()): string {
  if (!isToVisit(job) || !job.visitBy) return ''
  const target = `First visit ${isLate(job, now) ? 'late since' : 'due by'} ${due(job.visitBy)}`
  return [target, triesToVisit(job)].filter(Boolean).join('. ')
}

const isToVisit = ({ status, visitBy, firstVisitAt }: Visited): boolean =>
  OPEN.includes(status) && visitBy !== null && !firstVisitAt

/** 'Tried twice, nobody in' of a job whose first visit is still to be made; '' else. */
export function triesToVisit(job: Tried): string {
  const { noAccessVisits: tries } = job
  if (!isToVisit(job) || tries === 0) return ''
  return `Tried ${tries === 1 ? 'once' : tries === 2 ? 'twice' : `${tries} times`}, nobody in`
}

export function firstVisit(job: Tried, now = new Date()): string {
  if (!job.firstVisitAt || !job.visitBy) return firstVisitDue(job, now)
  return visitTarget(job, now) === 'met'
    ? 'First visit made in time'
    : `First visit made late, after ${due(job.visitBy)}`
}

/** A target in working days ends with its day. */
const due = (at: Date): string => `${dayInWords(at, 'long')}${timeOf(at) === '23:59' ? '' : `, ${timeOf(at)}`}`
