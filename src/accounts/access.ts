import type { Tx } from '#db/client.ts'
import { closeSessions } from '#src/guard/session.ts'
import type { Role } from './account.ts'
import { account } from './queries.ts'
import { closeTokens } from './tokens/actions.ts'

/**
 * An account whose row is locked, so that nobody signs in, and then its sessions and tokens ended, sparing the one of
 * the hash given. The transaction must be `ending` its access. Throws NotFound.
 */
export async function lockWithoutAccess(
  tx: Tx,
  id: string,
  { role, spare = null }: { role?: Role; spare?: string | null } = {},
) {
  const locked = await account(tx, id, role, true)
  await closeSessions(tx, locked.id, spare)
  await closeTokens(tx, locked.id, spare)
  return locked
}
