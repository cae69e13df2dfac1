import { fullName, type Role } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { dayInWords, today } from '#src/domain/dates.ts'
import { isLate, triesToVisit } from '#src/domain/job/first-visit.ts'
import type { Job } from '#src/domain/job/job.ts'
import { isToAssign, isToDecide, isUrgent, waitsOn } from '#src/domain/job/state.ts'
import { IN_HAND } from '#src/domain/job/status.ts'
import { pounds } from '#src/domain/money.ts'
import { HAZARD_LABELS } from '#src/domain/property/hazard/hazard.ts'
import { isHazardLate } from '#src/domain/property/hazard/state.ts'
import { hasExpired } from '#src/domain/quote/quote.ts'
import type { Round } from './times.ts'

export type RemindedJob = Pick<
  Job,
  | ('id' | 'jobRef' | 'status' | 'urgency' | 'propertyName' | 'propertyAddress' | 'estateAgency')
  | ('waitingOn' | 'waitingFor' | 'waitingSince' | 'visitBy' | 'firstVisitAt' | 'noAccessVisits' | 'appointmentEndsAt')
> &
  Partial<Pick<Job, 'hazardLevel' | 'hazardDue'>> & {
    contractor: { firstName: string | null; lastName: string | null } | null
    /** Of the quote that is to be decided, in pence, and its last day, 'YYYY-MM-DD'. */
    amount: number | null
    validUntil: string | null
  }

export const HEADINGS = {
  hazard: 'Hazards past a target',
  assign: 'Please assign a contractor',
  late: 'Late for their first visit',
  invoice: 'To invoice',
  book: 'Please book a visit',
  visit: 'The booked visit is over: please say how it went',
  finish: 'Please finish the work',
  decide: 'Please decide on the quote',
} as const
type Need = keyof typeof HEADINGS
const ORDER = Object.keys(HEADINGS) as Need[]

export type RemindedItem = {
  jobId: string
  need: Need
  since: Date
  title: string
  late: string
  text: string
  path: string
}

/** A day, 'YYYY-MM-DD', and a time on it. */
export type Moment = Pick<Round, 'day' | 'at'>

const isBooked = ({ appointmentEndsAt }: RemindedJob, { at }: Moment): boolean =>
  appointmentEndsAt !== null && appointmentEndsAt > at

/** A wait for a booked visit begins when the visit is over. */
function sinceOf(job: RemindedJob, round: Moment): Date | null {
  const { waitingSince, appointmentEndsAt } = job
  if (!waitingSince || !appointmentEndsAt || isBooked(job, round)) return waitingSince
  return new Date(Math.max(appointmentEndsAt.getTime(), waitingSince.getTime()))
}

function needOf(role: Role, job: RemindedJob, round: Round): Need | null {
  const since = sinceOf(job, round)
  const hasWaited = since !== null && since <= round.waitedSince
  const unsafe = isHazardLate(job, round.at)
  const late = unsafe || isLate(job, round.at)
  if (unsafe && role !== 'contractor') return 'hazard'
  switch (role) {
    case 'contractor': {
      // A job whose quote is carried out waits on its contractor too: the quote work says so by itself.
      if (!waitsOn(job, 'contractor') || !IN_HAND.includes(job.status)) return null
      if (isBooked(job, round)) return null
      const need = job.waitingFor
      return (hasWaited || late) && (need === 'book' || need === 'visit' || need === 'finish') ? need : null
    }
    case 'estate_agent':
      return waitsOn(job, 'agent') && isToDecide(job) && hasWaited ? 'decide' : null
    case 'admin':
      if (isToAssign(job)) return hasWaited || late ? 'assign' : null
      return late ? 'late' : null
  }
}

export function itemOf(role: Role, job: RemindedJob, round: Round): RemindedItem | null {
  const need = needOf(role, job, round)
  return need && itemFor(role, job, need, round)
}

export function itemFor(role: Role, job: RemindedJob, need: Need, round: Moment): RemindedItem {
  const since = (need === 'hazard' && job.hazardDue) || (sinceOf(job, round) ?? job.visitBy ?? round.at)
  const contractor = job.contractor && fullName(job.contractor)
  const address = job.propertyAddress.replaceAll(/\s*\n\s*/g, ', ')
  const words = [
    `${job.jobRef}, ${job.estateAgency}.`,
    isUrgent(job) && 'Urgent.',
    need === 'late' && contractor && `With ${contractor}.`,
    need === 'decide' && job.amount && `${pounds(job.amount)}${contractor ? ` from ${contractor}` : ''}.`,
    need === 'hazard' && `${HAZARD_LABELS[job.hazardLevel!]}.`,
    need === 'visit' ? `The visit was booked for ${dayOf(since, round)}.` : `Waiting since ${dayOf(since, round)}.`,
    isBooked(job, round) && `A visit is booked for ${dayOf(job.appointmentEndsAt!, round)}.`,
    need === 'decide' && hasExpired(job.validUntil, round.day) && EXPIRED,
  ]
  return {
    ...{ jobId: job.id, need, since },
    title: address.startsWith(job.propertyName) ? address : `${job.propertyName}, ${address}`,
    late: lateText(job, round),
    text: words.filter(Boolean).join(' '),
    path: `${isAdmin({ role }) ? '/admin' : ''}/jobs/${job.id}`,
  }
}

function lateText(job: RemindedJob, round: Moment): string {
  if (isHazardLate(job, round.at)) return `Late: the target of its hazard was ${dayOf(job.hazardDue!, round)}.`
  if (!isLate(job, round.at)) return ''
  const tries = triesToVisit(job)
  return `Late: the first visit was due by ${dayOf(job.visitBy!, round)}.${tries && ` ${tries}.`}`
}

const EXPIRED = 'The quote has expired: please ask for a new price, or decline it.'

export const toInvoice = (count: number, oldest: { jobId: string; since: Date }, round: Round): RemindedItem => ({
  ...oldest,
  ...{ need: 'invoice', late: '', path: '/?tab=visits' },
  title: count === 1 ? 'One completed job' : `${count.toLocaleString('en-GB')} completed jobs`,
  text: `Waiting since ${dayOf(oldest.since, round)}${count === 1 ? '' : ', the oldest'}.`,
})

const byWait = (a: RemindedItem, b: RemindedItem): number =>
  Number(b.late !== '') - Number(a.late !== '') || a.since.getTime() - b.since.getTime()

export const lateFirst = (items: readonly RemindedItem[]): RemindedItem[] => items.toSorted(byWait)

export const inOrder = (items: readonly RemindedItem[]): RemindedItem[] =>
  items.toSorted((a, b) => ORDER.indexOf(a.need) - ORDER.indexOf(b.need) || byWait(a, b))

function dayOf(date: Date, { day }: Moment): string {
  const year = today(date).slice(0, 4)
  return year === day.slice(0, 4) ? dayInWords(date, 'short') : `${dayInWords(date, 'short')} ${year}`
}
