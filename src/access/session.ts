import { and, eq, isNull, ne, not, or, type SQLWrapper, sql } from 'drizzle-orm'
import { type DbOrTx, db } from '#db/connect/client.ts'
import { batched } from '#db/query/batched.ts'
import { selection } from '#db/query/selection.ts'
import { happenedWithin, interval } from '#db/query/time-marks.ts'
import { sessions, users } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { actorColumns } from './actor.ts'
import { tokenOf } from './bearer.ts'
import { cookie, readCookie } from './cookies.ts'
import { noting } from './noting.ts'
import { randomSecret } from './random.ts'
import { isOpen, SESSION_DAYS } from './session-end.ts'
import { sha256 } from './sha256.ts'

const COOKIE = 'session'
const SECONDS = SESSION_DAYS * 24 * 60 * 60

export const sessionOf = (request: Request): string | null =>
  tokenOf(request) === null ? readCookie(request, COOKIE) : null

export const sessionCookie = (token: string): string => cookie(COOKIE, token, SECONDS)

const wasUsedLately = (at: SQLWrapper) => happenedWithin(at, interval('12 hours'))

// `offset 0` keeps PostgreSQL from joining whole tables: each session and its user are found by their keys.
const bySessions = selection(
  {
    ...actorColumns,
    credentialHash: sql<string>`asked.sid`,
    isVerified: sql<boolean>`open.is_verified`,
    usedLately: sql<boolean | null>`${wasUsedLately(sql`open.last_used_at`)}`,
  },
  sql`from unnest(string_to_array(${sql.placeholder('sids')}, ',')) asked (sid)
    cross join lateral (
      select user_id, last_used_at, (sess->>'isVerified') is not null as is_verified from ${sessions} open where open.sid = asked.sid and ${isOpen(sql`open.expire`)} offset 0
    ) open
    cross join lateral (
      select * from ${users} one where one.id = open.user_id and one.deleted_at is null offset 0
    ) ${users}`,
)

const bySession = batched({
  read: (sids) => bySessions({ sids: sids.join(',') }),
  keyOf: (found) => found.credentialHash,
})

const noteUse = noting((sid) =>
  db
    .update(sessions)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(sessions.sid, sid), or(isNull(sessions.lastUsedAt), not(wasUsedLately(sessions.lastUsedAt))))),
)

export async function sessionUser(sid: string): Promise<Actor | null> {
  const found = await bySession(sid)
  if (!found) return null
  const { usedLately, ...user } = found
  if (!usedLately) noteUse(sid)
  return user
}

/** `isVerified` is said of a passkey that asked who it is. */
export async function openSession(
  userId: string,
  userAgent: string | null,
  tx: DbOrTx = db,
  isVerified = false,
): Promise<string> {
  const token = randomSecret()
  await tx.insert(sessions).values({
    sid: sha256(token),
    userId,
    sess: {
      createdAt: new Date().toISOString(),
      userAgent: userAgent?.slice(0, 200) ?? null,
      ...(isVerified && { isVerified }),
    },
    expire: new Date(Date.now() + SECONDS * 1000),
    lastUsedAt: sql`now()`,
  })
  return token
}

export async function closeSession(token: string, tx: DbOrTx = db): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.sid, sha256(token)))
}

export async function closeSessions(tx: DbOrTx, userId: string, spare: string | null = null): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), spare ? ne(sessions.sid, spare) : undefined))
}

export async function endSession(request: Request): Promise<string> {
  const token = sessionOf(request)
  if (token) await closeSession(token)
  return cookie(COOKIE, '', 0)
}
