import { and, asc, eq, ne, or } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#db/connect/client.ts'
import { jobSql } from '#db/query/predicates.ts'
import { jobs } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import { lockAccount } from '#src/accounts/queries.ts'
import { type Actor, fullName } from '#src/domain/account/account.ts'
import { detailsOf } from '#src/domain/job/fields.ts'
import { OPEN, STATUS_LABELS } from '#src/domain/job/status.ts'
import { mayMove } from '#src/domain/job/transitions.ts'
import { type Notified, notify } from '#src/emails/notify.ts'
import { Invalid, NotFound, Refused } from '#src/http/errors.ts'
import { isUuid } from '#src/http/uuid.ts'
import { insertJob } from '#src/jobs/actions.ts'
import { markLike } from '#src/jobs/hazards/hazard.ts'
import { moveJob, recordEvent } from '#src/jobs/lifecycle/move.ts'
import { type JobRow, lockJob } from '#src/jobs/queries.ts'
import { transaction } from '#src/writes/transaction.ts'
import { isOfFamily, rootOf } from './family.ts'

export function askCompetingQuote(user: Actor, id: string, contractorId: string): Promise<Notified<JobRow>> {
  authorize(user, 'askRival')
  const ask = async (tx: Tx) => {
    const { job, root, rivals } = await lockFamily(tx, user, id)
    const contractor = await lockAccount(tx, contractorId, 'contractor')
    if (!contractor) throw new Invalid({ contractorId: 'This contractor does not exist' })
    const name = fullName(contractor)
    if (!mayMove(job, 'quoteApproved'))
      throw new Refused(
        `Another quote is asked for while one waits for a decision: the job is now ${STATUS_LABELS[job.status]}.`,
        'job_moved_on',
      )
    const theirs = [root, job, ...rivals].find(
      (one) => one.contractorId === contractor.id && (one === root || OPEN.includes(one.status)),
    )
    if (theirs) throw new Refused(`${name} was asked already: ${theirs.jobRef}.`)
    const { estateAgentId, urgency } = job
    const ofBoth = job.photosUrls.filter((path) => root.photosUrls.includes(path))
    const inserted = await insertJob(tx, user, {
      ...detailsOf(job),
      ...{ estateAgentId, urgency, photosUrls: ofBoth, rivalOfJobId: root.id },
    })
    const rival = await markLike(tx, user, inserted, job.id)
    const change = { set: { contractorId: contractor.id }, detail: { contractor: name } }
    const assigned = await moveJob(tx, rival, 'assigned', user, change)
    await recordEvent(tx, root, 'rivalAsked', user, { detail: { contractor: name, job: rival.jobRef } })
    return { ...assigned, unreached: await notify(tx, 'job_assigned', assigned) }
  }
  return transaction(ask, { keeping: [contractorId] })
}

/** Why a job is not reopened while the approved quote of a rival is carried out: nobody repairs the same thing twice. */
export async function besideApproved(
  tx: DbOrTx,
  { id, rivalOfJobId }: Pick<JobRow, 'id' | 'rivalOfJobId'>,
): Promise<string | null> {
  const root = rivalOfJobId ?? id
  const isRival = and(or(eq(jobs.id, root), eq(jobs.rivalOfJobId, root)), ne(jobs.id, id))
  const [approved] = await tx.select({ jobRef: jobs.jobRef }).from(jobs).where(and(isRival, jobSql.isBeingCarriedOut()))
  if (!approved) return null
  return `Another quote for this repair was approved. Wait until the work of ${approved.jobRef} is done, or call it off first.`
}

type Family = { job: JobRow; root: JobRow; rivals: JobRow[] }

/** Locks a job with all its rivals, the one that they were asked about first. `rivals` are all but `job`. */
export async function lockFamily(tx: Tx, user: Actor, id: string): Promise<Family> {
  if (!isUuid(id)) throw new NotFound()
  const rootId = rootOf(id)
  // By a statement of its own, so that the next one sees a rival that was made while this one waited.
  await tx.select({ id: jobs.id }).from(jobs).where(eq(jobs.id, rootId)).for('update')
  const family = await tx.select().from(jobs).where(isOfFamily(rootId)).orderBy(asc(jobs.id)).for('update')
  const job = await lockJob(tx, user, id)
  const root = family.find((one) => one.id === job.rivalOfJobId) ?? job
  return { job, root, rivals: family.filter((one) => one.id !== job.id) }
}
