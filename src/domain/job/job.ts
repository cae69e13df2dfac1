import type { Person } from '../account/account.ts'
import { currentQuote, type Quote } from '../quote/quote.ts'
import type { Visit } from '../visit/visit.ts'
import type { JobDetails } from './fields.ts'
import type { WaitingFor, WaitingOn } from './waiting.ts'

export const JOB_STATUSES = [
  'pending',
  'assigned',
  'in_progress',
  'quote_pending',
  'quote_approved',
  'completed',
  'invoiced',
  'cancelled',
] as const
export type JobStatus = (typeof JOB_STATUSES)[number]

/** All that a contractor learns of the state of a job which they had and lost. */
export const LOST = 'no_longer_with_you'
export type ShownStatus = JobStatus | typeof LOST

export const JOB_TYPES = ['visit', 'quote_work'] as const
export type JobType = (typeof JOB_TYPES)[number]

export const URGENCIES = ['low', 'medium', 'high'] as const
export type Urgency = (typeof URGENCIES)[number]

export const RECENT_LIMIT = 5

export type AppointmentEnd = 'kept' | 'missed' | 'cancelled'
export type Transition = { from: readonly JobStatus[]; to: JobStatus; only?: JobType; appointment?: AppointmentEnd }

export const TRANSITIONS = {
  assigned: { from: ['pending'], to: 'assigned' },
  reassigned: { from: ['assigned', 'in_progress'], to: 'assigned', appointment: 'cancelled' },
  unassigned: { from: ['assigned', 'in_progress'], to: 'pending', appointment: 'cancelled' },
  contractorDeleted: { from: ['assigned', 'in_progress'], to: 'pending', appointment: 'cancelled' },
  handedBack: { from: ['assigned', 'in_progress'], to: 'pending', appointment: 'cancelled' },
  started: { from: ['assigned'], to: 'in_progress' },
  noAccess: { from: ['assigned', 'in_progress'], to: 'assigned', appointment: 'missed' },
  returnNeeded: { from: ['assigned', 'in_progress'], to: 'in_progress', appointment: 'kept' },
  completed: { from: ['assigned', 'in_progress'], to: 'completed', only: 'visit', appointment: 'kept' },
  completedWithQuote: { from: ['assigned', 'in_progress'], to: 'quote_pending', only: 'visit', appointment: 'kept' },
  markedComplete: { from: ['assigned', 'in_progress'], to: 'completed', only: 'quote_work', appointment: 'kept' },
  quoteApproved: { from: ['quote_pending'], to: 'quote_approved', only: 'visit' },
  quoteRevised: { from: ['quote_pending'], to: 'quote_pending', only: 'visit' },
  quoteWithdrawn: { from: ['quote_pending'], to: 'assigned', only: 'visit' },
  quoteDeclined: { from: ['quote_pending'], to: 'completed', only: 'visit' },
  newPriceAsked: { from: ['quote_pending'], to: 'assigned', only: 'visit' },
  quoteDeleted: { from: ['quote_pending'], to: 'assigned', only: 'visit' },
  quoteDeletedUnassigned: { from: ['quote_pending'], to: 'pending', only: 'visit' },
  quoteWorkCompleted: { from: ['quote_approved'], to: 'completed', only: 'visit' },
  quoteWorkCancelled: { from: ['quote_approved'], to: 'completed', only: 'visit' },
  invoiced: { from: ['completed'], to: 'invoiced' },
  invoiceDeleted: { from: ['invoiced'], to: 'completed' },
  cancelled: { from: ['pending', 'assigned', 'in_progress'], to: 'cancelled', appointment: 'cancelled' },
  reopened: { from: ['completed', 'invoiced', 'cancelled'], to: 'pending', only: 'visit' },
  reopenedAssigned: { from: ['completed', 'invoiced', 'cancelled'], to: 'assigned', only: 'visit' },
} as const satisfies Record<string, Transition>

export type JobEvent = keyof typeof TRANSITIONS

const TIMELINE_NOTES = [
  'created',
  'imported',
  'edited',
  'visitDeleted',
  'quoteSubmitted',
  'quoteRemoved',
  'itemInvoiced',
  'itemRestored',
  'hidden',
  'handedOver',
  'rivalAsked',
  'appointmentBooked',
  'appointmentChanged',
  'appointmentCancelled',
  'appointmentKept',
  'appointmentMissed',
] as const
export type TimelineEvent = JobEvent | (typeof TIMELINE_NOTES)[number]

