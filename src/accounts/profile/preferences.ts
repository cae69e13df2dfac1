import { eq, sql } from 'drizzle-orm'
import { users } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { Preference } from '#src/domain/account/preferences.ts'
import { transaction } from '#src/writes/transaction.ts'

/** Two that are set at once both stay, so it is added to what stands. */
export async function setPreference(user: Actor, name: Preference, on: boolean): Promise<void> {
  authorize(user, 'setPreferences')
  const added = sql`${users.preferences} || jsonb_build_object(${name}::text, ${on}::boolean)`
  await transaction((tx) => tx.update(users).set({ preferences: added }).where(eq(users.id, user.id)))
}
