import { eq, sql } from 'drizzle-orm'
import { isUniqueViolation } from '#db/client.ts'
import { users } from '#db/schema.ts'
import { may } from '#src/guard/may.ts'
import { transaction } from '#src/guard/transaction.ts'
import { sharingOpenJobs } from '#src/jobs/of-account.ts'
import { Invalid } from '#src/web/errors.ts'
import type { Actor } from './account.ts'
import type { AccountChange } from './input.ts'
import { account, type UserRow } from './queries.ts'
import { touchViewers } from './viewers.ts'

/** '' empties phone, company and an e-mail that is not needed to sign in. Throws Invalid when it is taken or needed. */
export async function editAccount(user: Actor, id: string, change: AccountChange): Promise<UserRow> {
  may(user, 'manageAccounts')
  const fields = emptied(change)
  try {
    return await transaction(async (tx) => {
      const known = await account(tx, id)
      if (!changes(known, fields)) return known
      // Locks this account and the others by id, before it is judged.
      await touchViewers(tx, [known.id, ...(await sharingOpenJobs(tx, known.id))])
      const before = await account(tx, id)
      if (fields.email === null && needsEmail(before))
        throw new Invalid({ email: 'An e-mail address is required: they sign in with it' })
      const [edited] = await tx
        .update(users)
        .set({ ...fields, updatedAt: sql`now()` })
        .where(eq(users.id, before.id))
        .returning()
      return edited!
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_unique')) throw new Invalid({ email: 'This e-mail address is taken' })
    throw error
  }
}

type Fields = Partial<Pick<UserRow, keyof AccountChange>>

const emptied = (change: AccountChange): Fields =>
  Object.fromEntries(Object.entries(change).map(([field, text]) => [field, text || null]))

const changes = (row: UserRow, fields: Fields): boolean =>
  Object.entries(fields).some(([field, value]) => row[field as keyof Fields] !== value)

const needsEmail = ({ role, username, authType }: UserRow): boolean =>
  role === 'contractor' || (authType === 'local' && !username)
