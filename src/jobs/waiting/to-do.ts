import { and, type SQL, sql } from 'drizzle-orm'
import { is, literal } from '#db/query/conditions.ts'
import { jobSql } from '#db/query/predicates.ts'
import { selection } from '#db/query/selection.ts'
import { readTallies } from '#db/query/tallies.ts'
import { jobs } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { waitsFor } from '#src/domain/job/state.ts'
import { RAISED } from '#src/domain/job/status.ts'
import { URGENCIES, type Urgency } from '#src/domain/job/urgency.ts'
import type { AdminToDo, ContractorToDo } from '#src/domain/job/waiting.ts'
import { waitOf } from '#src/domain/job/whose-move.ts'
import { MAX_COUNTED } from '#src/domain/limits.ts'
import { isHazardLate } from '#src/domain/property/hazard/state.ts'
import { type InHandRow, IS_IN_HAND, jobsInHand } from './in-hand.ts'

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
  const rows = await jobsInHand(user)
  const count = (is: (job: InHandRow, now: Date) => boolean) => rows.filter((job) => is(job, now)).length
  const { hazard, late, book, finish } = IS_IN_HAND
  const toVisit = rows.filter((job) => waitsFor(waitOf(job), 'visit'))
  const booked = toVisit.filter(({ appointmentEndsAt: ends }) => ends && ends > now).length
  return {
    ...{ hazard: count(hazard), hazardsLate: count(isHazardLate), late: count(late) },
    ...{ book: count(book), finish: count(finish), booked, visit: toVisit.length - booked },
  }
}
