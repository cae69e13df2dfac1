import { eq, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/connect/client.ts'
import { users } from '#db/schema.ts'
import { limitFailures } from '#src/access/attempts.ts'
import { authorize } from '#src/access/authorize.ts'
import { recordAccountEvent } from '#src/accounts/history/record.ts'
import type { PasswordChange } from '#src/accounts/input.ts'
import { account } from '#src/accounts/queries.ts'
import { lockAndRevokeAccess } from '#src/accounts/revoke-access.ts'
import { type Actor, generatePassword } from '#src/domain/account/account.ts'
import { Invalid, Refused } from '#src/http/errors.ts'
import { endLinks } from '#src/links/links.ts'
import { transaction } from '#src/writes/transaction.ts'
import { hashPassword, isPassword } from './hash.ts'

/** Returns the new password, which only this answer shows. Throws NotFound. */
export async function resetPassword(user: Actor, id: string, role: 'estate_agent' | 'contractor'): Promise<string> {
  authorize(user, 'manageAccounts')
  const newPassword = generatePassword()
  const hashedPassword = await hashPassword(newPassword)
  const reset = async (tx: Tx) => {
    const found = await lockAndRevokeAccess(tx, id, { role })
    // Whom a provider signed in may have been somebody else: the next verified e-mail that matches links anew.
    const local = { authType: 'local', oidcIssuer: null, oidcSubject: null } as const
    await tx
      .update(users)
      .set({ hashedPassword, passwordByLink: false, ...local, updatedAt: sql`now()` })
      .where(eq(users.id, found.id))
    await endLinks(tx, found.id, 'set_password')
    await recordAccountEvent(tx, found.id, 'passwordReset', user)
  }
  await transaction(reset, { ending: [id] })
  return newPassword
}

export async function changePassword(user: Actor, input: PasswordChange): Promise<void> {
  authorize(user, 'changePassword')
  await replacePassword(user, await checkPassword(user, input))
}

type CheckedPassword = { current: string | null; next: string }

/** Throws Invalid for a wrong password, TooMany. Takes longer than a transaction should stand open. */
export async function checkPassword(user: Actor, input: PasswordChange): Promise<CheckedPassword> {
  if (user.authType !== 'local') throw new Refused('Your password is kept by your sign-in provider.')
  const { hashedPassword } = await account(db, user.id)
  // A thief of the session must not guess the password. NUL, because nobody can type it as an identifier.
  const attempt = { identifier: `\0${user.id}`, address: user.id, what: 'attempts' }
  const matches = await limitFailures(attempt, async () =>
    (await isPassword(input.currentPassword, hashedPassword)) ? true : null,
  )
  if (!matches) throw new Invalid({ currentPassword: 'Current password is incorrect' })
  return { current: hashedPassword, next: await hashPassword(input.newPassword) }
}

/** Throws Refused when the password is no longer the one that was checked. */
export async function replacePassword(user: Actor, { current, next }: CheckedPassword): Promise<void> {
  const change = async (tx: Tx) => {
    const { hashedPassword } = await lockAndRevokeAccess(tx, user.id, { spare: user.credentialHash })
    if (hashedPassword !== current) throw new Refused('Your password was changed just now.')
    await tx.update(users).set({ hashedPassword: next, updatedAt: sql`now()` }).where(eq(users.id, user.id))
    await endLinks(tx, user.id, 'set_password')
    await recordAccountEvent(tx, user.id, 'passwordSet', user)
  }
  await transaction(change, { ending: [user.id] })
}
