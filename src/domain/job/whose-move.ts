import type { Job } from './job.ts'
import type { JobType } from './job-type.ts'
import { LOST, type ShownStatus, statusOf } from './status.ts'
import { NOBODY, on, type Waiting } from './waiting.ts'

type State = { status: ShownStatus; jobType: JobType; appointmentStartsAt: Date | null }

/** A completed job without anything to invoice waits on nobody. */
export const waitingIn = (job: State): Waiting => (job.status === LOST ? NOBODY : statusOf(job.status).waits(job))

type Kept = State & Pick<Job, 'waitingOn' | 'waitingFor' | 'waitingSince' | 'updatedAt'>

/** Falls back to the rule for a job of an earlier version until it is backfilled. */
export function waitOf(job: Kept): Waiting & { waitingSince: Date } {
  const { waitingOn, waitingFor } = job
  return {
    ...(waitingOn ? on(waitingOn, waitingFor) : waitingIn(job)),
    waitingSince: job.waitingSince ?? job.updatedAt,
  }
}
