import { and, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { is, literal } from '#db/conditions.ts'
import { jobs } from '#db/schema.ts'
import { readTallies } from '#db/tallies.ts'
import type { Actor } from '#src/accounts/account.ts'
import { MOST_COUNTED } from '#src/most-counted.ts'
import { URGENCIES } from './job.ts'
import { isFirstVisitLate } from './late.ts'
import { inHandWhere } from './queries.ts'
import type { AdminToDo, ContractorToDo } from './waiting.ts'
import { isLate } from './waiting-words.ts'
import { waitOf } from './whose-move.ts'

const isToAssign = is(jobs.status, 'pending')

const countUpTo = (where: ReturnType<typeof and>) =>
  db.select({ count: sql`count(*)`.mapWith(Number) }).from(
    db
      .select({ id: jobs.id })
      .from(jobs)
      .where(where)
      .limit(literal(MOST_COUNTED + 1))
      .as('counted'),
  )

// Each is read from the end of a partial index, or from the tallies.
const urgentToAssign = countUpTo(and(isToAssign, is(jobs.urgency, 'high'))).prepare('urgent_to_assign')
const lateVisits = countUpTo(isFirstVisitLate).prepare('late_visits')
const oldestToAssign = URGENCIES.map((urgency) =>
  db
    .select({ since: jobs.waitingSince })
    .from(jobs)
    .where(and(isToAssign, is(jobs.urgency, urgency)))
    .orderBy(jobs.waitingSince, jobs.id)
    .limit(literal(1))
    .prepare(`oldest_to_assign_${urgency}`),
)

export async function adminToDo(): Promise<AdminToDo> {
  const [tally, [urgent], [late], ...oldest] = await Promise.all([
    readTallies(),
    urgentToAssign.execute(),
    lateVisits.execute(),
    ...oldestToAssign.map((one) => one.execute()),
  ])
  const times = oldest.flat().flatMap(({ since }) => (since ? [since.getTime()] : []))
  return {
    toAssign: tally('jobs', { status: ['pending'] }).count,
    urgent: urgent!.count,
    oldest: times.length > 0 ? new Date(Math.min(...times)) : null,
    late: late!.count,
  }
}

/** Of the jobs in hand, which are few. A visit that is booked for later is not yet to do. */
export async function contractorToDo(user: Actor, now = new Date()): Promise<ContractorToDo> {
  const { status, jobType, waitingOn, waitingFor, waitingSince, updatedAt } = jobs
  const { appointmentStartsAt, appointmentEndsAt, visitBy, firstVisitAt } = jobs
  const rows = await db
    .select({
      ...{ status, jobType, waitingOn, waitingFor, waitingSince, updatedAt },
      ...{ appointmentStartsAt, appointmentEndsAt, visitBy, firstVisitAt },
    })
    .from(jobs)
    .where(inHandWhere(user))
  const toDo: ContractorToDo = { late: rows.filter((job) => isLate(job, now)).length }
  for (const job of rows) {
    const { waitingFor: what } = waitOf(job)
    const isAhead = what === 'visit' && job.appointmentEndsAt && job.appointmentEndsAt > now
    if (what && !isAhead) toDo[what] = (toDo[what] ?? 0) + 1
  }
  return toDo
}
