import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { type DbOrTx, db } from '#db/client.ts'
import { sessions, users } from '#db/schema.ts'
import { selection } from '#db/selection.ts'
import type { Actor } from '#src/accounts/account.ts'
import { actorColumns } from '#src/accounts/queries.ts'
import { tokenOf } from './bearer.ts'
import { cookie, readCookie } from './cookies.ts'
import { randomSecret } from './random.ts'
import { sha256 } from './sha256.ts'

const COOKIE = 'session'
const THIRTY_DAYS = 30 * 24 * 60 * 60

export const sessionOf = (request: Request): string | null =>
  tokenOf(request) === null ? readCookie(request, COOKIE) : null

export const sessionCookie = (token: string): string => cookie(COOKIE, token, THIRTY_DAYS)

const isOpen = and(eq(sessions.sid, sql.placeholder('sid')), gt(sessions.expire, sql`now()`), isNull(users.deletedAt))!
const bySession = selection(
  { ...actorColumns, sessionId: sessions.sid },
  sql`from ${sessions} join ${users} on ${eq(users.id, sessions.userId)} where ${isOpen}`,
)

export async function sessionUser(sid: string): Promise<Actor | null> {
  const [found] = await bySession({ sid })
  return found ?? null
}

export async function openSession(userId: string, userAgent: string | null, tx: DbOrTx = db): Promise<string> {
  const token = randomSecret()
  await tx.insert(sessions).values({
    sid: sha256(token),
    userId,
    sess: { createdAt: new Date().toISOString(), userAgent: userAgent?.slice(0, 200) ?? null },
    expire: new Date(Date.now() + THIRTY_DAYS * 1000),
  })
  return token
}

export async function closeSession(token: string, tx: DbOrTx = db): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.sid, sha256(token)))
}

export async function closeSessions(tx: DbOrTx, userId: string, spare: string | null = null): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), spare ? ne(sessions.sid, spare) : undefined))
}

/** Returns the Set-Cookie line that removes the cookie. */
export async function endSession(request: Request): Promise<string> {
  const token = sessionOf(request)
  if (token) await closeSession(token)
  return cookie(COOKIE, '', 0)
}
