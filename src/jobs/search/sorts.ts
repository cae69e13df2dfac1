import { and, not, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { is, isOneOf } from '#db/query/conditions.ts'
import { jobSql } from '#db/query/predicates.ts'
import { jobs } from '#db/schema.ts'
import type { Job } from '#src/domain/job/job.ts'
import type { JobSort } from '#src/domain/job/sort.ts'
import { isWaiting, MAY_WAIT } from '#src/domain/job/state.ts'
import { CLOSED, type JobStatus, OPEN } from '#src/domain/job/status.ts'
import { URGENCIES, type Urgency } from '#src/domain/job/urgency.ts'
import { dueBy, isDue } from '#src/domain/property/hazard/state.ts'

export type Sortable = Pick<
  Job,
  'id' | 'status' | 'urgency' | 'createdAt' | 'waitingOn' | 'waitingSince' | 'visitBy' | 'firstVisitAt' | 'hazardDue'
>

export type SortPart = {
  name: string
  column: PgColumn | SQL
  descending?: boolean
  at: (job: Sortable) => Date
  where?: SQL
  has: (job: Sortable) => boolean
  statuses?: readonly JobStatus[]
}

const byCreation = { column: jobs.createdAt, at: (job: Sortable) => job.createdAt, has: () => true }
export const newestFirst: SortPart = { ...byCreation, name: '', descending: true }
const ofUrgency = (urgency: Urgency): SortPart => ({
  ...byCreation,
  name: urgency,
  where: and(isOneOf(jobs.status, OPEN), is(jobs.urgency, urgency))!,
  has: (job) => job.urgency === urgency && OPEN.includes(job.status),
  statuses: OPEN,
})
const rest = (where: SQL): SortPart => ({ ...byCreation, name: 'rest', descending: true, where })

const JOB_SORTS = {
  newest: [newestFirst],
  oldest: [{ ...byCreation, name: 'oldest' }],
  waiting: [
    {
      name: 'waiting',
      column: jobs.waitingSince,
      at: (job) => job.waitingSince!,
      where: jobSql.isWaiting(),
      has: isWaiting,
      statuses: MAY_WAIT,
    },
    rest(jobSql.isNotWaiting()),
  ],
  visitBy: [
    {
      name: 'visit',
      column: jobSql.dueBy(),
      at: (job) => dueBy(job)!,
      where: jobSql.isDue(),
      has: isDue,
      statuses: OPEN,
    },
    rest(not(jobSql.isDue())),
  ],
  urgent: [...URGENCIES.toReversed().map(ofUrgency), rest(isOneOf(jobs.status, CLOSED))],
} satisfies Record<JobSort, SortPart[]>

export function partsOf(sort: JobSort = 'newest', statuses?: readonly JobStatus[]): readonly SortPart[] {
  const parts: readonly SortPart[] = JOB_SORTS[sort]
  const left = parts.filter(
    (part) => !part.statuses || !statuses || part.statuses.some((status) => statuses.includes(status)),
  )
  // What tells one part from the others is not asked where all jobs are in one: an index then has them in order.
  return left.length === 1 ? left.map((part) => ({ ...part, where: undefined })) : left
}
