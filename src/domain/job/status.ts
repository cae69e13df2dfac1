import type { JobType } from './job-type.ts'

type Status = {
  label: string
  stage: 'raised' | 'inHand' | 'answered' | 'finished' | 'calledOff'
  /** The usual way on. */
  next: readonly JobStatus[]
}

const STATUSES = {
  pending: { label: 'Pending', stage: 'raised', next: ['assigned', 'in_progress', 'completed', 'invoiced'] },
  assigned: { label: 'Assigned', stage: 'inHand', next: ['in_progress', 'completed', 'invoiced'] },
  in_progress: { label: 'In Progress', stage: 'inHand', next: ['completed', 'invoiced'] },
  quote_pending: { label: 'Quote Pending', stage: 'answered', next: ['quote_approved', 'completed', 'invoiced'] },
  quote_approved: { label: 'Quote Approved', stage: 'answered', next: ['completed', 'invoiced'] },
  completed: { label: 'Completed', stage: 'finished', next: ['invoiced'] },
  invoiced: { label: 'Invoiced', stage: 'finished', next: [] },
  cancelled: { label: 'Cancelled', stage: 'calledOff', next: [] },
} as const
export type JobStatus = keyof typeof STATUSES

export const JOB_STATUSES = Object.keys(STATUSES) as [JobStatus, ...JobStatus[]]
export const statusOf = (status: JobStatus): Status => STATUSES[status]

/** All that a contractor learns of the state of a job which they had and lost. */
export const LOST = 'no_longer_with_you'
export type ShownStatus = JobStatus | typeof LOST

export type Statuses = readonly JobStatus[] & { includes(status: ShownStatus): boolean }
const statusesIn = (...stages: Status['stage'][]): Statuses =>
  JOB_STATUSES.filter((status) => stages.includes(statusOf(status).stage))

export const RAISED = statusesIn('raised')
export const IN_HAND = statusesIn('inHand')
export const UNANSWERED = statusesIn('raised', 'inHand')
export const RESPONDED = statusesIn('answered', 'finished')
export const FINISHED = statusesIn('finished')
export const CLOSED = statusesIn('finished', 'calledOff')
export const OPEN = statusesIn('raised', 'inHand', 'answered')
export const ACTIVE = statusesIn('inHand', 'answered')

export const ASKED_FOR_MOST = ['pending', 'in_progress', 'completed'] as const

export const STATUS_LABELS = Object.fromEntries(
  JOB_STATUSES.map((status) => [status, statusOf(status).label]),
) as Record<JobStatus, string>
export const SHOWN_STATUS_LABELS: Record<ShownStatus, string> = { ...STATUS_LABELS, [LOST]: 'No longer with you' }

export function contractorStatusLabel(job: { status: ShownStatus; jobType: JobType }): string {
  if (job.status !== 'assigned') return SHOWN_STATUS_LABELS[job.status]
  return job.jobType === 'quote_work' ? 'Quote Approved' : 'Ready to Start'
}
