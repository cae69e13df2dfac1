import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { outbox } from '#db/schema.ts'
import type { WorkKind } from './queue.ts'

export async function enqueue(tx: Tx, kind: WorkKind, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return
  // An array is one parameter: a statement takes at most 65,535.
  const subject = sql`unnest(${`{${subjects.join(',')}}`}::uuid[])`
  await tx.insert(outbox).values({ kind, subject }).onConflictDoNothing()
}

/** Work in hand is done again: what it has not seen yet must not be forgotten with its row. */
export async function enqueueAt(tx: Tx, kind: WorkKind, subject: string, runAt: SQL): Promise<void> {
  await tx
    .insert(outbox)
    .values({ kind, subject, runAt })
    .onConflictDoUpdate({
      target: [outbox.kind, outbox.subject],
      // Another count of attempts ends the lease of whoever has it.
      set: { runAt: sql`excluded.run_at`, attempts: sql`${outbox.attempts} + 1`, leasedUntil: null },
    })
}
