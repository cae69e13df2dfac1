import type { Job } from './job.ts'
import type { JobType } from './job-type.ts'
import { LOST, type ShownStatus } from './status.ts'
import type { Waiting, WaitingFor, WaitingOn } from './waiting.ts'

const on = (waitingOn: WaitingOn, waitingFor: WaitingFor | null = null): Waiting => ({ waitingOn, waitingFor })

export const NOBODY = on('nobody')
export const TO_INVOICE = on('admin', 'invoice')

type State = { status: ShownStatus; jobType: JobType; appointmentStartsAt: Date | null }

const BY_STATUS: Record<ShownStatus, (state: State) => Waiting> = {
  pending: () => on('admin', 'assign'),
  assigned: ({ appointmentStartsAt }) => on('contractor', appointmentStartsAt ? 'visit' : 'book'),
  in_progress: () => on('contractor', 'finish'),
  quote_pending: () => on('agent', 'decide'),
  quote_approved: () => on('contractor', 'book'),
  // What quote work earned is invoiced with the job that it came from.
  completed: ({ jobType }) => (jobType === 'visit' ? TO_INVOICE : NOBODY),
  invoiced: () => NOBODY,
  // Unless a visit before is to be invoiced, as `settleInvoiced` knows.
  cancelled: () => NOBODY,
  [LOST]: () => NOBODY,
}

/** A completed job without anything to invoice waits on nobody. */
export const waitingIn = (state: State): Waiting => BY_STATUS[state.status](state)

type Kept = State & Pick<Job, 'waitingOn' | 'waitingFor' | 'waitingSince' | 'updatedAt'>

/** Falls back to the rule for a job of an earlier version until it is backfilled. */
export function waitOf(job: Kept): Waiting & { waitingSince: Date } {
  const { waitingOn, waitingFor } = job
  return {
    ...(waitingOn ? on(waitingOn, waitingFor) : waitingIn(job)),
    waitingSince: job.waitingSince ?? job.updatedAt,
  }
}
