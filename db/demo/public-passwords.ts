import { eq, isNull } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { settings, users } from '#db/schema.ts'
import { isPassword } from '#src/accounts/password/hash.ts'
import { log } from '#src/runtime/log.ts'
import { DEMO_PASSWORD } from './people.ts'

/** More than the demo has: its accounts are the first of their database. */
const OLDEST = 20

export const isDemo = async (): Promise<boolean> => (await db.$count(settings, eq(settings.name, 'demo'))) > 0

export async function warnOfPublicPasswords(): Promise<void> {
  if (!(await isDemo())) return
  const oldest = await db
    .select({ hash: users.hashedPassword })
    .from(users)
    .where(isNull(users.deletedAt))
    .orderBy(users.id)
    .limit(OLDEST)
  for (const { hash } of oldest)
    if (await isPassword(DEMO_PASSWORD, hash))
      return log.warn(
        'accounts.demo',
        'This database holds accounts of the demo, whose password is public: reset or delete them, or begin with an empty database.',
      )
}
