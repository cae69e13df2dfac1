import { and, eq, isNull, not, or, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { batched } from '#db/query/batched.ts'
import { selection } from '#db/query/selection.ts'
import { happenedWithin, interval } from '#db/query/time-marks.ts'
import { apiTokens, users } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { actorColumns } from './actor.ts'
import { noting } from './noting.ts'

const wasUsedLately = happenedWithin(apiTokens.lastUsedAt, interval('1 hours'))

const byTokens = selection(
  {
    ...actorColumns,
    credentialHash: sql<string>`asked.hash`,
    tokenId: apiTokens.id,
    scopes: apiTokens.scopes,
    usedLately: sql<boolean | null>`${wasUsedLately}`,
  },
  sql`from unnest(string_to_array(${sql.placeholder('hashes')}, ',')) asked (hash)
    cross join lateral (
      select * from ${apiTokens} one
      where one.token_hash = asked.hash and (one.expires_at is null or one.expires_at > now()) offset 0
    ) ${apiTokens}
    cross join lateral (
      select * from ${users} one where one.id = ${apiTokens.userId} and one.deleted_at is null offset 0
    ) ${users}`,
)
const byToken = batched({
  read: (hashes) => byTokens({ hashes: hashes.join(',') }),
  keyOf: (found) => found.credentialHash,
})

export async function tokenUser(hash: string): Promise<Actor | null> {
  const found = await byToken(hash)
  if (!found) return null
  const { usedLately, ...user } = found
  if (!usedLately) noteUse(user.tokenId)
  return user
}

const noteUse = noting((id) =>
  db
    .update(apiTokens)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(apiTokens.id, id), or(isNull(apiTokens.lastUsedAt), not(wasUsedLately)))),
)
