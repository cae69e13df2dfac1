import { desc, eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { literal } from '#db/conditions.ts'
import { accountEvents, users } from '#db/schema.ts'
import { NotFound } from '#src/web/errors.ts'
import { isUuid } from '#src/web/uuid.ts'
import { displayName } from './account.ts'
import type { AccountEventEntry } from './events.ts'

const MOST = 500

/** Also of a deleted account, newest first. */
export async function eventsOf(id: string): Promise<{ name: string; events: AccountEventEntry[] }> {
  const [found] = isUuid(id) ? await db.select().from(users).where(eq(users.id, id)) : []
  if (!found) throw new NotFound()
  const { id: number, event, actorId, actorName, detail, createdAt } = accountEvents
  const events = await db
    .select({ id: number, event, actorId, actorName, detail, createdAt })
    .from(accountEvents)
    .where(eq(accountEvents.userId, id))
    .orderBy(desc(number))
    .limit(literal(MOST))
  return { name: displayName(found) || 'No name', events }
}
