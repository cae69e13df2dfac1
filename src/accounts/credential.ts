import { and, eq, exists, gt, isNull, or, sql } from 'drizzle-orm'
import type { DbOrTx } from '#db/client.ts'
import { apiTokens, sessions, users } from '#db/schema.ts'
import type { Role } from './account.ts'

/**
 * The role of the user who came with this session or token, by its hash, while both hold; null when they no longer do. In a
 * transaction the user is locked: deleting them, their role and their password wait for its end.
 */
export async function roleBy(tx: DbOrTx, userId: string, hash: string): Promise<Role | null> {
  // Locked first: the next statement sees what was done while this one waited.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('share')
  const session = tx
    .select({ one: sql`1` })
    .from(sessions)
    .where(and(eq(sessions.sid, hash), eq(sessions.userId, userId), gt(sessions.expire, sql`now()`)))
  const unexpired = or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, sql`now()`))
  const token = tx
    .select({ one: sql`1` })
    .from(apiTokens)
    .where(and(eq(apiTokens.tokenHash, hash), eq(apiTokens.userId, userId), unexpired))
  const [holder] = await tx
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt), or(exists(session), exists(token))))
  return holder?.role ?? null
}
