import { and, eq, inArray, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type DbOrTx, db, type Tx } from '#db/connect/client.ts'
import { is, isAmong, isOneOf } from '#db/query/conditions.ts'
import { jobSql } from '#db/query/predicates.ts'
import { selection } from '#db/query/selection.ts'
import { jobs } from '#db/schema.ts'
import { IN_HAND, OPEN } from '#src/domain/job/status.ts'
import { isNamedOn } from '#src/jobs/backfill/past-contractors.ts'

export const isUnfinishedOf = (agent: string | PgColumn): SQL =>
  and(eq(jobs.estateAgentId, agent), is(jobs.hiddenFromEstateAgent, 'no'), isOneOf(jobs.status, OPEN))!

const isInHand = isOneOf(jobs.status, IN_HAND)

export const isInHandOf = (contractor: string | PgColumn | Placeholder): SQL =>
  and(eq(jobs.contractorId, contractor), isInHand)!

export const countInHand = (tx: DbOrTx, contractor: string | PgColumn) => tx.$count(jobs, isInHandOf(contractor))
export const countInHandOrQuoted = (tx: Tx, contractor: string) =>
  tx.$count(jobs, and(eq(jobs.contractorId, contractor), or(isInHand, jobSql.isToDecide())))
export const countUnfinished = (tx: DbOrTx, agent: string | PgColumn) => tx.$count(jobs, isUnfinishedOf(agent))

export const countLate = (tx: DbOrTx, contractor: string | PgColumn) =>
  tx.$count(jobs, and(isInHandOf(contractor), jobSql.isPastVisitTarget()))

export type Load = { openJobs: number; lateJobs: number }

const loads = selection(
  {
    contractorId: jobs.contractorId,
    openJobs: sql<number>`count(*)::int`,
    lateJobs: sql<number>`(count(*) filter (where ${jobSql.isPastVisitTarget()}))::int`,
  },
  sql`from ${jobs} where ${isInHand}`,
)

export async function loadsOf(contractors: readonly string[]): Promise<Map<string, Load>> {
  const rows = await loads({}, sql`and ${isAmong(jobs.contractorId, contractors)} group by ${jobs.contractorId}`)
  return new Map(rows.map(({ contractorId, ...load }) => [contractorId!, load]))
}

export async function lockInHand(tx: Tx, contractorId: string) {
  const isInHand = isInHandOf(contractorId)
  const parents = tx.select({ id: jobs.parentJobId }).from(jobs).where(isInHand)
  await tx.select({ id: jobs.id }).from(jobs).where(inArray(jobs.id, parents)).orderBy(jobs.id).for('update')
  return tx.select().from(jobs).where(isInHand).orderBy(jobs.id).for('update')
}

export async function sharingOpenJobs(tx: DbOrTx, id: string): Promise<string[]> {
  const isAgent = eq(jobs.estateAgentId, id)
  const rows = await tx
    .selectDistinct({
      other: sql<string | null>`case when ${isAgent} then ${jobs.contractorId} else ${jobs.estateAgentId} end`,
    })
    .from(jobs)
    .where(and(or(isAgent, eq(jobs.contractorId, id), isNamedOn(id)), isOneOf(jobs.status, OPEN)))
  return rows.flatMap(({ other }) => other ?? [])
}

export async function agentIdOfJob(id: string): Promise<string | null> {
  const [job] = await db.select({ agentId: jobs.estateAgentId }).from(jobs).where(eq(jobs.id, id))
  return job?.agentId ?? null
}

export async function openWorkOf(parentId: string) {
  const { id, appointmentStartsAt, appointmentEndsAt } = jobs
  const [work] = await db
    .select({ id, appointmentStartsAt, appointmentEndsAt })
    .from(jobs)
    .where(and(eq(jobs.parentJobId, parentId), isOneOf(jobs.status, OPEN)))
  return work
}
