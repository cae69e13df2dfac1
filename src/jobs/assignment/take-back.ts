import { desc, eq } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { jobEvents, jobs } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import { lockAccount } from '#src/accounts/queries.ts'
import { type Actor, fullName } from '#src/domain/account/account.ts'
import { appointmentOf, appointmentWords } from '#src/domain/appointment/appointment.ts'
import type { BeforeAssignment } from '#src/domain/bulk.ts'
import { isToStart, waitsFor } from '#src/domain/job/state.ts'
import { EVENT_LABELS, type JobEvent } from '#src/domain/job/transitions.ts'
import { waitingIn } from '#src/domain/job/whose-move.ts'
import { withdrawEmails } from '#src/emails/actions.ts'
import { notify, unreachedIn } from '#src/emails/notify.ts'
import { NotFound, Refused } from '#src/http/errors.ts'
import { moveJob, notifyParent, recordEvent } from '#src/jobs/lifecycle/move.ts'
import { type JobRow, lockJob } from '#src/jobs/queries.ts'
import { startQuoteWork } from '#src/quotes/work.ts'
import { noteTakenBack, takeBulkBack } from '#src/writes/bulk-actions.ts'
import { changeEach } from '#src/writes/each.ts'
import { transaction } from '#src/writes/transaction.ts'
import type { JobOutcome } from './many.ts'

/** Gives back to whoever had them the jobs of an assignment that nobody has touched since. */
export async function takeAssignmentBack(user: Actor, id: string): Promise<JobOutcome[]> {
  authorize(user, 'changeManyJobs')
  const items = await takeBulkBack(user, id)
  const ids = items.map(({ jobId, position }) => jobId ?? `gone ${position}`)
  const outcomes = await changeEach(ids, async (_, index) => {
    const { jobId, before } = items[index]!
    if (!jobId || !before) throw new NotFound()
    return { untold: await takeJobBack(user, jobId, before), to: null, before: null }
  })
  await noteTakenBack(
    id,
    outcomes.map((one, index) => ({
      position: items[index]!.position,
      takenBack: one.ok ? 'Taken back' : one.message,
    })),
  )
  return outcomes.map((one, index) => ({ id: ids[index]!, jobRef: items[index]!.jobRef, ...one }))
}

function takeJobBack(user: Actor, jobId: string, before: BeforeAssignment): Promise<string[]> {
  const { contractorId, to } = before
  const take = async (tx: Tx) => {
    const job = await lockJob(tx, user, jobId)
    if (job.contractorId !== to || job.updatedAt.toISOString() !== before.changedAt)
      throw new Refused(await whoTouched(tx, job), 'job_moved_on')
    const former = contractorId && (await lockAccount(tx, contractorId, 'contractor'))
    if (contractorId && !former) throw new Refused('Whoever had this job is no longer there.')
    const event = eventFor(before)
    const moved = await moveJob(tx, job, event, user, {
      set: { contractorId },
      ...(former && { detail: { contractor: fullName(former) } }),
    })
    const out = await withdrawEmails(tx, job.id, new Date(before.changedAt))
    const restored = await restore(tx, user, moved, out.has('appointment_cancelled') ? null : before, before)
    if (event === 'takenBackStarted') await startQuoteWork(tx, restored, user)
    return unreachedIn(
      out.has('job_assigned') ? await notify(tx, 'job_withdrawn', job) : [],
      out.has('job_withdrawn') && contractorId ? await notify(tx, 'job_assigned', restored) : [],
    )
  }
  return transaction(take, { keeping: [to, ...(contractorId ? [contractorId] : [])] })
}

function eventFor(before: BeforeAssignment): JobEvent {
  if (!before.contractorId) return 'takenBack'
  return isToStart(before) ? 'takenBackAssigned' : 'takenBackStarted'
}

async function whoTouched(tx: Tx, job: JobRow): Promise<string> {
  const { event, actorName } = jobEvents
  const [last] = await tx
    .select({ event, actorName })
    .from(jobEvents)
    .where(eq(jobEvents.jobId, job.id))
    .orderBy(desc(jobEvents.id))
    .limit(1)
  return last ? `${last.actorName} has changed it since: ${EVENT_LABELS[last.event]}.` : 'It has been changed since.'
}

const dateOf = (text: string | null): Date | null => (text ? new Date(text) : null)

/** Since when it waited, and the visit that was booked, unless people were told that it is cancelled. */
async function restore(
  tx: Tx,
  user: Actor,
  moved: JobRow,
  booked: BeforeAssignment | null,
  { waitingSince, changedAt }: BeforeAssignment,
): Promise<JobRow> {
  const appointment = booked?.appointmentId
    ? {
        appointmentId: booked.appointmentId,
        appointmentStartsAt: dateOf(booked.appointmentStartsAt),
        appointmentEndsAt: dateOf(booked.appointmentEndsAt),
      }
    : { appointmentId: null, appointmentStartsAt: null, appointmentEndsAt: null }
  const waiting = waitingIn({ ...moved, appointmentStartsAt: appointment.appointmentStartsAt })
  const [job] = await tx
    .update(jobs)
    .set({
      ...appointment,
      ...waiting,
      waitingSince: dateOf(!booked && waitsFor(waiting, 'book') ? changedAt : waitingSince) ?? moved.waitingSince,
    })
    .where(eq(jobs.id, moved.id))
    .returning()
  await notifyParent(tx, job!, user)
  const words = appointmentOf(job!)
  if (words) await recordEvent(tx, job!, 'appointmentBooked', user, { detail: { when: appointmentWords(words) } })
  return job!
}