export type Job = JobDetails & {
  id: string
  jobRef: string
  estateAgentId: string | null
  contractorId: string | null
  status: ShownStatus
  urgency: Urgency
  jobType: JobType
  parentJobId: string | null
  photosUrls: string[]
  postcode: string | null
  /** The job that a quote was given for when another was asked. */
  rivalOfJobId: string | null
  rivalOfJobRef: string | null
  appointmentStartsAt: Date | null
  appointmentEndsAt: Date | null
  cancelReason: string | null
  /** The three are null until they are filled in for a job that an earlier version wrote. */
  waitingOn: WaitingOn | null
  waitingFor: WaitingFor | null
  waitingSince: Date | null
  visitBy: Date | null
  firstVisitAt: Date | null
  noAccessVisits: number
  hiddenFromEstateAgent: 'yes' | 'no'
  createdAt: Date
  updatedAt: Date
  contractor: Person | null
  estateAgent: Person | null
  quotes: Quote[]
  visits: Visit[]
  unreadMessages: number
}

// A page takes longest to read the cells of its rows: lists read no more than they show.

export const LISTED_FOR_AGENTS = [
  ...(['id', 'jobRef', 'jobType', 'status', 'urgency', 'createdAt', 'updatedAt'] as const),
  ...(['propertyName', 'propertyAddress', 'issueDescription'] as const),
  ...(['contractor', 'rivalOfJobId', 'rivalOfJobRef', 'unreadMessages'] as const),
  ...(['waitingOn', 'waitingFor', 'waitingSince'] as const),
  ...(['visitBy', 'firstVisitAt', 'noAccessVisits'] as const),
  ...(['appointmentStartsAt', 'appointmentEndsAt'] as const),
] as const satisfies (keyof Job)[]

export const NAMED_FOR_AGENTS = ['id', 'firstName', 'lastName'] as const satisfies (keyof Person)[]

type Named<Name extends keyof Job, As extends keyof Person> = Omit<Pick<Job, Name>, 'contractor'> & {
  contractor: Pick<Person, As> | null
}
export type JobForAgents = Named<(typeof LISTED_FOR_AGENTS)[number], (typeof NAMED_FOR_AGENTS)[number]>

export const LISTED = [...LISTED_FOR_AGENTS, 'estateAgentName', 'contractorId'] as const satisfies (keyof Job)[]
export type ListedJob = Pick<Job, (typeof LISTED)[number]>

export const LISTED_FOR_ADMINS = [...LISTED, 'estateAgency', 'accessNotes'] as const satisfies (keyof Job)[]
export const NAMED_FOR_ADMINS = [...NAMED_FOR_AGENTS, 'company', 'deletedAt'] as const satisfies (keyof Person)[]
export type JobForAdmins = Named<(typeof LISTED_FOR_ADMINS)[number], (typeof NAMED_FOR_ADMINS)[number]> & Priced

export const LISTED_FOR_CONTRACTORS = [
  ...LISTED,
  ...(['estateAgent', 'tenantName', 'tenantPhone', 'photosUrls', 'hiddenFromEstateAgent'] as const),
] as const satisfies (keyof Job)[]
export type JobForContractors = Pick<Job, (typeof LISTED_FOR_CONTRACTORS)[number]> & Priced

/** `amount` is the current quote's, in pence. */
type Priced = { amount: number | null }

export const amountOf = (job: Pick<Job, 'quotes'> | Priced): number | null =>
  'amount' in job ? job.amount : (currentQuote(job.quotes)?.amount ?? null)

export type JobEventEntry = {
  id: number
  actorId: string | null
  actorName: string
  event: TimelineEvent
  fromStatus: JobStatus | null
  toStatus: JobStatus | null
  detail: Record<string, string> | null
  createdAt: Date
}

type JobState = { status: ShownStatus; jobType: JobType }

export function mayMove(job: JobState, event: JobEvent): boolean {
  const { from, only }: Transition = TRANSITIONS[event]
  return job.status !== LOST && from.includes(job.status) && (only === undefined || only === job.jobType)
}

const STAGES: Record<JobStatus, 'raised' | 'inHand' | 'answered' | 'finished' | 'calledOff'> = {
  pending: 'raised',
  assigned: 'inHand',
  in_progress: 'inHand',
  quote_pending: 'answered',
  quote_approved: 'answered',
  completed: 'finished',
  invoiced: 'finished',
  cancelled: 'calledOff',
}
export type Statuses = readonly JobStatus[] & { includes(status: ShownStatus): boolean }
const statusesIn = (...stages: (typeof STAGES)[JobStatus][]): Statuses =>
  JOB_STATUSES.filter((status) => stages.includes(STAGES[status]))

export const IN_HAND = statusesIn('inHand')
export const UNANSWERED = statusesIn('raised', 'inHand')
export const RESPONDED = statusesIn('answered', 'finished')
export const FINISHED = statusesIn('finished')
export const CLOSED = statusesIn('finished', 'calledOff')
export const OPEN = statusesIn('raised', 'inHand', 'answered')
export const ACTIVE = statusesIn('inHand', 'answered')

