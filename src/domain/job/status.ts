import type { Tone } from '../tone.ts'
import type { JobType } from './job-type.ts'
import { NOBODY, on, TO_INVOICE, type Waiting } from './waiting.ts'

type Held = { jobType: JobType; appointmentStartsAt: Date | null }

type Status = {
  label: string
  tone: Tone
  stage: 'raised' | 'inHand' | 'answered' | 'finished' | 'calledOff'
  /** The usual way on. */
  next: readonly JobStatus[]
  waits: (job: Held) => Waiting
}

const STATUSES = {
  pending: {
    label: 'Pending',
    tone: 'yellow',
    stage: 'raised',
    next: ['assigned', 'in_progress', 'completed', 'invoiced'],
    waits: () => on('admin', 'assign'),
  },
  assigned: {
    label: 'Assigned',
    tone: 'blue',
    stage: 'inHand',
    next: ['in_progress', 'completed', 'invoiced'],
    waits: ({ appointmentStartsAt }: Held) => on('contractor', appointmentStartsAt ? 'visit' : 'book'),
  },
  in_progress: {
    label: 'In Progress',
    tone: 'orange',
    stage: 'inHand',
    next: ['completed', 'invoiced'],
    waits: () => on('contractor', 'finish'),
  },
  quote_pending: {
    label: 'Quote Pending',
    tone: 'amber',
    stage: 'answered',
    next: ['quote_approved', 'completed', 'invoiced'],
    waits: () => on('agent', 'decide'),
  },
  quote_approved: {
    label: 'Quote Approved',
    tone: 'amber',
    stage: 'answered',
    next: ['completed', 'invoiced'],
    waits: () => on('contractor', 'book'),
  },
  completed: {
    label: 'Completed',
    tone: 'green',
    stage: 'finished',
    next: ['invoiced'],
    // What quote work earned is invoiced with the job that it came from.
    waits: ({ jobType }: Held) => (jobType === 'visit' ? TO_INVOICE : NOBODY),
  },
  invoiced: { label: 'Invoiced', tone: 'purple', stage: 'finished', next: [], waits: () => NOBODY },
  // Unless a visit before is to be invoiced, as `settleInvoiced` knows.
  cancelled: { label: 'Cancelled', tone: 'grey', stage: 'calledOff', next: [], waits: () => NOBODY },
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

const inEach = <Field extends keyof Status>(field: Field) =>
  Object.fromEntries(JOB_STATUSES.map((status) => [status, statusOf(status)[field]])) as Record<
    JobStatus,
    Status[Field]
  >

export const STATUS_LABELS = inEach('label')
export const STATUS_TONES = inEach('tone')
export const SHOWN_STATUS_LABELS: Record<ShownStatus, string> = { ...STATUS_LABELS, [LOST]: 'No longer with you' }

export function contractorStatusLabel(job: { status: ShownStatus; jobType: JobType }): string {
  if (job.status !== 'assigned') return SHOWN_STATUS_LABELS[job.status]
  return job.jobType === 'quote_work' ? 'Quote Approved' : 'Ready to Start'
}
