import { and, asc, eq } from 'drizzle-orm'
import { type DbOrTx, db } from '#db/connect/client.ts'
import { passkeys } from '#db/schema.ts'
import type { Passkey } from '#src/domain/account/passkey.ts'

export const passkeysOf = (userId: string, from: DbOrTx = db): Promise<Passkey[]> =>
  from
    .select({
      id: passkeys.id,
      credentialId: passkeys.credentialId,
      name: passkeys.name,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
      isVerified: passkeys.isVerified,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))

/** Those whose device has asked who its owner is. */
export const countVerified = (tx: DbOrTx, userId: string): Promise<number> =>
  tx.$count(passkeys, and(eq(passkeys.userId, userId), passkeys.isVerified))
