import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { users } from '#db/schema.ts'
import { recordAccountEvent } from '#src/accounts/history/record.ts'
import type { Actor } from '#src/domain/account/account.ts'

export async function switchReminders(tx: Tx, user: Pick<Actor, 'id'>, on: boolean, by: Actor | string): Promise<void> {
  const changed = await tx
    .update(users)
    .set({ reminders: on, updatedAt: sql`now()` })
    .where(and(eq(users.id, user.id), isNull(users.deletedAt), ne(users.reminders, on)))
    .returning({ id: users.id })
  if (changed.length > 0) await recordAccountEvent(tx, user.id, on ? 'remindersTurnedOn' : 'remindersTurnedOff', by)
}
