import { sql } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { outbox } from '#db/schema.ts'
import type { WorkKind } from './queue.ts'

export async function enqueue(tx: Tx, kind: WorkKind, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return
  // An array is one parameter: a statement takes at most 65,535.
  const subject = sql`unnest(${`{${subjects.join(',')}}`}::uuid[])`
  await tx.insert(outbox).values({ kind, subject }).onConflictDoNothing()
}
