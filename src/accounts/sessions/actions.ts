import { authorize } from '#src/access/authorize.ts'
import { closeOwnSession } from '#src/access/own-sessions.ts'
import { closeSessions } from '#src/access/session.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { OTHER_SESSIONS } from '#src/domain/account/device.ts'
import { transaction } from '#src/writes/transaction.ts'

/** `which` is a session's id in the list, or OTHER_SESSIONS. Tokens stay. */
export async function endSessions(user: Actor, which: string): Promise<void> {
  authorize(user, 'manageSignIn')
  await transaction(
    (tx) =>
      which === OTHER_SESSIONS ? closeSessions(tx, user.id, user.credentialHash) : closeOwnSession(tx, user, which),
    { ending: [user.id] },
  )
}
