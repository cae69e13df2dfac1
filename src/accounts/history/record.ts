import type { Tx } from '#db/connect/client.ts'
import { accountEvents } from '#db/schema.ts'
import { displayName } from '#src/domain/account/account.ts'
import type { AccountEvent } from '#src/domain/account/events.ts'
import { recordChanges } from '#src/events/record.ts'

type By = { id: string } & Parameters<typeof displayName>[0]
type About = { userId: string; detail?: Record<string, string>; also?: readonly (string | null)[] }

/** `by` is a name alone where nobody was signed in. No secret belongs in the detail. */
export const recordAccountEvent = (
  tx: Tx,
  userId: string,
  event: AccountEvent,
  by: By | string,
  detail?: Record<string, string>,
  also?: About['also'],
): Promise<void> => recordAccountEvents(tx, [{ userId, detail, also }], event, by)

export async function recordAccountEvents(
  tx: Tx,
  accounts: readonly About[],
  event: AccountEvent,
  by: By | string,
): Promise<void> {
  const actor = typeof by === 'string' ? { actorName: by } : { actorId: by.id, actorName: displayName(by) || 'No name' }
  await tx.insert(accountEvents).values(accounts.map(({ userId, detail }) => ({ ...actor, userId, detail, event })))
  await recordChanges(
    tx,
    by,
    accounts.map(({ userId, also = [] }) => ({
      type: `account.${event}` as const,
      subjectId: userId,
      also: [...new Set([userId, ...also])],
    })),
  )
}
