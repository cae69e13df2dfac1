import type { JobType } from './job-type.ts'
import { type JobStatus, LOST, SHOWN_STATUS_LABELS, type ShownStatus } from './status.ts'

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
