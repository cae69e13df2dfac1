import { and, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { is, literal } from '#db/conditions.ts'
import { jobs } from '#db/schema.ts'
import { selection } from '#db/selection.ts'
import { readTallies } from '#db/tallies.ts'
import type { Actor } from '#src/accounts/account.ts'
import { MOST_COUNTED } from '#src/most-counted.ts'
import { URGENCIES, type Urgency } from './job.ts'
import { isFirstVisitLate } from './late.ts'
import { inHandWhere } from './queries.ts'
import type { AdminToDo, ContractorToDo } from './waiting.ts'
import { isLate } from './waiting-words.ts'
import { waitOf } from './whose-move.ts'

const isToAssign = is(jobs.status, 'pending')

const countUpTo = (where: SQL) =>
  sql<number>`(select count(*)::int from
    (select ${jobs.id} from ${jobs} where ${where} limit ${literal(MOST_COUNTED + 1)}) counted)`

const oldestToAssign = (urgency: Urgency) =>
  sql`(select ${jobs.waitingSince} from ${jobs} where ${isToAssign} and ${is(jobs.urgency, urgency)}
    order by ${jobs.waitingSince}, ${jobs.id} limit 1)`

// Each is read from the end of a partial index.
const toDo = selection(
  {
    urgent: countUpTo(and(isToAssign, is(jobs.urgency, 'high'))!),
    late: countUpTo(isFirstVisitLate),
    oldest: sql<Date | null>`least(${sql.join(URGENCIES.map(oldestToAssign), sql`, `)})`,
  },
  sql``,
)

export async function adminToDo(): Promise<AdminToDo> {
  const [tally, [found]] = await Promise.all([readTallies(), toDo({})])
  return { toAssign: tally('jobs', { status: ['pending'] }).count, ...found! }
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
