import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { db, type Tx } from '#db/connect/client.ts'
import { agencyKey, is, isAmong, isOneOf } from '#db/query/conditions.ts'
import { jobs } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import { bumpActivityVersion } from '#src/accounts/people/activity-version.ts'
import { type UserRow as Agent, account, agentOfAgency, lockAccount } from '#src/accounts/queries.ts'
import { type Actor, fullName } from '#src/domain/account/account.ts'
import { appointmentOf, appointmentWords, calendarOf } from '#src/domain/appointment/appointment.ts'
import { countedJobs } from '#src/domain/job/counts.ts'
import { OPEN } from '#src/domain/job/status.ts'
import { type Notified, notify, notifyAgent } from '#src/emails/notify.ts'
import { Invalid, Refused } from '#src/http/errors.ts'
import { recordEvents } from '#src/jobs/lifecycle/move.ts'
import { countUnfinished, isUnfinishedOf } from '#src/jobs/of-account.ts'
import { transaction } from '#src/writes/transaction.ts'

type HandedOver = Notified<{ count: number; from: string; to: string }>

const nameOf = (agent: Agent): string => fullName(agent) || agent.username || agent.email || 'The estate agent'

/** Throws NotFound, Invalid (field `to`), or Refused when there are no unfinished jobs. */
export function handOver(user: Actor, id: string, to: string): Promise<HandedOver> {
  authorize(user, 'handOver')
  const work = async (tx: Tx) => {
    const from = await account(tx, id, 'estate_agent')
    const receiver = await receiverOf(tx, from, to, 'to')
    const refs = await giveJobs(tx, user, from, receiver)
    if (refs.length === 0) throw new Refused(`${nameOf(from)} has no unfinished jobs.`)
    const names = { from: nameOf(from), to: nameOf(receiver) }
    const unreached: string[] = []
    for (const agent of [from, receiver])
      unreached.push(...(await notifyAgent(tx, 'jobs_handed_over', agent, { refs, ...names })))
    return { count: refs.length, ...names, unreached }
  }
  return transaction(work, { keeping: [id, to] })
}

export async function handOverBeforeDeletion(
  tx: Tx,
  user: Actor,
  id: string,
  to: string | undefined,
): Promise<string[]> {
  const from = await account(tx, id, 'estate_agent')
  if (to === undefined) return []
  const receiver = await receiverOf(tx, from, to, 'handOverTo')
  const refs = await giveJobs(tx, user, from, receiver)
  if (refs.length === 0) return []
  return notifyAgent(tx, 'jobs_handed_over', receiver, { refs, from: nameOf(from), to: nameOf(receiver) })
}

export async function refuseUnfinished(tx: Tx, agent: Agent): Promise<void> {
  const left = await countUnfinished(tx, agent.id)
  if (left > 0)
    throw new Refused(
      `${nameOf(agent)} still has ${countedJobs(left, 'unfinished ')}. Another estate agent must take over first.`,
    )
}

async function receiverOf(tx: Tx, from: Agent, to: string, field: 'to' | 'handOverTo'): Promise<Agent> {
  if (to.toLowerCase() === from.id) throw new Invalid({ [field]: 'Please choose another estate agent' })
  const receiver = await lockAccount(tx, to, 'estate_agent')
  if (!receiver) throw new Invalid({ [field]: 'This estate agent does not exist' })
  return receiver
}

const quoted = alias(jobs, 'quoted')
const firstOfRepair = sql<string>`coalesce(${quoted.rivalOfJobId}, ${quoted.id}, ${jobs.rivalOfJobId}, ${jobs.id})`

