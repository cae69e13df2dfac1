import { desc, eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { apiTokens } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { ApiToken } from '#src/domain/account/token.ts'

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
