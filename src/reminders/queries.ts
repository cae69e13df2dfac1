import { and, asc, eq, gt, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type DbOrTx, db } from '#db/connect/client.ts'
import { is, isAmong, isOneOf, literal } from '#db/query/conditions.ts'
import { jobSql, quoteSql } from '#db/query/predicates.ts'
import { jobs, quotes, reminders, users } from '#db/schema.ts'
import { personOf } from '#src/accounts/people/person.ts'
import type { Role } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { isToAssign } from '#src/domain/job/state.ts'
import { IN_HAND, OPEN } from '#src/domain/job/status.ts'
import { noAccessVisits } from '#src/visits/of-job.ts'
import { remindedLately } from './claim.ts'
import { itemOf, type RemindedItem, type RemindedJob, toInvoice } from './reminder.ts'
import type { Round } from './times.ts'

const BATCH = 200
const MAX_WAITING = 10_000

const person = {
  id: users.id,
  role: sql<Role>`${users.role}`,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
}
type Reminded = Awaited<ReturnType<typeof peopleAfter>>[number]

const areReminded = ({ day }: Round) =>
  and(
    ...[isNull(users.deletedAt), users.reminders, isNotNull(users.email), isNotNull(users.role)],
    or(isNull(users.awayUntil), lte(users.awayUntil, day)),
  )

export const peopleAfter = (last: string, round: Round) =>
  db
    .select(person)
    .from(users)
    .where(and(gt(users.id, last), areReminded(round)))
    .orderBy(asc(users.id))
    .limit(literal(BATCH))

export async function perhapsDue(people: readonly Reminded[], round: Round): Promise<Set<string>> {
  const of = (role: Role) => people.filter((one) => one.role === role).map(({ id }) => id)
  const waits = async (who: PgColumn, ids: string[], where: SQL | undefined, always = false) => {
    if (ids.length === 0) return []
    const told = and(eq(reminders.jobId, jobs.id), eq(reminders.userId, who), remindedLately(round))
    const hasWaited = or(lte(jobs.waitingSince, round.waitedSince), lt(jobs.visitBy, round.at))
    const rows = await db
      .selectDistinct({ id: sql<string>`${who}` })
      .from(jobs)
      .leftJoin(reminders, told)
      .where(and(isAmong(who, ids), where, always ? undefined : hasWaited, isNull(reminders.jobId)))
    return rows.map(({ id }) => id)
  }
  return new Set([
    ...of('admin'),
    ...(await waits(jobs.contractorId, of('contractor'), isInHand)),
    ...(await waits(jobs.estateAgentId, of('estate_agent'), isToBeDecided)),
    ...(await waits(jobs.contractorId, of('contractor'), and(isInHand, jobSql.isHazardLate(jobs, round.at)), true)),
    ...(await waits(jobs.estateAgentId, of('estate_agent'), isUnsafe(round), true)),
  ])
}

export async function personToRemind(tx: DbOrTx, id: string, round: Round): Promise<Reminded | null> {
  const [found] = await tx
    .select(person)
    .from(users)
    .where(and(eq(users.id, id), areReminded(round)))
  return found ?? null
}

const isUnsafe = ({ at }: Round) => and(is(jobs.hiddenFromEstateAgent, 'no'), jobSql.isHazardLate(jobs, at))
const isInHand = isOneOf(jobs.status, IN_HAND)
const isToBeDecided = and(is(jobs.hiddenFromEstateAgent, 'no'), jobSql.isToDecide())

const columns = {
  id: jobs.id,
  jobRef: jobs.jobRef,
  status: jobs.status,
  urgency: jobs.urgency,
  waitingOn: jobs.waitingOn,
  waitingFor: jobs.waitingFor,
  waitingSince: jobs.waitingSince,
  visitBy: jobs.visitBy,
  firstVisitAt: jobs.firstVisitAt,
  hazardLevel: jobs.hazardLevel,
  hazardDue: jobs.hazardDue,
  noAccessVisits,
  appointmentEndsAt: jobs.appointmentEndsAt,
  propertyName: jobs.propertyName,
  propertyAddress: jobs.propertyAddress,
  estateAgency: jobs.estateAgency,
  contractor: { firstName: users.firstName, lastName: users.lastName },
  amount: quotes.amount,
  validUntil: quotes.validUntil,
}

