import type { JobType } from './job-type.ts'
import { type JobStatus, LOST, SHOWN_STATUS_LABELS, type ShownStatus } from './status.ts'

export type AppointmentEnd = 'kept' | 'missed' | 'cancelled'
export type Transition = { from: readonly JobStatus[]; to: JobStatus; only?: JobType; appointment?: AppointmentEnd }

/** What a timeline tells, and of each move of a job from where to where it leads. */
const EVENTS = {
  created: { label: 'Job Created' },
  imported: { label: 'Job Imported' },
  edited: { label: 'Job Edited' },
  assigned: { label: 'Contractor Assigned', from: ['pending'], to: 'assigned' },
  reassigned: {
    label: 'Contractor Changed',
    from: ['assigned', 'in_progress'],
    to: 'assigned',
    appointment: 'cancelled',
  },
  unassigned: {
    label: 'Contractor Withdrawn',
    from: ['assigned', 'in_progress'],
    to: 'pending',
    appointment: 'cancelled',
  },
  contractorDeleted: {
    label: 'Contractor Left',
    from: ['assigned', 'in_progress'],
    to: 'pending',
    appointment: 'cancelled',
  },
  takenBack: { label: 'Assignment Taken Back', from: ['assigned'], to: 'pending' },
  takenBackAssigned: { label: 'Assignment Taken Back', from: ['assigned'], to: 'assigned' },
  takenBackStarted: { label: 'Assignment Taken Back', from: ['assigned'], to: 'in_progress' },
  handedBack: { label: 'Handed Back', from: ['assigned', 'in_progress'], to: 'pending', appointment: 'cancelled' },
  started: { label: 'Work Started', from: ['assigned'], to: 'in_progress' },
  noAccess: { label: 'No Access', from: ['assigned', 'in_progress'], to: 'assigned', appointment: 'missed' },
  returnNeeded: { label: 'Return Needed', from: ['assigned', 'in_progress'], to: 'in_progress', appointment: 'kept' },
  completed: {
    label: 'Visit Completed',
    from: ['assigned', 'in_progress'],
    to: 'completed',
    only: 'visit',
    appointment: 'kept',
  },
  completedWithQuote: {
    label: 'Visit Completed, Quote Needed',
    from: ['assigned', 'in_progress'],
    to: 'quote_pending',
    only: 'visit',
    appointment: 'kept',
  },
  markedComplete: {
    label: 'Quote Work Completed',
    from: ['assigned', 'in_progress'],
    to: 'completed',
    only: 'quote_work',
    appointment: 'kept',
  },
  quoteSubmitted: { label: 'Quote Submitted' },
  quoteApproved: { label: 'Quote Approved', from: ['quote_pending'], to: 'quote_approved', only: 'visit' },
  landlordAsked: { label: 'Landlord Asked' },
  landlordAnswered: { label: 'Landlord Answered' },
  quoteRevised: { label: 'Quote Revised', from: ['quote_pending'], to: 'quote_pending', only: 'visit' },
  quoteWithdrawn: { label: 'Quote Withdrawn', from: ['quote_pending'], to: 'assigned', only: 'visit' },
  quoteDeclined: { label: 'Quote Declined', from: ['quote_pending'], to: 'completed', only: 'visit' },
  newPriceAsked: { label: 'New Price Asked For', from: ['quote_pending'], to: 'assigned', only: 'visit' },
  quoteDeleted: { label: 'Quote Deleted', from: ['quote_pending'], to: 'assigned', only: 'visit' },
  quoteDeletedUnassigned: { label: 'Quote Deleted', from: ['quote_pending'], to: 'pending', only: 'visit' },
  quoteRemoved: { label: 'Quote Deleted' },
  quoteWorkCompleted: {
    label: 'Quote Work Completed',
    from: ['quote_approved'],
    to: 'completed',
    only: 'visit',
    appointment: 'kept',
  },
  quoteWorkCancelled: {
    label: 'Quote Work Cancelled',
    from: ['quote_approved'],
    to: 'completed',
    only: 'visit',
    appointment: 'cancelled',
  },
  itemInvoiced: { label: 'Sent to Invoiced' },
  itemRestored: { label: 'Invoice Deleted' },
  invoiceVoided: { label: 'Invoice Voided' },
  invoiced: { label: 'Job Invoiced', from: ['completed'], to: 'invoiced' },
  invoiceDeleted: { label: 'Job Returned for Invoicing', from: ['invoiced'], to: 'completed' },
  visitDeleted: { label: 'Visit Deleted' },
  cancelled: {
    label: 'Job Cancelled',
    from: ['pending', 'assigned', 'in_progress'],
    to: 'cancelled',
    appointment: 'cancelled',
  },
  hidden: { label: 'Removed by Estate Agent' },
  handedOver: { label: 'Handed Over' },
  chased: { label: 'Chased' },
  reopened: { label: 'Job Reopened', from: ['completed', 'invoiced', 'cancelled'], to: 'pending', only: 'visit' },
  reopenedAssigned: {
    label: 'Job Reopened',
    from: ['completed', 'invoiced', 'cancelled'],
    to: 'assigned',
    only: 'visit',
  },
  rivalAsked: { label: 'Another Quote Asked For' },
  hazardMarked: { label: 'Hazard Marked' },
  hazardChanged: { label: 'Hazard Changed' },
  hazardSummarySent: { label: 'Summary of Hazard Sent' },
  appointmentBooked: { label: 'Visit Booked' },
  appointmentChanged: { label: 'Visit Moved' },
  appointmentCancelled: { label: 'Booked Visit Cancelled' },
  appointmentKept: { label: 'Booked Visit Kept' },
  appointmentMissed: { label: 'Booked Visit Missed' },
} as const satisfies Record<string, { label: string } & Partial<Transition>>

type Events = typeof EVENTS
export type TimelineEvent = keyof Events
export type JobEvent = { [Name in TimelineEvent]: Events[Name] extends Transition ? Name : never }[TimelineEvent]

const EVENT_NAMES = Object.keys(EVENTS) as TimelineEvent[]

export const EVENT_LABELS = Object.fromEntries(EVENT_NAMES.map((name) => [name, EVENTS[name].label])) as {
  [Name in TimelineEvent]: Events[Name]['label']
}
export const TRANSITIONS = Object.fromEntries(
  EVENT_NAMES.flatMap((name) => ('from' in EVENTS[name] ? [[name, EVENTS[name]]] : [])),
) as Pick<Events, JobEvent>

type JobState = { status: ShownStatus; jobType: JobType }

export function mayMove(job: JobState, event: JobEvent): boolean {
  const { from, only }: Transition = TRANSITIONS[event]
  return job.status !== LOST && from.includes(job.status) && (only === undefined || only === job.jobType)
}

export function refusedMove(job: JobState, event?: JobEvent): string {
  const { from }: { from: readonly ShownStatus[] } = event ? TRANSITIONS[event] : { from: [] }
  if (from.includes(job.status))
    return `This is not possible for ${job.jobType === 'visit' ? 'a visit' : 'quote work'}.`
  return `This is no longer possible: the job is now ${SHOWN_STATUS_LABELS[job.status]}.`
}
