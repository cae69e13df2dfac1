import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { apiTokens, users } from '#db/schema.ts'
import { selection } from '#db/selection.ts'
import type { Actor } from '#src/accounts/account.ts'
import { actorColumns } from '#src/accounts/queries.ts'
import type { ApiToken } from './token.ts'

const isUsable = and(
  eq(apiTokens.tokenHash, sql.placeholder('hash')),
  or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, sql`now()`)),
  isNull(users.deletedAt),
)!
const byToken = selection(
  {
    ...actorColumns,
    sessionId: apiTokens.tokenHash,
    tokenId: apiTokens.id,
    scopes: apiTokens.scopes,
    usedLately: sql<boolean | null>`${apiTokens.lastUsedAt} > now() - interval '1 hour'`,
  },
  sql`from ${apiTokens} join ${users} on ${eq(users.id, apiTokens.userId)} where ${isUsable}`,
)

export async function tokenUser(hash: string): Promise<Actor | null> {
  const [found] = await byToken({ hash })
  if (!found) return null
  const { usedLately, ...user } = found
  if (!usedLately) noteUse(user.tokenId)
  return user
}

/** Tokens whose use is being noted, or could not be noted just now. */
const noting = new Set<string>()
const AGAIN_AFTER = 60_000

/** The request neither waits for this nor fails with it: the database may be read-only. */
function noteUse(id: string): void {
  if (noting.has(id)) return
  noting.add(id)
  db.update(apiTokens)
    .set({ lastUsedAt: sql`now()` })
    .where(
      and(
        eq(apiTokens.id, id),
        or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, sql`now() - interval '1 hour'`)),
      ),
    )
    .then(
      () => noting.delete(id),
      () => setTimeout(() => noting.delete(id), AGAIN_AFTER).unref(),
    )
}

export const tokensOf = (user: Actor): Promise<ApiToken[]> =>
  db
    .select({
      id: apiTokens.id,
      name: apiTokens.name,
      scopes: apiTokens.scopes,
      createdAt: apiTokens.createdAt,
      lastUsedAt: apiTokens.lastUsedAt,
      expiresAt: apiTokens.expiresAt,
    })
    .from(apiTokens)
    .where(eq(apiTokens.userId, user.id))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))
