import { eq, sql } from 'drizzle-orm'
import { users } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { KEY_NAMES, type Key, type Preference, type Preferences } from '#src/domain/account/preferences.ts'
import { transaction } from '#src/writes/transaction.ts'

export const setPreference = (user: Actor, name: Preference, on: boolean): Promise<void> => add(user, { [name]: on })

export async function setKeys(user: Actor, on: readonly Key[]): Promise<string> {
  const keysOff = KEY_NAMES.filter((key) => !on.includes(key)).join('')
  await add(user, { keysOff })
  return keysOff
}

/** Two that are set at once both stay, so it is added to what stands. */
async function add(user: Actor, changes: Preferences): Promise<void> {
  authorize(user, 'setPreferences')
  const added = sql`${users.preferences} || ${JSON.stringify(changes)}::text::jsonb`
  await transaction((tx) => tx.update(users).set({ preferences: added }).where(eq(users.id, user.id)))
}
