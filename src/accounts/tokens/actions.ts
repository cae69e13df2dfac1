import { and, eq, ne } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#db/client.ts'
import { apiTokens, users } from '#db/schema.ts'
import type { Actor } from '#src/accounts/account.ts'
import type { NewToken } from '#src/accounts/input.ts'
import { newToken } from '#src/guard/bearer.ts'
import { may } from '#src/guard/may.ts'
import { sha256 } from '#src/guard/sha256.ts'
import { transaction } from '#src/guard/transaction.ts'
import { NotFound, Refused } from '#src/web/errors.ts'
import { isUuid } from '#src/web/uuid.ts'
import { type ApiToken, MAX_TOKENS } from './token.ts'

export type MadeToken = ApiToken & { token: string }

export function createToken(user: Actor, input: NewToken): Promise<MadeToken> {
  may(user, 'makeToken')
  return transaction(async (tx) => {
    // The lock lets requests count one after the other.
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
    return { id, name, scopes, createdAt, lastUsedAt, expiresAt, token }
  })
}

export async function revokeToken(user: Actor, id: string): Promise<void> {
  may(user, 'manageTokens')
  if (!isUuid(id)) throw new NotFound()
  const own = and(eq(apiTokens.id, id), eq(apiTokens.userId, user.id))
  const revoke = (tx: Tx) => tx.delete(apiTokens).where(own).returning({ id: apiTokens.id })
  if ((await transaction(revoke, { ending: [user.id] })).length === 0) throw new NotFound()
}

export async function closeTokens(tx: DbOrTx, userId: string, spare: string | null = null): Promise<void> {
  await tx
    .delete(apiTokens)
    .where(and(eq(apiTokens.userId, userId), spare ? ne(apiTokens.tokenHash, spare) : undefined))
}
