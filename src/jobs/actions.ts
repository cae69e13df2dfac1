import { sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import { anyAccount, lockAccount } from '#src/accounts/queries.ts'
import { type Actor, fullName } from '#src/domain/account/account.ts'
import type { BeforeAssignment } from '#src/domain/bulk.ts'
import { placeOf } from '#src/domain/job/address.ts'
import { jobRef } from '#src/domain/job/job.ts'
import { isQuoteWork, isUrgent } from '#src/domain/job/state.ts'
import { IN_HAND, OPEN } from '#src/domain/job/status.ts'
import { waitingIn } from '#src/domain/job/whose-move.ts'
import { type Notified, notify, unreachedIn } from '#src/emails/notify.ts'
import { Invalid, Refused, Unauthorized } from '#src/http/errors.ts'
import { markRaised } from '#src/jobs/hazards/hazard.ts'
import { moveJob, notifyParent, recordEvent } from '#src/jobs/lifecycle/move.ts'
import { settleInvoiced } from '#src/jobs/lifecycle/settle.ts'
import { visitByOf } from '#src/jobs/waiting/visit-target.ts'
import { cancelQuoteWork, releaseQuoteWork, startQuoteWork } from '#src/quotes/work.ts'
import { notifyOfUrgent } from '#src/reminders/urgent.ts'
import { transaction } from '#src/writes/transaction.ts'
import type { NewJob } from './input.ts'
import { addPhotos } from './photos.ts'
import { type JobRow, lockJob } from './queries.ts'

export function createJob(user: Actor, input: NewJob): Promise<JobRow> {
  authorize(user, 'createJob')
  return transaction(async (tx) => {
    if (!(await lockAccount(tx, user.id, 'estate_agent'))) throw new Unauthorized()
    const { images = [], hazardLevel, hazardKinds, ...details } = input
    const inserted = await insertJob(tx, user, { ...details, estateAgentId: user.id })
    const job = await markRaised(tx, user, inserted, { hazardLevel, hazardKinds })
    const raised = images.length ? await addPhotos(tx, user, job, images) : job
    if (isUrgent(raised)) await notifyOfUrgent(tx, raised, user)
    return raised
  })
}

export async function insertJob(
  tx: Tx,
  by: Actor | string,
  values: Omit<typeof jobs.$inferInsert, 'jobRef' | 'id'>,
  event: 'created' | 'imported' = 'created',
): Promise<JobRow> {
  const { jobType = 'visit', status = 'pending', urgency = 'medium' } = values
  const [next] = await tx
    .select({ number: sql<string>`nextval('job_refs')`, raised: sql`now()::timestamptz(3)`.mapWith(jobs.createdAt) })
    .from(sql`(values (1)) as once`)
  const raised = values.createdAt ?? next!.raised
  const [job] = await tx
    .insert(jobs)
    .values({
      ...values,
      createdAt: raised,
      ...placeOf(values),
      ...waitingIn({ jobType, status, appointmentStartsAt: null }),
      waitingSince: raised,
      visitBy: values.visitBy ?? visitByOf(jobType, urgency, raised),
      jobRef: jobRef(Number(next!.number)),
    })
    .returning()
  await notifyParent(tx, job!, by)
  await recordEvent(tx, job!, event, by, { from: null })
  return job!
}

/** Whom a job was seen with; null for nobody. Refused, naming who has it, when that is somebody else by now. */
export type SeenContractor = string | null

type Assigned = Notified<JobRow> & { to: string; before: BeforeAssignment }

const beforeAssignment = (job: JobRow, moved: JobRow): BeforeAssignment => ({
  status: job.status,
  contractorId: job.contractorId,
  waitingSince: job.waitingSince?.toISOString() ?? null,
  appointmentId: job.appointmentId,
  appointmentStartsAt: job.appointmentStartsAt?.toISOString() ?? null,
  appointmentEndsAt: job.appointmentEndsAt?.toISOString() ?? null,
  changedAt: moved.updatedAt.toISOString(),
  to: moved.contractorId!,
})

export function assignJob(user: Actor, id: string, contractorId: string, instead?: SeenContractor): Promise<Assigned> {
  authorize(user, 'assignJob')
  const assign = async (tx: Tx) => {
    const job = await lockJob(tx, user, id)
    await refuseOther(tx, job, instead)
    const contractor = await lockAccount(tx, contractorId, 'contractor')
    if (!contractor) throw new Invalid({ contractorId: 'This contractor does not exist' })
    const inHand = IN_HAND.includes(job.status)
    if (inHand && job.contractorId === contractor.id)
      throw new Refused(`This job is already assigned to ${fullName(contractor)}.`, 'already_assigned')
    const event = inHand ? 'reassigned' : 'assigned'
    const moved = await moveJob(tx, job, event, user, {
      set: { contractorId: contractor.id },
      detail: { contractor: fullName(contractor) },
    })
    await releaseQuoteWork(tx, job, user)
    const withdrawn = inHand ? await notify(tx, 'job_withdrawn', job) : []
    const unreached = unreachedIn(moved.unreached, withdrawn, await notify(tx, 'job_assigned', moved))
    return { ...moved, unreached, to: fullName(contractor), before: beforeAssignment(job, moved) }
  }
  return transaction(assign, { keeping: [contractorId] })
}

export function unassignJob(user: Actor, id: string, instead?: SeenContractor): Promise<Notified<JobRow>> {
  authorize(user, 'unassignJob')
  return transaction(async (tx) => {
    const job = await lockJob(tx, user, id)
    await refuseOther(tx, job, instead)
    const moved = await moveJob(tx, job, 'unassigned', user, { set: { contractorId: null } })
    await releaseQuoteWork(tx, job, user)
    return { ...moved, unreached: unreachedIn(moved.unreached, await notify(tx, 'job_withdrawn', job)) }
  })
}

async function refuseOther(tx: Tx, job: JobRow, instead: SeenContractor | undefined): Promise<void> {
  if (instead === undefined || !OPEN.includes(job.status)) return
  if (job.contractorId === (instead?.toLowerCase() ?? null)) return
  const now = await anyAccount(tx, job.contractorId)
  throw new Refused(`${now ? fullName(now) : 'Nobody'} has this job by now.`, 'job_moved_on')
}

export function startJob(user: Actor, id: string): Promise<JobRow> {
  authorize(user, 'startJob')
  return transaction(async (tx) => {
    const job = await lockJob(tx, user, id)
    const moved = await moveJob(tx, job, 'started', user)
    await startQuoteWork(tx, job, user)
    return moved
  })
}

export function cancelJob(user: Actor, id: string, reason: string): Promise<Notified<JobRow>> {
  authorize(user, 'cancelJob')
  return transaction(async (tx) => {
    return cancelLocked(tx, user, await lockJob(tx, user, id), reason)
  })
}

export async function cancelLocked(
  tx: Tx,
  user: Actor,
  job: JobRow,
  reason: string,
  gone?: readonly string[],
): Promise<Notified<JobRow>> {
  const moved = await moveJob(tx, job, 'cancelled', user, { set: { cancelReason: reason }, detail: { reason }, gone })
  if (isQuoteWork(job)) await cancelQuoteWork(tx, job, user)
  await settleInvoiced(tx, moved, user)
  return {
    ...moved,
    unreached: unreachedIn(moved.unreached, await notify(tx, 'job_cancelled', job, { by: user, reason })),
  }
}
