import { and, asc } from 'drizzle-orm'
import { is, isSelected } from '#db/query/conditions.ts'
import { jobSql } from '#db/query/predicates.ts'
import { jobs } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { JobForAdmins } from '#src/domain/job/listed.ts'
import { URGENCIES, type Urgency } from '#src/domain/job/urgency.ts'
import { readForAdmins } from '#src/jobs/queries.ts'
import { firstOf } from '#src/jobs/search/first-of.ts'

/** The longest waiting first. Each urgency's are in order in jobs_to_assign_index. */
export function longestToAssign(
  user: Actor,
  most: number,
  urgencies: readonly Urgency[] = URGENCIES,
): Promise<JobForAdmins[]> {
  const each = urgencies.map((urgency) => and(jobSql.isToAssign(), is(jobs.urgency, urgency)))
  const where = isSelected(jobs.id, firstOf(each, { column: jobs.waitingSince }, most))
  return readForAdmins(user, { where, order: [asc(jobs.waitingSince), asc(jobs.id)] })
}
