import { db } from '#db/connect/client.ts'
import { lockName } from '#db/query/locks.ts'
import { insertAccount } from '#src/accounts/actions.ts'
import { accountByIdentifier, adminCount } from '#src/accounts/queries.ts'
import { generatePassword } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { type Env, env } from '#src/runtime/env.ts'
import { log } from '#src/runtime/log.ts'

type Named = Pick<Env, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD'>

export async function ensureAdministrator({ ADMIN_EMAIL, ADMIN_PASSWORD }: Named = env): Promise<{
  email: string
  password: string
} | null> {
  if ((await adminCount(db)) > 0) {
    if (ADMIN_EMAIL) await warnUnlessAdministrator(ADMIN_EMAIL)
    return null
  }
  // Of several processes that start at once, one makes the account.
  return db.transaction(async (tx) => {
    await lockName(tx, 'administrators')
    if ((await adminCount(tx)) > 0) return null
    const email = ADMIN_EMAIL ?? 'admin@fettle.example'
    const password = ADMIN_PASSWORD ?? generatePassword()
    await insertAccount({ email, role: 'admin', firstName: 'First', lastName: 'Administrator' }, password, { tx })
    return ADMIN_PASSWORD ? null : { email, password }
  })
}

async function warnUnlessAdministrator(email: string): Promise<void> {
  const found = await accountByIdentifier(email)
  if (found && isAdmin(found)) return
  log.warn(
    'accounts.admin',
    'ADMIN_EMAIL is read only while there is no administrator: there is one, with another address.',
  )
}
