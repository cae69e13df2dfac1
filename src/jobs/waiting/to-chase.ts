import { and, asc, sql } from 'drizzle-orm'
import { isOneOf, isSelected } from '#db/query/conditions.ts'
import { jobSql } from '#db/query/predicates.ts'
import { isAhead } from '#db/query/time-marks.ts'
import { jobs } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { JobForAdmins } from '#src/domain/job/listed.ts'
import { IN_HAND } from '#src/domain/job/status.ts'
import { readForAdmins } from '#src/jobs/queries.ts'
import { firstOf } from '#src/jobs/search/first-of.ts'
import { startOfWorkingDay } from '#src/runtime/working-days.ts'

/** The longest late that somebody holds who has heard nothing of them for a working day, and has booked nothing ahead. */
export function longestLateToChase(user: Actor, most: number): Promise<JobForAdmins[]> {
  const { status, waitingSince, chasedAt, appointmentEndsAt, visitBy } = jobs
  const start = startOfWorkingDay().toISOString()
  const isToChase = and(
    ...[jobSql.isLate(), isOneOf(status, IN_HAND)],
    sql`greatest(${waitingSince}, case when not ${isAhead(chasedAt)} then ${chasedAt} end) < ${start}::timestamptz`,
    sql`(${appointmentEndsAt} is null or ${appointmentEndsAt} < now())`,
  )
  const where = isSelected(jobs.id, firstOf([isToChase], { column: visitBy }, most))
  return readForAdmins(user, { where, order: [asc(visitBy), asc(jobs.id)] })
}
