import type { JobType } from './job-type.ts'
import { JOB_STATUSES, type JobStatus, type ShownStatus } from './status.ts'
import type { Urgency } from './urgency.ts'
import type { WaitingFor, WaitingOn } from './waiting.ts'

// What a job is, in words. Each that a query asks has its SQL of the same name in db/query/predicates.ts.

type Of = { status: ShownStatus }

export const isToAssign = ({ status }: Of): boolean => status === 'pending'
export const isToStart = ({ status }: Of): boolean => status === 'assigned'
export const isToDecide = ({ status }: Of): boolean => status === 'quote_pending'
export const isBeingCarriedOut = ({ status }: Of): boolean => status === 'quote_approved'
export const mayBeDeletedByAgent = (job: Of): boolean => !isToDecide(job) && !isBeingCarriedOut(job)
export const isCompleted = ({ status }: Of): boolean => status === 'completed'
export const isCancelled = ({ status }: Of): boolean => status === 'cancelled'

export const isQuoteWork = ({ jobType }: { jobType: JobType }): boolean => jobType === 'quote_work'
export const isVisitJob = ({ jobType }: { jobType: JobType }): boolean => jobType === 'visit'
export const isUrgent = ({ urgency }: { urgency: Urgency }): boolean => urgency === 'high'

type Waits = { waitingOn: WaitingOn | null; waitingFor: WaitingFor | null; waitingSince: Date | null }

export const waitsOn = ({ waitingOn }: Pick<Waits, 'waitingOn'>, whom: WaitingOn): boolean => waitingOn === whom
export const waitsFor = ({ waitingFor }: Pick<Waits, 'waitingFor'>, what: WaitingFor): boolean => waitingFor === what
export const isWaiting = ({ waitingOn, waitingSince }: Pick<Waits, 'waitingOn' | 'waitingSince'>): boolean =>
  waitingOn !== null && waitingOn !== 'nobody' && waitingSince !== null
export const isNotWaiting = (job: Pick<Waits, 'waitingOn' | 'waitingSince'>): boolean => !isWaiting(job)

/** An invoiced job waits on nobody. */
export const MAY_WAIT = JOB_STATUSES.filter((status) => status !== 'invoiced')

type Step = { fromStatus: JobStatus | null; toStatus: JobStatus | null }

/** The completion of a job, not the deletion of its invoice. */
export const isCompletion = ({ fromStatus, toStatus }: Step): boolean =>
  toStatus === 'completed' && fromStatus !== null && fromStatus !== 'completed' && fromStatus !== 'invoiced'
export const isAssignment = ({ toStatus }: Step): boolean => toStatus === 'assigned'
