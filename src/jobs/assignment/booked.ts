import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { isOneOf } from '#db/query/conditions.ts'
import { jobs } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { IN_HAND } from '#src/domain/job/status.ts'
import { refusedMove } from '#src/domain/job/transitions.ts'
import { waitingIn } from '#src/domain/job/whose-move.ts'
import { Refused } from '#src/http/errors.ts'
import { NONE_BOOKED, notifyParent } from '#src/jobs/lifecycle/move.ts'
import type { JobRow } from '#src/jobs/queries.ts'

type Booking = Pick<JobRow, 'appointmentId' | 'appointmentStartsAt' | 'appointmentEndsAt' | 'appointmentSequence'>

/** `job` was read under lock. Null cancels. Throws Refused unless the contractor still has the job in hand. */
export async function setAppointment(tx: Tx, job: JobRow, by: Actor, booking: Booking | null): Promise<JobRow> {
  const appointmentStartsAt = booking?.appointmentStartsAt ?? null
  const waiting = waitingIn({ ...job, appointmentStartsAt })
  const [booked] = await tx
    .update(jobs)
    .set({
      ...(booking ?? { ...NONE_BOOKED, appointmentSequence: job.appointmentSequence + 1 }),
      ...waiting,
      // Moving a booked visit begins no new wait.
      ...(waiting.waitingFor !== job.waitingFor && { waitingSince: sql`now()` }),
      updatedAt: sql`now()`,
    })
    .where(and(eq(jobs.id, job.id), eq(jobs.contractorId, job.contractorId!), isOneOf(jobs.status, IN_HAND)))
    .returning()
  if (!booked) throw new Refused(refusedMove(job), 'job_moved_on')
  await notifyParent(tx, booked, by)
  return booked
}
