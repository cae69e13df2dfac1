import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { agencyKey, isAmongTexts } from '#db/query/conditions.ts'
import { userSql } from '#db/query/predicates.ts'
import { users } from '#db/schema.ts'

const touched = new WeakMap<Tx, Set<string>>()

export const bumpActivityVersionOf = (
  tx: Tx,
  shown: readonly { estateAgentId: string | null; contractorId: string | null }[],
): Promise<void> =>
  bumpActivityVersion(
    tx,
    shown.flatMap(({ estateAgentId, contractorId }) => [estateAgentId, contractorId]),
  )

export async function bumpActivityVersionOfAgencies(tx: Tx, agencyKeys: readonly string[]): Promise<void> {
  const agents = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(userSql.isAgent(), isAmongTexts(agencyKey(users.company), agencyKeys)))
  await bumpActivityVersion(
    tx,
    agents.map(({ id }) => id),
  )
}

/** Updates once a transaction, one by one and by id: two statements over the same rows could wait for each other. */
export async function bumpActivityVersion(tx: Tx, ids: (string | null | undefined)[]): Promise<void> {
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
