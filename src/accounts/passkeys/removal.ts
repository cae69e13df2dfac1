import { eq } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { passkeys } from '#db/schema.ts'

export async function removePasskeys(tx: Tx, userId: string): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
}
