import { eq } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { passkeys } from '#db/schema.ts'
import { needsPasskey } from '#src/access/passkey-needed.ts'
import { recordAccountEvent } from '#src/accounts/history/record.ts'
import type { UserRow } from '#src/accounts/queries.ts'
import { Refused } from '#src/http/errors.ts'

/** Needs the account's row locked. Throws Refused for an administrator who needs one. */
export async function removeAllPasskeys(tx: Tx, owner: UserRow): Promise<void> {
  if (needsPasskey(owner)) throw new Refused('Administrators need a passkey here: yours stay.')
  const removed = await tx.delete(passkeys).where(eq(passkeys.userId, owner.id)).returning({ name: passkeys.name })
  for (const { name } of removed) await recordAccountEvent(tx, owner.id, 'passkeyRemoved', owner, { name })
}

export async function removePasskeys(tx: Tx, userId: string): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
}
