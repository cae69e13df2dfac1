import { and, isNotNull, isNull, lt, not, sql } from 'drizzle-orm'
import { isOneOf } from '#db/query/conditions.ts'
import { jobs } from '#db/schema.ts'
import { OPEN } from '#src/domain/job/status.ts'

// Together the condition of jobs_to_visit_index: without any one of them it is not used.
const isUnvisited = and(isNotNull(jobs.visitBy), isNull(jobs.firstVisitAt))!
const isOpen = isOneOf(jobs.status, OPEN)

export const isToVisit = and(isUnvisited, isOpen)!
export const isNotToVisit = not(isToVisit)

/** Nobody has been there by the time that the first visit was due. */
export const isOverdue = and(isUnvisited, lt(jobs.visitBy, sql`now()`))!
export const isFirstVisitLate = and(isOverdue, isOpen)!
