import { and, desc, eq, gte } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { jobEventSql, visitSql } from '#db/query/predicates.ts'
import { jobEvents, jobVisits } from '#db/schema.ts'

/** By the visit that its report tells of. Null for a job that was never completed, or was before its timeline began. */
export async function lastDoneAt(tx: Tx, jobId: string): Promise<Date | null> {
  const { recordedAt, createdAt } = jobEvents
  const { visitDate } = jobVisits
  const isOfReport = and(eq(jobVisits.jobId, jobId), visitSql.isWorkDone(), gte(jobVisits.createdAt, createdAt))
  const [row] = await tx
    .select({ visitDate, recordedAt, createdAt })
    .from(jobEvents)
    .leftJoin(jobVisits, isOfReport)
    .where(and(eq(jobEvents.jobId, jobId), jobEventSql.isCompletion()))
    .orderBy(desc(createdAt), desc(visitDate))
    .limit(1)
  return row?.visitDate ?? row?.recordedAt ?? row?.createdAt ?? null
}