export const STATUS_LABELS: Record<JobStatus, string> = {
  pending: 'Pending',
  assigned: 'Assigned',
  in_progress: 'In Progress',
  quote_pending: 'Quote Pending',
  quote_approved: 'Quote Approved',
  completed: 'Completed',
  invoiced: 'Invoiced',
  cancelled: 'Cancelled',
}
export const SHOWN_STATUS_LABELS: Record<ShownStatus, string> = { ...STATUS_LABELS, [LOST]: 'No longer with you' }

export function contractorStatusLabel(job: JobState): string {
  if (job.status !== 'assigned') return SHOWN_STATUS_LABELS[job.status]
  return job.jobType === 'quote_work' ? 'Quote Approved' : 'Ready to Start'
}

export const URGENCY_LABELS: Record<Urgency, string> = { low: 'Low', medium: 'Medium', high: 'High' }
export const URGENCY_BADGES: Record<Urgency, string> = { low: 'LOW', medium: 'MEDIUM', high: 'URGENT' }
export const JOB_TYPE_BADGES: Record<JobType, string> = { visit: 'VISIT', quote_work: 'QUOTE WORK' }

export const EVENT_LABELS: Record<TimelineEvent, string> = {
  created: 'Job Created',
  imported: 'Job Imported',
  edited: 'Job Edited',
  assigned: 'Contractor Assigned',
  reassigned: 'Contractor Changed',
  unassigned: 'Contractor Withdrawn',
  contractorDeleted: 'Contractor Left',
  handedBack: 'Handed Back',
  started: 'Work Started',
  noAccess: 'No Access',
  returnNeeded: 'Return Needed',
  completed: 'Visit Completed',
  completedWithQuote: 'Visit Completed, Quote Needed',
  markedComplete: 'Quote Work Completed',
  quoteSubmitted: 'Quote Submitted',
  quoteApproved: 'Quote Approved',
  quoteRevised: 'Quote Revised',
  quoteWithdrawn: 'Quote Withdrawn',
  quoteDeclined: 'Quote Declined',
  newPriceAsked: 'New Price Asked For',
  quoteDeleted: 'Quote Deleted',
  quoteDeletedUnassigned: 'Quote Deleted',
  quoteRemoved: 'Quote Deleted',
  quoteWorkCompleted: 'Quote Work Completed',
  quoteWorkCancelled: 'Quote Work Cancelled',
  itemInvoiced: 'Sent to Invoiced',
  itemRestored: 'Invoice Deleted',
  invoiced: 'Job Invoiced',
  invoiceDeleted: 'Job Returned for Invoicing',
  visitDeleted: 'Visit Deleted',
  cancelled: 'Job Cancelled',
  hidden: 'Removed by Estate Agent',
  handedOver: 'Handed Over',
  reopened: 'Job Reopened',
  reopenedAssigned: 'Job Reopened',
  rivalAsked: 'Another Quote Asked For',
  appointmentBooked: 'Visit Booked',
  appointmentChanged: 'Visit Moved',
  appointmentCancelled: 'Booked Visit Cancelled',
  appointmentKept: 'Booked Visit Kept',
  appointmentMissed: 'Booked Visit Missed',
}

export function refusedMove(job: JobState, event?: JobEvent): string {
  const { from }: { from: readonly ShownStatus[] } = event ? TRANSITIONS[event] : { from: [] }
  if (from.includes(job.status))
    return `This is not possible for ${job.jobType === 'visit' ? 'a visit' : 'quote work'}.`
  return `This is no longer possible: the job is now ${SHOWN_STATUS_LABELS[job.status]}.`
}

export const ANOTHER_CONTRACTOR = 'Another contractor'

export const JOB_DELETED = 'The job has been successfully deleted.'

export const jobRef = (number: number): string => `JOB-${String(number).padStart(6, '0')}`

export const countedJobs = (count: number, kind = ''): string => `${count} ${kind}job${count === 1 ? '' : 's'}`

export const openAndLate = (open: number, late: number): string =>
  `${countedJobs(open, 'open ')}${late ? `, ${late} late` : ''}`

export const shortIssue = (issueDescription: string): string => [...issueDescription].slice(0, 100).join('')

/** `week` is its Monday, 'YYYY-MM-DD'; `days` the median from raised to first visit; `unvisited` wait for theirs. */
export type WeekOfWork = { week: string; raised: number; unvisited: number; finished: number; days: number | null }

export const ADMIN_FILTERS = ['pending', 'in_progress', 'completed'] as const

/** Completed Jobs that Delete All takes; that wait for a decision on a quote; whose quote work is not finished. */
export type CompletedCounts = { going: number; toDecide: number; unfinished: number }

export type JobCounters = { total: number; pending: number; inProgress: number; completed: number; active: number }
