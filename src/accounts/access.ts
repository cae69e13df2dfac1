import type { Tx } from '#db/client.ts'
import type { Role } from './account.ts'
import { account } from './queries.ts'
import { closeSessions } from './sessions.ts'
import { closeTokens } from './tokens.ts'

/** Ends all by which a user may come in, sparing the session or token of the hash given. */
export async function endAccess(tx: Tx, userId: string, spare: string | null = null): Promise<void> {
  await closeSessions(tx, userId, spare)
  await closeTokens(tx, userId, spare)
}

/**
 * An account, its row locked and its access ended, in a transaction that is `ending` it. Throws NotFound.
 * Who writes locks their session or token and then rows of users: in another order two would wait for each other.
 */
export async function lockWithoutAccess(
  tx: Tx,
  id: string,
  { role, spare }: { role?: Role; spare?: string | null } = {},
) {
  await account(tx, id, role)
  await endAccess(tx, id, spare)
  const locked = await account(tx, id, role, true)
  // Opened before the row was locked; now nothing is opened any more.
  await endAccess(tx, id, spare)
  return locked
}