export const jobsToChase = (tx: DbOrTx, ids: readonly string[]) =>
  tx
    .select({
      ...columns,
      ...{ jobType: jobs.jobType, updatedAt: jobs.updatedAt, appointmentStartsAt: jobs.appointmentStartsAt },
      ...{ estateAgentId: jobs.estateAgentId, contractorId: jobs.contractorId, chasedAt: jobs.chasedAt },
    })
    .from(jobs)
    .leftJoin(users, eq(users.id, jobs.contractorId))
    .leftJoin(quotes, and(eq(quotes.jobId, jobs.id), quoteSql.isPending()))
    .where(isAmong(jobs.id, ids))
    .orderBy(asc(jobs.waitingSince), asc(jobs.id))
export type JobToChase = Awaited<ReturnType<typeof jobsToChase>>[number]

export const peopleNamed = (tx: DbOrTx, ids: readonly string[]) =>
  tx.select(personOf(users)).from(users).where(isAmong(users.id, ids))

const jobsWhere = (tx: DbOrTx, where: SQL | undefined, longest: PgColumn) =>
  tx
    .select(columns)
    .from(jobs)
    .leftJoin(users, eq(users.id, jobs.contractorId))
    .leftJoin(quotes, and(eq(quotes.jobId, jobs.id), quoteSql.isPending()))
    .where(where)
    .orderBy(asc(longest), asc(jobs.id))
    .limit(literal(MAX_WAITING))

const UNDER_WAY = OPEN.filter((status) => !isToAssign({ status }))

const JOBS_OF: Record<Role, (tx: DbOrTx, id: string, round: Round) => Promise<RemindedJob[]>> = {
  contractor: (tx, id) => jobsWhere(tx, and(eq(jobs.contractorId, id), isInHand), jobs.createdAt),
  estate_agent: async (tx, id, round) =>
    eachOnce(
      await jobsWhere(tx, and(eq(jobs.estateAgentId, id), isUnsafe(round)), jobs.hazardDue),
      await jobsWhere(tx, and(eq(jobs.estateAgentId, id), isToBeDecided), jobs.createdAt),
    ),
  admin: async (tx, _, { at }) => {
    const isLate = and(jobSql.isPastVisitTarget(jobs, at), isOneOf(jobs.status, UNDER_WAY))
    return eachOnce(
      await jobsWhere(tx, jobSql.isHazardLate(jobs, at), jobs.hazardDue),
      await jobsWhere(tx, jobSql.isToAssign(), jobs.createdAt),
      await jobsWhere(tx, isLate, jobs.visitBy),
    )
  },
}

const eachOnce = (...found: RemindedJob[][]): RemindedJob[] => [
  ...new Map(found.flat().map((job) => [job.id, job])).values(),
]

export async function itemsFor(tx: DbOrTx, person: Reminded, round: Round): Promise<RemindedItem[]> {
  const found = await JOBS_OF[person.role](tx, person.id, round)
  const items = found.flatMap((job) => itemOf(person.role, job, round) ?? [])
  return isAdmin(person) && round.isFirstOfMonth ? [...items, ...(await invoicing(tx, round))] : items
}

async function invoicing(tx: DbOrTx, round: Round): Promise<RemindedItem[]> {
  const toDo = and(jobSql.waitsOn('admin'), jobSql.waitsFor('invoice'), lte(jobs.waitingSince, round.waitedSince))
  const [oldest] = await tx
    .select({ jobId: jobs.id, since: jobs.waitingSince })
    .from(jobs)
    .where(toDo)
    .orderBy(asc(jobs.waitingSince), asc(jobs.id))
    .limit(literal(1))
  if (!oldest?.since) return []
  return [toInvoice(await tx.$count(jobs, toDo), { jobId: oldest.jobId, since: oldest.since }, round)]
}

export const wasReminded = async (tx: DbOrTx, userId: string, { day }: Round): Promise<boolean> =>
  (await tx.$count(reminders, and(eq(reminders.userId, userId), eq(reminders.toldOn, day)))) > 0
