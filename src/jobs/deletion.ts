import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { isAmong } from '#db/conditions.ts'
import { jobs, jobVisits } from '#db/schema.ts'
import type { Actor } from '#src/accounts/account.ts'
import { enqueueRemoval } from '#src/delivery/outbox.ts'
import { withdrawPhotos } from '#src/photos/attach.ts'
import { declinePending } from '#src/quotes/actions.ts'
import { cancelQuoteWork } from '#src/quotes/work.ts'
import { may } from '#src/web/session.ts'
import { transaction } from '#src/web/transaction.ts'
import { hasResponse, IN_HAND } from './job.ts'
import { recordEvents, touchViewers } from './move.ts'
import { completedWhere, type JobRow, lockJob } from './queries.ts'
import { tellContractor } from './tell.ts'

/**
 * Deletes a job. For an administrator it is gone for good, with its visits, quotes, photos and quote work; invoices stay.
 * For its agent a job with a response is only hidden, as it must be kept for invoicing and for the retention period.
 */
export function deleteJob(user: Actor, id: string): Promise<void> {
  may(user, 'deleteJob')
  return transaction(async (tx) => {
    const job = await lockJob(tx, user, id)
    if (user.role === 'estate_agent' && hasResponse(job)) await hideJobs(tx, user, [job.id])
    else await eraseJob(tx, user, job)
  })
}

/** Hides all the agent's completed jobs. Their pending quotes are declined. Returns how many jobs there were. */
export function deleteAllCompleted(user: Actor): Promise<number> {
  may(user, 'deleteAllCompleted')
  return transaction(async (tx) => {
    const found = await tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(completedWhere(user))
      .orderBy(asc(jobs.id))
      .for('update')
    await hideJobs(
      tx,
      user,
      found.map((job) => job.id),
    )
    return found.length
  })
}

/** Hides jobs whose rows are locked. In few statements: an agent may have thousands of them. */
async function hideJobs(tx: Tx, user: Actor, ids: string[]): Promise<void> {
  const awaited = and(isAmong(jobs.id, ids), eq(jobs.status, 'quote_pending'))
  for (const job of await tx.select().from(jobs).where(awaited).orderBy(asc(jobs.id)))
    await declinePending(tx, user, job)
  const hidden = await tx
    .update(jobs)
    .set({ hiddenFromEstateAgent: 'yes', updatedAt: sql`now()` })
    .where(isAmong(jobs.id, ids))
    .returning({
      id: jobs.id,
      status: jobs.status,
      estateAgentId: jobs.estateAgentId,
      contractorId: jobs.contractorId,
    })
  await recordEvents(tx, hidden, 'hidden', user)
}

async function eraseJob(tx: Tx, user: Actor, job: JobRow): Promise<void> {
  const doomed = await tx
    .select()
    .from(jobs)
    .where(or(eq(jobs.id, job.id), eq(jobs.parentJobId, job.id)))
    .for('update')
  for (const { status, ...rest } of doomed) {
    if (IN_HAND.includes(status))
      await tellContractor(tx, { status, ...rest }, 'job_withdrawn', { reason: 'The job was deleted.' })
  }
  if (job.jobType === 'quote_work' && !hasResponse(job)) await cancelQuoteWork(tx, job, user)
  const visits = await tx
    .select({ id: jobVisits.id })
    .from(jobVisits)
    .where(
      inArray(
        jobVisits.jobId,
        doomed.map((gone) => gone.id),
      ),
    )
  await enqueueRemoval(
    tx,
    await withdrawPhotos(
      tx,
      visits.map((visit) => visit.id),
    ),
  )
  await touchViewers(
    tx,
    doomed.flatMap((gone) => [gone.estateAgentId, gone.contractorId]),
  )
  await tx.delete(jobs).where(and(eq(jobs.id, job.id)))
}
