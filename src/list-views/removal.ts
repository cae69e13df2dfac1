import { and, eq, not } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { listViews } from '#db/schema.ts'

/** Of who is no administrator any more; what they made for everybody stays, and everybody may change it. */
export async function removeUnsharedViews(tx: Tx, userId: string): Promise<void> {
  await tx.delete(listViews).where(and(eq(listViews.userId, userId), not(listViews.isShared)))
}
