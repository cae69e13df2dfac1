import { and, eq, ne } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#db/connect/client.ts'
import { apiTokens, users } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import { newToken } from '#src/access/bearer.ts'
import { sha256 } from '#src/access/sha256.ts'
import { recordAccountEvent } from '#src/accounts/history/record.ts'
import type { NewToken } from '#src/accounts/input.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { type ApiToken, MAX_TOKENS } from '#src/domain/account/token.ts'
import { NotFound, Refused } from '#src/http/errors.ts'
import { isUuid } from '#src/http/uuid.ts'
import { transaction } from '#src/writes/transaction.ts'

export type MadeToken = ApiToken & { token: string }

export function createToken(user: Actor, input: NewToken): Promise<MadeToken> {
  authorize(user, 'makeToken')
  return transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('no key update')
    if ((await tx.$count(apiTokens, eq(apiTokens.userId, user.id))) >= MAX_TOKENS)
      throw new Refused(`You have ${MAX_TOKENS} tokens. Please revoke one that you no longer need.`)
    const token = newToken()
    const [made] = await tx
      .insert(apiTokens)
      .values({
        userId: user.id,
        name: input.name,
        scopes: input.scopes,
        tokenHash: sha256(token),
        expiresAt: input.expiresAt,
      })
      .returning()
    const { id, name, scopes, createdAt, lastUsedAt, expiresAt } = made!
    await recordAccountEvent(tx, user.id, 'tokenMade', user, { name })
    return { id, name, scopes, createdAt, lastUsedAt, expiresAt, token }
  })
}

export async function revokeToken(user: Actor, id: string): Promise<void> {
  authorize(user, 'manageTokens')
  if (!isUuid(id)) throw new NotFound()
  const own = and(eq(apiTokens.id, id), eq(apiTokens.userId, user.id))
  const revoke = async (tx: Tx) => {
    const [revoked] = await tx.delete(apiTokens).where(own).returning({ name: apiTokens.name })
    if (!revoked) throw new NotFound()
    await recordAccountEvent(tx, user.id, 'tokenRevoked', user, { name: revoked.name })
  }
  await transaction(revoke, { ending: [user.id] })
}

export async function closeTokens(tx: DbOrTx, userId: string, spare: string | null = null): Promise<void> {
  await tx
    .delete(apiTokens)
    .where(and(eq(apiTokens.userId, userId), spare ? ne(apiTokens.tokenHash, spare) : undefined))
}
