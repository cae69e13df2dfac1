import { and, eq, inArray, or, type Placeholder, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { DbOrTx, Tx } from '#db/client.ts'
import { is, isOneOf } from '#db/conditions.ts'
import { jobs } from '#db/schema.ts'
import { IN_HAND, OPEN } from './job.ts'
import { isOverdue } from './late.ts'

export const isUnfinishedOf = (agent: string | PgColumn): SQL =>
  and(eq(jobs.estateAgentId, agent), is(jobs.hiddenFromEstateAgent, 'no'), isOneOf(jobs.status, OPEN))!

export const isInHandOf = (contractor: string | PgColumn | Placeholder): SQL =>
  and(eq(jobs.contractorId, contractor), isOneOf(jobs.status, IN_HAND))!

/** A number for an id, a column of a select for `users.id`. */
export const countInHand = (tx: DbOrTx, contractor: string | PgColumn) => tx.$count(jobs, isInHandOf(contractor))
export const countUnfinished = (tx: DbOrTx, agent: string | PgColumn) => tx.$count(jobs, isUnfinishedOf(agent))

/** In hand, and not visited by the time that their first visit was due. */
export const countLate = (tx: DbOrTx, contractor: string | PgColumn) =>
  tx.$count(jobs, and(isInHandOf(contractor), isOverdue))

/** The jobs that quote work came from first, in the order of lockJob: they are told whose move it is. */
export async function lockInHand(tx: Tx, contractorId: string) {
  const isInHand = isInHandOf(contractorId)
  const parents = tx.select({ id: jobs.parentJobId }).from(jobs).where(isInHand)
  await tx.select({ id: jobs.id }).from(jobs).where(inArray(jobs.id, parents)).orderBy(jobs.id).for('update')
  return tx.select().from(jobs).where(isInHand).orderBy(jobs.id).for('update')
}

/** The ids of agents and contractors who see this account's contacts on a job that is not closed. */
export async function sharingOpenJobs(tx: Tx, id: string): Promise<(string | null)[]> {
  const rows = await tx
    .selectDistinct({ agent: jobs.estateAgentId, contractor: jobs.contractorId })
    .from(jobs)
    .where(and(or(eq(jobs.estateAgentId, id), eq(jobs.contractorId, id)), isOneOf(jobs.status, OPEN)))
  return rows.flatMap(({ agent, contractor }) => [agent, contractor])
}