/** With what is finished of the same repairs, by which their tenants follow them. */
async function giveJobs(tx: Tx, user: Actor, from: Agent, to: Agent): Promise<string[]> {
  const isTheirs = and(eq(jobs.estateAgentId, from.id), is(jobs.hiddenFromEstateAgent, 'no'))
  const lock = async () => {
    const firsts = await tx
      .selectDistinct({ id: firstOfRepair })
      .from(jobs)
      .leftJoin(quoted, eq(quoted.id, jobs.parentJobId))
      .where(isUnfinishedOf(from.id))
    const ids = firsts.map(({ id }) => id)
    const isRival = or(isAmong(jobs.id, ids), isAmong(jobs.rivalOfJobId, ids))
    const isWork = inArray(jobs.parentJobId, tx.select({ id: jobs.id }).from(jobs).where(isRival))
    return tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(or(isRival, isWork), isTheirs))
      .orderBy(sql`${jobs.parentJobId} nulls first`, asc(jobs.id))
      .for('update')
  }
  // Locked twice: a quote approved meanwhile has its quote work by the second time.
  await lock()
  const found = (await lock()).map(({ id }) => id)
  const given = { where: isAmong(jobs.id, found), from: nameOf(from), formerly: from.id, to }
  const refs = await giveThose(tx, user, given)
  if (refs.length > 0) await bumpActivityVersion(tx, [from.id])
  return refs
}

type Given = { where: SQL | undefined; from: string; formerly?: string; to: Agent }

async function giveThose(tx: Tx, by: Actor | string, { where, from, formerly, to }: Given): Promise<string[]> {
  const given = await tx
    .update(jobs)
    .set({
      estateAgentId: to.id,
      estateAgentName: fullName(to) || sql`${jobs.estateAgentName}`,
      updatedAt: sql`now()`,
    })
    .where(where)
    .returning({
      ...{ id: jobs.id, jobRef: jobs.jobRef, status: jobs.status },
      ...{ estateAgentId: jobs.estateAgentId, contractorId: jobs.contractorId },
    })
  await recordEvents(tx, given, 'handedOver', by, {
    detail: { from, to: nameOf(to) },
    formerly: { agent: formerly },
  })
  await notifyOfVisits(
    tx,
    given.map(({ id }) => id),
  )
  return given.map(({ jobRef }) => jobRef).sort()
}

async function notifyOfVisits(tx: Tx, ids: readonly string[]): Promise<void> {
  const isAhead = and(isNotNull(jobs.appointmentId), gt(jobs.appointmentEndsAt, sql`now()`))
  const booked = await tx
    .select()
    .from(jobs)
    .where(and(isAmong(jobs.id, ids), isAhead))
  for (const job of booked) {
    const appointment = appointmentWords(appointmentOf(job)!)
    await notify(tx, 'appointment_booked', job, { appointment, calendar: calendarOf('REQUEST', job) })
  }
}

/** For `giveToNewAgents`, as it gives those of a deleted agent. */
export const leaveUnfinished = (tx: Tx, agentId: string, formerName: string) =>
  tx
    .update(jobs)
    .set({ estateAgentId: null, estateAgentName: formerName, updatedAt: sql`now()` })
    .where(isUnfinishedOf(agentId))

const agency = agencyKey(jobs.estateAgency)
const isNobodys = and(
  isNull(jobs.estateAgentId),
  is(jobs.hiddenFromEstateAgent, 'no'),
  isOneOf(jobs.status, OPEN),
  ne(agency, ''),
)

/** Every process does it. Jobs that were raised for an agency without agents go to who has joined it since. */
export async function giveToNewAgents(): Promise<void> {
  for (const { key } of await db.selectDistinct({ key: agency }).from(jobs).where(isNobodys))
    await transaction(async (tx) => {
      const found = await agentOfAgency(tx, key, [])
      const agent = found && (await lockAccount(tx, found.id, 'estate_agent'))
      if (!agent) return
      const from = agent.company?.trim() || key
      const refs = await giveThose(tx, 'Fettle', { where: and(isNobodys, eq(agency, key)), from, to: agent })
      if (refs.length > 0) await notifyAgent(tx, 'jobs_handed_over', agent, { refs, from, to: nameOf(agent) })
    })
}
