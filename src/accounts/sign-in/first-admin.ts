import { db } from '#db/connect/client.ts'
import { lockName } from '#db/query/locks.ts'
import { insertAccount } from '#src/accounts/actions.ts'
import { adminCount } from '#src/accounts/queries.ts'
import { generatePassword } from '#src/domain/account/account.ts'
import { env } from '#src/runtime/env.ts'

export async function ensureAdministrator(): Promise<{ email: string; password: string } | null> {
  if ((await adminCount(db)) > 0) return null
  // Of several processes that start at once, one makes the account.
  return db.transaction(async (tx) => {
    await lockName(tx, 'administrators')
    if ((await adminCount(tx)) > 0) return null
    const email = env.ADMIN_EMAIL ?? 'admin@fettle.example'
    const password = env.ADMIN_PASSWORD ?? generatePassword()
    await insertAccount({ email, role: 'admin', firstName: 'First', lastName: 'Administrator' }, password, { tx })
    return env.ADMIN_PASSWORD ? null : { email, password }
  })
}
