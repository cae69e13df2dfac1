import { and, asc, desc, eq, inArray, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/connect/client.ts'
import { isOneOf } from '#db/query/conditions.ts'
import { jobEvents, jobs } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { CLOSED } from '#src/domain/job/status.ts'
import type { JobRow } from '#src/jobs/queries.ts'
import { jobsWhollyVisibleTo } from '#src/jobs/visible.ts'

export const rootOf = (id: string): SQL =>
  sql`(select coalesce(one.rival_of_job_id, one.id) from jobs one where one.id = ${id})`

export const isOfFamily = (rootId: SQL): SQL => or(eq(jobs.id, rootId), eq(jobs.rivalOfJobId, rootId))!

export async function idsOfRepair(tx: Tx, { id, parentJobId }: Pick<JobRow, 'id' | 'parentJobId'>): Promise<string[]> {
  const isOfRepair = or(eq(jobs.id, id), isOfFamily(rootOf(parentJobId ?? id)))
  return (await tx.select({ id: jobs.id }).from(jobs).where(isOfRepair)).map((one) => one.id)
}

export async function rivalsOf(reader: Actor, jobId: string) {
  const { id, status, appointmentStartsAt, appointmentEndsAt } = jobs
  return db
    .select({ id, status, appointmentStartsAt, appointmentEndsAt })
    .from(jobs)
    .where(and(isOfFamily(rootOf(jobId)), ne(id, jobId), jobsWhollyVisibleTo(reader)))
    .orderBy(asc(id))
}

export async function lastClosings(jobIds: readonly string[]) {
  const { id, jobId, event, fromStatus, toStatus } = jobEvents
  const isClosing = and(isOneOf(toStatus, CLOSED), not(isOneOf(fromStatus, CLOSED)))
  const rows = await db
    .selectDistinctOn([jobId], { id, jobId, event })
    .from(jobEvents)
    .where(and(inArray(jobId, [...jobIds]), isClosing))
    .orderBy(jobId, desc(id))
  return new Map(rows.map((row) => [row.jobId, row]))
}
