import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { users } from '#db/schema.ts'

/** Whose version a transaction has raised already. */
const touched = new WeakMap<Tx, Set<string>>()

/**
 * Makes the next poll of these users answer anew, once a transaction: they see its changes all together. One after the
 * other, by id: one statement would write them in the order in which their rows lie, and two such statements might wait
 * for each other.
 */
export async function touchViewers(tx: Tx, ids: (string | null | undefined)[]): Promise<void> {
  const before = touched.get(tx) ?? new Set()
  touched.set(tx, before)
  const concerned = [...new Set(ids.filter((id) => id != null))].filter((id) => !before.has(id)).sort()
  for (const id of concerned) {
    before.add(id)
    await tx
      .update(users)
      .set({ activityVersion: sql`${users.activityVersion} + 1` })
      .where(eq(users.id, id))
  }
}
