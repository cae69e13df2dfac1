import { and, type SQL } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { waitsFor } from '#src/domain/job/state.ts'
import type { InHandFilter } from '#src/domain/job/waiting.ts'
import { waitOf } from '#src/domain/job/whose-move.ts'
import { hasOpenHazard, isPastTarget } from '#src/domain/property/hazard/state.ts'
import { inHandWhere, type JobRow } from '#src/jobs/queries.ts'

const { id, status, jobType, urgency, createdAt, updatedAt, waitingOn, waitingFor, waitingSince } = jobs
const { appointmentStartsAt, appointmentEndsAt, visitBy, firstVisitAt, hazardLevel, hazardDue } = jobs
const IN_HAND = {
  ...{ id, status, jobType, urgency, createdAt, updatedAt, waitingOn, waitingFor, waitingSince },
  ...{ appointmentStartsAt, appointmentEndsAt, visitBy, firstVisitAt, hazardLevel, hazardDue },
}
export type InHandRow = Pick<JobRow, keyof typeof IN_HAND>

/** All of a contractor's: few. */
export const jobsInHand = (user: Actor, where?: SQL): Promise<InHandRow[]> =>
  db
    .select(IN_HAND)
    .from(jobs)
    .where(and(inHandWhere(user), where))

export const IS_IN_HAND: Record<InHandFilter, (job: InHandRow, now: Date) => boolean> = {
  hazard: hasOpenHazard,
  late: isPastTarget,
  book: (job) => waitsFor(waitOf(job), 'book'),
  finish: (job) => waitsFor(waitOf(job), 'finish'),
}
