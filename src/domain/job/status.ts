import type { JobType } from './job-type.ts'

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

export function contractorStatusLabel(job: { status: ShownStatus; jobType: JobType }): string {
  if (job.status !== 'assigned') return SHOWN_STATUS_LABELS[job.status]
  return job.jobType === 'quote_work' ? 'Quote Approved' : 'Ready to Start'
}
