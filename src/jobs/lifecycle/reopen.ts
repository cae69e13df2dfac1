import { and, asc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { isAmong } from '#db/query/conditions.ts'
import { jobEvents, jobs } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import { lockAccount } from '#src/accounts/queries.ts'
import { type Actor, fullName } from '#src/domain/account/account.ts'
import { isTooLate, TOO_LATE } from '#src/domain/job/reopening.ts'
import { isQuoteWork } from '#src/domain/job/state.ts'
import { mayMove, refusedMove } from '#src/domain/job/transitions.ts'
import { type Notified, notify, unreachedIn } from '#src/emails/notify.ts'
import { recordChanges } from '#src/events/record.ts'
import { Refused } from '#src/http/errors.ts'
import { besideApproved, lockFamily } from '#src/jobs/assignment/competing.ts'
import type { Reopening } from '#src/jobs/input.ts'
import { type JobRow, ownJob } from '#src/jobs/queries.ts'
import { bindQuoteWork } from '#src/quotes/work.ts'
import { transaction } from '#src/writes/transaction.ts'
import { moveJob } from './move.ts'

const NOBODY_DECIDES = 'The estate agent of this job is no longer on Fettle. Another one can raise it anew.'

export async function reopenJob(
  user: Actor,
  id: string,
  { reason, keepContractor = false }: Reopening,
): Promise<Notified<JobRow>> {
  authorize(user, 'reopenJob')
  const reopen = async (tx: Tx) => {
    // Its rivals as well, so that none of them is approved meanwhile.
    const { job } = await lockFamily(tx, user, id)
    refuseOpen(job)
    const beside = await besideApproved(tx, job)
    if (beside) throw new Refused(beside)
    if (isTooLate(user.role, job, await movesOf(tx, job))) throw new Refused(TOO_LATE)
    if (job.estateAgentId && !(await lockAccount(tx, job.estateAgentId, 'estate_agent')))
      throw new Refused(NOBODY_DECIDES)
    const contractor = keepContractor ? await lockAccount(tx, job.contractorId, 'contractor') : null
    await bindQuoteWork(tx, job)
    if (job.hiddenFromEstateAgent === 'yes') await showAgain(tx, job, user)
    const moved = await moveJob(tx, job, contractor ? 'reopenedAssigned' : 'reopened', user, {
      set: { contractorId: contractor?.id ?? null, cancelReason: null, hiddenFromEstateAgent: 'no' },
      detail: { reason, ...(contractor && { contractor: fullName(contractor) }) },
    })
    const unreached = await notify(tx, 'job_reopened', moved, { by: user, reason })
    const former = job.contractorId === moved.contractorId ? null : job.contractorId
    if (former) unreached.push(...(await notify(tx, 'job_reopened', moved, { by: user, reason, former })))
    return { ...moved, unreached: unreachedIn(unreached) }
  }
  const seen = await transaction((tx) => ownJob(user, id, tx))
  if (isQuoteWork(seen)) refuseOpen(seen)
  return transaction(reopen, { keeping: [seen.contractorId ?? '', seen.estateAgentId ?? ''] })
}

function refuseOpen(job: Parameters<typeof mayMove>[0]): void {
  if (!mayMove(job, 'reopened')) throw new Refused(refusedMove(job, 'reopened'), 'job_moved_on')
}

const movesOf = (tx: Tx, job: JobRow) =>
  tx.select().from(jobEvents).where(eq(jobEvents.jobId, job.id)).orderBy(asc(jobEvents.id))

async function showAgain(tx: Tx, job: JobRow, by: Actor): Promise<void> {
  const shown = await tx
    .update(jobs)
    .set({ hiddenFromEstateAgent: 'no', updatedAt: sql`now()` })
    .where(and(eq(jobs.parentJobId, job.id), eq(jobs.hiddenFromEstateAgent, 'yes')))
    .returning({ id: jobs.id })
  await recordChanges(
    tx,
    by,
    shown.map(({ id }) => ({ type: 'job.changed', jobId: id })),
  )
  const ids = [job, ...shown].map(({ id }) => id)
  await tx.execute(sql`select mark_messages_new(${jobs.id}, ${jobs.estateAgentId})
    from ${jobs} where ${isAmong(jobs.id, ids)}`)
}
