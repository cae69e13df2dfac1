import { and, eq, inArray, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/connect/client.ts'
import { photoSql } from '#db/query/predicates.ts'
import { isAhead } from '#db/query/time-marks.ts'
import { uploadedObjects } from '#db/schema.ts'
import { KEYED_ORPHAN_DAYS, ORPHAN_HOURS } from '#src/domain/photo/photo.ts'
import { enqueue } from '#src/queue/enqueue.ts'
import { log } from '#src/runtime/log.ts'
import { transaction } from '#src/writes/transaction.ts'
import { isUntaken } from './queries.ts'
import { storage } from './storage/chosen.ts'

/** Nobody sees the photos from the commit on; delivery erases them. Returns those not being removed already. */
export async function removePhotos(tx: Tx, which: SQL): Promise<string[]> {
  const removed = await tx
    .update(uploadedObjects)
    .set({ state: 'removing' })
    .where(and(which, not(photoSql.isBeingRemoved())))
    .returning({ id: uploadedObjects.id })
  const ids = removed.map(({ id }) => id)
  await enqueue(tx, 'remove_object', ids)
  return ids
}

export const ofVisits = (visitIds: string[]): SQL => inArray(uploadedObjects.visitId, visitIds)
export const ofJobs = (jobIds: string[]): SQL => inArray(uploadedObjects.jobId, jobIds)
export const someOfJob = (jobId: string, ids: string[]): SQL =>
  and(eq(uploadedObjects.jobId, jobId), inArray(uploadedObjects.id, ids))!

export function orphans(tx: Tx, limit: number): SQL {
  const long = sql`now() - make_interval(hours => ${ORPHAN_HOURS})`
  const longest = sql`now() - make_interval(days => ${KEYED_ORPHAN_DAYS})`
  return inArray(
    uploadedObjects.id,
    tx
      .select({ id: uploadedObjects.id })
      .from(uploadedObjects)
      .where(
        and(
          isUntaken,
          not(photoSql.isBeingRemoved()),
          lt(uploadedObjects.createdAt, long),
          or(isNull(uploadedObjects.claimedAt), lt(uploadedObjects.claimedAt, long)),
          or(not(uploadedObjects.keyed), lt(uploadedObjects.createdAt, longest)),
        ),
      )
      .orderBy(uploadedObjects.createdAt)
      .limit(limit)
      .for('update', { skipLocked: true }),
  )
}

const BATCH = 500

/** What a wrong clock wrote would stay for years: its day begins now. */
const restart = () =>
  db
    .update(uploadedObjects)
    .set({ createdAt: sql`now()`, claimedAt: null })
    .where(and(isUntaken, or(isAhead(uploadedObjects.createdAt), isAhead(uploadedObjects.claimedAt))))

export async function removeOrphans(): Promise<void> {
  await restart()
  let removed = 0
  for (let batch = BATCH; batch === BATCH; removed += batch)
    batch = (await transaction((tx) => removePhotos(tx, orphans(tx, BATCH)))).length
  if (removed > 0) log.info('orphans', `Removing ${removed} uploaded photos that no visit or job took.`)
}

export async function erasePhoto(id: string): Promise<void> {
  await storage.remove(id)
  await db.delete(uploadedObjects).where(and(eq(uploadedObjects.id, id), photoSql.isBeingRemoved()))
}
