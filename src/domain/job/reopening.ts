import type { Role } from '../account/account.ts'
import type { Job } from './job.ts'
import { OPEN } from './status.ts'
import type { JobEventEntry } from './timeline.ts'
import { mayMove } from './transitions.ts'

export const REOPEN_DAYS = 90

export const TOO_LATE = `This job was closed more than ${REOPEN_DAYS} days ago. Please ask an administrator to reopen it.`

type Closed = Pick<Job, 'status' | 'jobType' | 'updatedAt'>
type Entry = Pick<JobEventEntry, 'fromStatus' | 'toStatus' | 'createdAt'>

function closedAt(job: Closed, timeline: readonly Entry[]): Date {
  const closing = timeline.findLast(
    ({ fromStatus, toStatus }) =>
      (toStatus === 'completed' || toStatus === 'cancelled') && fromStatus !== null && OPEN.includes(fromStatus),
  )
  return closing?.createdAt ?? job.updatedAt
}

export const isTooLate = (role: Role | null, job: Closed, timeline: readonly Entry[]): boolean =>
  role !== 'admin' && Date.now() - closedAt(job, timeline).getTime() > REOPEN_DAYS * 86_400_000

export const mayReopen = (role: Role | null, job: Closed, timeline: readonly Entry[]): boolean =>
  mayMove(job, 'reopened') && !isTooLate(role, job, timeline)
