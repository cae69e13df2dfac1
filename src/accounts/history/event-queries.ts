import { desc, eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { literal } from '#db/query/conditions.ts'
import { accountEvents, users } from '#db/schema.ts'
import { displayName, type Role } from '#src/domain/account/account.ts'
import type { AccountEventEntry } from '#src/domain/account/events.ts'
import { oneById } from '#src/http/uuid.ts'

type AccountHistory = {
  account: { id: string; role: Role | null; deletedAt: Date | null }
  name: string
  events: AccountEventEntry[]
}

const MAX_LISTED = 500

const columns = {
  ...{ id: users.id, role: users.role, deletedAt: users.deletedAt },
  ...{ firstName: users.firstName, lastName: users.lastName, username: users.username, email: users.email },
}

export async function eventsOf(id: string): Promise<AccountHistory> {
  const found = await oneById(id, () => db.select(columns).from(users).where(eq(users.id, id)))
  const { id: number, event, actorId, actorName, detail, createdAt } = accountEvents
  const events = await db
    .select({ id: number, event, actorId, actorName, detail, createdAt })
    .from(accountEvents)
    .where(eq(accountEvents.userId, id))
    .orderBy(desc(number))
    .limit(literal(MAX_LISTED))
  return { account: found, name: displayName(found) || 'No name', events }
}
