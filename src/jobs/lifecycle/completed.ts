import { and, eq, max } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { jobEventSql } from '#db/query/predicates.ts'
import { jobEvents } from '#db/schema.ts'

/** Null for a job that was never completed, or was before its timeline began. */
export async function lastCompletedAt(tx: Tx, jobId: string): Promise<Date | null> {
  const [row] = await tx
    .select({ at: max(jobEvents.createdAt) })
    .from(jobEvents)
    .where(and(eq(jobEvents.jobId, jobId), jobEventSql.isCompletion()))
  return row?.at ?? null
}
