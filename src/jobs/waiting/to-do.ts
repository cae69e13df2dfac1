import { and, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { is, literal } from '#db/query/conditions.ts'
import { jobSql } from '#db/query/predicates.ts'
import { selection } from '#db/query/selection.ts'
import { readTallies } from '#db/query/tallies.ts'
import { jobs } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { RAISED } from '#src/domain/job/status.ts'
import { URGENCIES, type Urgency } from '#src/domain/job/urgency.ts'
import type { AdminToDo, ContractorToDo } from '#src/domain/job/waiting.ts'
import { waitOf } from '#src/domain/job/whose-move.ts'
import { MAX_COUNTED } from '#src/domain/limits.ts'
import { hasOpenHazard, isHazardLate, isPastTarget } from '#src/domain/property/hazard/state.ts'
import { inHandWhere } from '#src/jobs/queries.ts'

const countUpTo = (where: SQL) =>
  sql<number>`(select count(*)::int from
    (select ${jobs.id} from ${jobs} where ${where} limit ${literal(MAX_COUNTED + 1)}) counted)`

const oldestToAssign = (urgency: Urgency) =>
  sql`(select ${jobs.waitingSince} from ${jobs} where ${jobSql.isToAssign()} and ${is(jobs.urgency, urgency)}
    order by ${jobs.waitingSince}, ${jobs.id} limit 1)`

const toDo = selection(
  {
    urgent: countUpTo(and(jobSql.isToAssign(), jobSql.isUrgent())!),
    late: countUpTo(jobSql.isLate()),
    hazards: countUpTo(jobSql.hasOpenHazard()),
    hazardsLate: countUpTo(jobSql.isHazardLate()),
    oldest: sql<Date | null>`least(${sql.join(URGENCIES.map(oldestToAssign), sql`, `)})`,
    oldestUrgent: sql<Date | null>`${oldestToAssign('high')}`,
    longestLate: sql<Date | null>`(select ${jobs.visitBy} from ${jobs} where ${jobSql.isLate()}
      order by ${jobs.visitBy}, ${jobs.id} limit 1)`,
  },
  sql``,
)

export async function adminToDo(): Promise<AdminToDo> {
  const [tally, [found]] = await Promise.all([readTallies(), toDo({})])
  const { urgent, late, hazards, hazardsLate, oldest, oldestUrgent, longestLate } = found!
  return {
    toAssign: { count: tally('jobs', { status: RAISED }).count, oldest },
    urgent: { count: urgent, oldest: oldestUrgent },
    late: { count: late, oldest: longestLate },
    hazards: { count: hazards, oldest: null },
    hazardsLate: { count: hazardsLate, oldest: null },
    hasJobs: tally('jobs').count > 0,
  }
}

export async function contractorToDo(user: Actor, now = new Date()): Promise<ContractorToDo> {
  const { status, jobType, waitingOn, waitingFor, waitingSince, updatedAt } = jobs
  const { appointmentStartsAt, appointmentEndsAt, visitBy, firstVisitAt, hazardLevel, hazardDue } = jobs
  const rows = await db
    .select({
      ...{ status, jobType, waitingOn, waitingFor, waitingSince, updatedAt },
      ...{ appointmentStartsAt, appointmentEndsAt, visitBy, firstVisitAt, hazardLevel, hazardDue },
    })
    .from(jobs)
    .where(inHandWhere(user))
  const hazardsLate = rows.filter((job) => isHazardLate(job, now)).length
  const toDo: ContractorToDo = {
    late: rows.filter((job) => isPastTarget(job, now)).length,
    ...{ hazards: rows.filter(hasOpenHazard).length, hazardsLate, booked: 0 },
  }
  for (const job of rows) {
    const { waitingFor: what } = waitOf(job)
    const isAhead = what === 'visit' && job.appointmentEndsAt && job.appointmentEndsAt > now
    if (isAhead) toDo.booked++
    else if (what) toDo[what] = (toDo[what] ?? 0) + 1
  }
  return toDo
}
