import { sql } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { outbox } from '#db/schema.ts'
import type { WorkKind } from './queue.ts'

/** Has this kind of work done on each subject once the caller's transaction commits. What is queued already stays. */
export async function enqueue(tx: Tx, kind: WorkKind, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return
  // One parameter however many there are: a statement has at most 65,535.
  const subject = sql`unnest(${`{${subjects.join(',')}}`}::uuid[])`
  await tx.insert(outbox).values({ kind, subject }).onConflictDoNothing()
}
