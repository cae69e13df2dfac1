import { and, inArray, ne, sql } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { outbox, uploadedObjects } from '#db/schema.ts'
import type { WorkKind } from './queue.ts'

/** Queues work on these subjects, to be done once the caller's transaction commits. What is queued already stays. */
export async function enqueue(tx: Tx, kind: WorkKind, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return
  // An array is one parameter: a statement takes at most 65,535.
  const subject = sql`unnest(${`{${subjects.join(',')}}`}::uuid[])`
  await tx.insert(outbox).values({ kind, subject }).onConflictDoNothing()
}

/** Removes uploaded photos from storage once the caller's transaction commits. */
export async function enqueueRemoval(tx: Tx, objectIds: readonly string[]): Promise<void> {
  const ids = [...new Set(objectIds)]
  if (ids.length === 0) return
  await tx
    .update(uploadedObjects)
    .set({ state: 'removing' })
    .where(and(inArray(uploadedObjects.id, ids), ne(uploadedObjects.state, 'removing')))
  await enqueue(tx, 'remove_object', ids)
}
