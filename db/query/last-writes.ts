import { sql } from 'drizzle-orm'
import { replica, type Tx } from '#db/connect/client.ts'
import { lastWrites } from '#db/schema.ts'

/** The last statement of a transaction: whoever writes at once waits for its commit. */
export async function noteWrite(tx: Tx, userId: string): Promise<void> {
  if (!replica) return
  const mark = sql`gen_random_uuid()`
  await tx.insert(lastWrites).values({ userId, mark }).onConflictDoUpdate({ target: lastWrites.userId, set: { mark } })
}
