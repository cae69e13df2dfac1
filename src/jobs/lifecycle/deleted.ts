import { inArray, or } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import { type By, recordChanges } from '#src/events/record.ts'

export async function recordDeletion(tx: Tx, by: By | string, ids: string[]): Promise<void> {
  const concerned = await tx
    .select({ id: jobs.id, parentJobId: jobs.parentJobId })
    .from(jobs)
    .where(or(inArray(jobs.id, ids), inArray(jobs.parentJobId, ids), inArray(jobs.rivalOfJobId, ids)))
    .orderBy(jobs.id)
  const isGone = ({ id, parentJobId }: (typeof concerned)[number]) =>
    ids.includes(id) || (parentJobId !== null && ids.includes(parentJobId))
  await recordChanges(
    tx,
    by,
    concerned.map((job) => ({ type: isGone(job) ? 'job.deleted' : 'job.changed', jobId: job.id })),
  )
}
