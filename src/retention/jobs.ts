import { inArray, or, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { jobs, jobVisits } from '#db/schema.ts'
import { bumpActivityVersionOf } from '#src/accounts/people/activity-version.ts'
import { recordDeletion } from '#src/jobs/lifecycle/deleted.ts'
import { removeJobPhotos } from '#src/jobs/photos.ts'
import { ofVisits, removePhotos } from '#src/photos/removal.ts'
import { transaction } from '#src/writes/transaction.ts'
import { JOBS } from './rules.ts'

const BATCH = 200

type Place = { id: string; updatedAt: string }

/** Returns how many were removed; a job and its quote work count as one. */
export async function removeOldJobs(): Promise<number> {
  let count = 0
  let last: Place | undefined
  do {
    const batch = await transaction((tx) => removeBatch(tx, last))
    count += batch.removed
    last = batch.last
  } while (last)
  return count
}

async function removeBatch(tx: Tx, after: Place | undefined): Promise<{ removed: number; last: Place | undefined }> {
  const goesOn = after
    ? sql`and (jobs.updated_at, jobs.id) > (${after.updatedAt}::timestamptz, ${after.id}::uuid)`
    : sql``
  // The oldest first, so that the index of updated_at is walked, and no further than to the newest that is due.
  const locked = (await tx.execute(sql`select id, updated_at::text as "updatedAt" from jobs where ${JOBS.old} ${goesOn}
    order by jobs.updated_at, jobs.id limit ${BATCH} for update skip locked`)) as Place[]
  const last = locked.length === BATCH ? locked.at(-1) : undefined
  if (locked.length === 0) return { removed: 0, last }
  // Judged again: what was written to a job before its row was locked is not in the first look.
  const due = (await tx.execute(
    sql`select id from jobs where id = any(${`{${locked.map(({ id }) => id).join(',')}}`}::uuid[]) and ${JOBS.old}`,
  )) as { id: string }[]
  if (due.length > 0)
    await remove(
      tx,
      due.map(({ id }) => id),
    )
  return { removed: due.length, last }
}

async function remove(tx: Tx, ids: string[]): Promise<void> {
  // Two conditions that indexes answer: over a coalesce() every job would be read.
  const areGone = or(inArray(jobs.id, ids), inArray(jobs.parentJobId, ids))
  const visits = await tx
    .select({ id: jobVisits.id })
    .from(jobVisits)
    .innerJoin(jobs, sql`${jobs.id} = ${jobVisits.jobId}`)
    .where(areGone)
  await removePhotos(tx, ofVisits(visits.map(({ id }) => id)))
  await removeJobPhotos(tx, 'Fettle', ids)
  await recordDeletion(tx, 'Fettle', ids)
  const removed = await tx
    .delete(jobs)
    .where(areGone)
    .returning({ estateAgentId: jobs.estateAgentId, contractorId: jobs.contractorId })
  await bumpActivityVersionOf(tx, removed)
}
