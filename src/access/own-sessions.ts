import { and, desc, eq, sql } from 'drizzle-orm'
import { type DbOrTx, db } from '#db/connect/client.ts'
import { literal } from '#db/query/conditions.ts'
import { sessions } from '#db/schema.ts'
import { deviceWords, type OpenSession } from '#src/domain/account/device.ts'
import { isOpen } from './session-end.ts'
import { sha256 } from './sha256.ts'

const MAX_LISTED = 20

/** The key of a session's row opens nothing, and still stands in no page. */
const idOf = (sid: string): string => sha256(`session ${sid}`).slice(0, 32)

const openOf = (from: DbOrTx, userId: string) =>
  from
    .select({ sid: sessions.sid, sess: sessions.sess, lastUsedAt: sessions.lastUsedAt })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isOpen(sql`${sessions.expire}`)))
    .orderBy(sql`${sessions.lastUsedAt} desc nulls last`, desc(sessions.sid))

type Holder = { id: string; credentialHash: string | null }

/** The newest, and this one. */
export async function sessionsOf({ id, credentialHash }: Holder): Promise<{ listed: OpenSession[]; more: number }> {
  const all = await openOf(db, id).limit(literal(500))
  const [own, others] = [
    all.filter(({ sid }) => sid === credentialHash),
    all.filter(({ sid }) => sid !== credentialHash),
  ]
  const listed = [...own, ...others].slice(0, MAX_LISTED).map(({ sid, sess, lastUsedAt }) => ({
    id: idOf(sid),
    device: deviceWords(sess.userAgent),
    firstAt: new Date(sess.createdAt),
    lastAt: lastUsedAt ?? new Date(sess.createdAt),
    isThis: sid === credentialHash,
  }))
  return { listed, more: all.length - listed.length }
}

/** Another's session, or one that has ended, has no such id here: nothing is done. */
export async function closeOwnSession(tx: DbOrTx, { id: userId }: Holder, id: string): Promise<void> {
  const found = (await openOf(tx, userId)).find(({ sid }) => idOf(sid) === id)
  if (found) await tx.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.sid, found.sid)))
}
