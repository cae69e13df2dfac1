import { and, asc, eq, or, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { is, isAmong, isOneOf } from '#db/query/conditions.ts'
import { jobEventSql } from '#db/query/predicates.ts'
import { jobEvents, jobs } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import { bumpActivityVersionOf } from '#src/accounts/people/activity-version.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAgent } from '#src/domain/account/roles.ts'
import { isBeingCarriedOut, isQuoteWork, isToDecide } from '#src/domain/job/state.ts'
import { CLOSED, FINISHED, OPEN } from '#src/domain/job/status.ts'
import { notify, unreachedIn } from '#src/emails/notify.ts'
import { Refused } from '#src/http/errors.ts'
import { cancelLocked } from '#src/jobs/actions.ts'
import { removeJobPhotos } from '#src/jobs/photos.ts'
import { completedWhere, type JobRow, lockJob, lockUnfinishedWork } from '#src/jobs/queries.ts'
import { ofVisits, removePhotos } from '#src/photos/removal.ts'
import { cancelQuoteWork } from '#src/quotes/work.ts'
import { visitsOf } from '#src/visits/queries.ts'
import { transaction } from '#src/writes/transaction.ts'
import { recordDeletion } from './deleted.ts'
import { endAppointment, recordEvents } from './move.ts'

const DELETED_BY_AGENT = 'Deleted by the estate agent'

/** An agent's deletion hides any job but an open one that no contractor had. Returns sentences on unsent e-mails. */
export function deleteJob(user: Actor, id: string): Promise<string[]> {
  authorize(user, 'deleteJob')
  return transaction(async (tx) => {
    const job = await lockJob(tx, user, id)
    return isAgent(user) ? removeJob(tx, user, job) : eraseJob(tx, user, job)
  })
}

export function deleteAllCompleted(user: Actor): Promise<number> {
  authorize(user, 'deleteAllCompleted')
  return transaction(async (tx) => {
    const found = await tx
      .select({ id: jobs.id, parentJobId: jobs.parentJobId })
      .from(jobs)
      .where(and(completedWhere(user), isOneOf(jobs.status, FINISHED)))
      .orderBy(sql`${jobs.parentJobId} nulls first`, asc(jobs.id))
      .for('update')
    await hideJobs(
      tx,
      user,
      found.flatMap(({ id, parentJobId }) => (parentJobId ? [id, parentJobId] : [id])),
    )
    return found.length
  })
}

async function removeJob(tx: Tx, user: Actor, job: JobRow): Promise<string[]> {
  const [work] = await lockUnfinishedWork(tx, job)
  if (isToDecide(job)) throw new Refused('The quote of this job waits for your decision. Approve or decline it first.')
  if (isBeingCarriedOut(job))
    throw new Refused(
      work
        ? `The quote work of this job is not finished. Wait until ${work.jobRef} is done, or delete that job to call it off.`
        : 'The quote work of this job is not finished. Wait until it is done.',
    )
  const gone = [job.id, ...(job.parentJobId ? [job.parentJobId] : [])]
  const unreached = await callOff(tx, user, job, gone)
  await hideJobs(tx, user, gone)
  return unreached
}

async function callOff(tx: Tx, user: Actor, job: JobRow, gone: readonly string[]): Promise<string[]> {
  if (CLOSED.includes(job.status)) return []
  if (!job.contractorId && !(await wasAssigned(tx, job))) return eraseJob(tx, user, job)
  return (await cancelLocked(tx, user, job, DELETED_BY_AGENT, gone)).unreached
}

const wasAssigned = async (tx: Tx, job: JobRow): Promise<boolean> =>
  (await tx.$count(jobEvents, and(eq(jobEvents.jobId, job.id), jobEventSql.isAssignment()))) > 0

async function hideJobs(tx: Tx, user: Actor, ids: string[]): Promise<void> {
  const hidden = await tx
    .update(jobs)
    .set({ hiddenFromEstateAgent: 'yes', updatedAt: sql`now()` })
    .where(
      and(
        or(isAmong(jobs.id, ids), isAmong(jobs.parentJobId, ids)),
        isOneOf(jobs.status, CLOSED),
        is(jobs.hiddenFromEstateAgent, 'no'),
      ),
    )
    .returning({
      id: jobs.id,
      status: jobs.status,
      estateAgentId: jobs.estateAgentId,
      contractorId: jobs.contractorId,
    })
  await recordEvents(tx, hidden, 'hidden', user, { formerly: { agent: user.id } })
}

async function eraseJob(tx: Tx, user: Actor, job: JobRow): Promise<string[]> {
  const doomed = await tx
    .select()
    .from(jobs)
    .where(or(eq(jobs.id, job.id), eq(jobs.parentJobId, job.id)))
    .for('update')
  const gone = doomed.map(({ id }) => id)
  const unreached: string[] = []
  for (const one of doomed) {
    const end = { reason: 'The job was deleted.', gone }
    unreached.push(...(await endAppointment(tx, one, 'cancelled', user, end)))
  }
  unreached.push(...(await notifyOfDeletion(tx, user, job, doomed)))
  if (isQuoteWork(job) && OPEN.includes(job.status)) await cancelQuoteWork(tx, job, user)
  await removePhotos(tx, ofVisits((await visitsOf(tx, gone)).map(({ id }) => id)))
  await removeJobPhotos(tx, user, gone)
  await bumpActivityVersionOf(tx, doomed)
  await recordDeletion(tx, user, [job.id])
  await tx.delete(jobs).where(eq(jobs.id, job.id))
  return unreachedIn(unreached)
}

async function notifyOfDeletion(tx: Tx, by: Actor, job: JobRow, doomed: readonly JobRow[]): Promise<string[]> {
  const open = doomed.filter(({ status }) => OPEN.includes(status))
  const held = open.filter(({ id }) => !open.some(({ parentJobId }) => parentJobId === id))
  const unreached: string[] = []
  for (const one of held) unreached.push(...(await notify(tx, 'job_deleted', one, { by, only: 'contractor' })))
  return [...unreached, ...(await notify(tx, 'job_deleted', job, { by, only: 'agent' }))]
}
