import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { jobs } from '#db/schema.ts'
import type { Job } from '#src/domain/job/job.ts'
import { type JobStatus, OPEN } from '#src/domain/job/status.ts'
import { isNotToVisit, isToVisit } from '#src/jobs/waiting/late.ts'

export type Sortable = Pick<
  Job,
  'id' | 'status' | 'createdAt' | 'waitingOn' | 'waitingSince' | 'visitBy' | 'firstVisitAt'
>

export type SortPart = {
  name: string
  column: PgColumn
  descending?: boolean
  at: (job: Sortable) => Date
  where?: SQL
  has: (job: Sortable) => boolean
  statuses?: readonly JobStatus[]
}

const byCreation = { column: jobs.createdAt, at: (job: Sortable) => job.createdAt, has: () => true }
const rest = (where: SQL): SortPart => ({ ...byCreation, name: 'rest', descending: true, where })

const isWaited = sql`${jobs.waitingOn} <> 'nobody' and ${jobs.waitingSince} is not null`
const isNotWaited = sql`(${jobs.waitingOn} is null or ${jobs.waitingOn} = 'nobody' or ${jobs.waitingSince} is null)`

const JOB_SORTS = {
  newest: [{ ...byCreation, name: '', descending: true }],
  oldest: [{ ...byCreation, name: 'oldest' }],
  waiting: [
    {
      name: 'waiting',
      column: jobs.waitingSince,
      at: (job) => job.waitingSince!,
      where: isWaited,
      has: ({ waitingOn, waitingSince }) => waitingOn !== null && waitingOn !== 'nobody' && waitingSince !== null,
      statuses: [...OPEN, 'completed', 'cancelled'],
    },
    rest(isNotWaited),
  ],
  visitBy: [
    {
      name: 'visit',
      column: jobs.visitBy,
      at: (job) => job.visitBy!,
      where: isToVisit,
      has: ({ visitBy, firstVisitAt, status }) => visitBy !== null && !firstVisitAt && OPEN.includes(status),
      statuses: OPEN,
    },
    rest(isNotToVisit),
  ],
} satisfies Record<string, SortPart[]>

export type JobSort = keyof typeof JOB_SORTS

export const JOB_SORT_NAMES = Object.keys(JOB_SORTS) as JobSort[]

export function partsOf(sort: JobSort = 'newest', statuses?: readonly JobStatus[]): readonly SortPart[] {
  const parts: readonly SortPart[] = JOB_SORTS[sort]
  const left = parts.filter(
    (part) => !part.statuses || !statuses || part.statuses.some((status) => statuses.includes(status)),
  )
  // What tells one part from the others is not asked where all jobs are in one: an index then has them in order.
  return left.length === 1 ? left.map((part) => ({ ...part, where: undefined })) : left
}
