import { and, eq, ne } from 'drizzle-orm'
import { type DbOrTx, db } from '#db/client.ts'
import { sessions } from '#db/schema.ts'
import { hashToken, SESSION_SECONDS } from '#src/guard/session.ts'

/** Opens a session and returns its token: the only time it is known. */
export async function openSession(userId: string, userAgent: string | null, tx: DbOrTx = db): Promise<string> {
  const token = crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: 'base64url', omitPadding: true })
  await tx.insert(sessions).values({
    sid: hashToken(token),
    userId,
    sess: { createdAt: new Date().toISOString(), userAgent: userAgent?.slice(0, 200) ?? null },
    expire: new Date(Date.now() + SESSION_SECONDS * 1000),
  })
  return token
}

export async function closeSession(token: string, tx: DbOrTx = db): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.sid, hashToken(token)))
}

/** Ends a user's sessions, sparing the one given. */
export async function closeSessions(tx: DbOrTx, userId: string, spare: string | null = null): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), spare ? ne(sessions.sid, spare) : undefined))
}
