import type { Tx } from '#db/connect/client.ts'
import { closeSessions } from '#src/access/session.ts'
import type { Role } from '#src/domain/account/account.ts'
import { account } from './queries.ts'
import { closeTokens } from './tokens/actions.ts'

/** Needs a transaction that is `ending` the account's access. `spare` is the hash of a session or token that stays. */
export async function lockAndRevokeAccess(
  tx: Tx,
  id: string,
  { role, spare = null }: { role?: Role; spare?: string | null } = {},
) {
  const locked = await account(tx, id, role, true)
  await closeSessions(tx, locked.id, spare)
  await closeTokens(tx, locked.id, spare)
  return locked
}
