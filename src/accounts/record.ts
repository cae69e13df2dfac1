import type { Tx } from '#db/client.ts'
import { accountEvents } from '#db/schema.ts'
import { displayName } from './account.ts'
import type { AccountEvent } from './events.ts'

type By = { id: string } & Parameters<typeof displayName>[0]
type About = { userId: string; detail?: Record<string, string> }

/** `by` is a name alone where nobody was signed in. No secret belongs in the detail. */
export const recordAccountEvent = (
  tx: Tx,
  userId: string,
  event: AccountEvent,
  by: By | string,
  detail?: Record<string, string>,
): Promise<void> => recordAccountEvents(tx, [{ userId, detail }], event, by)

export async function recordAccountEvents(
  tx: Tx,
  accounts: readonly About[],
  event: AccountEvent,
  by: By | string,
): Promise<void> {
  const actor = typeof by === 'string' ? { actorName: by } : { actorId: by.id, actorName: displayName(by) || 'No name' }
  await tx.insert(accountEvents).values(accounts.map((account) => ({ ...actor, ...account, event })))
}
