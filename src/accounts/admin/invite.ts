import { authorize } from '#src/access/authorize.ts'
import { insertAccount } from '#src/accounts/actions.ts'
import type { InvitationInput } from '#src/accounts/input.ts'
import { sendInvitations } from '#src/accounts/password/password-links.ts'
import { account, type UserRow } from '#src/accounts/queries.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { Refused } from '#src/http/errors.ts'
import { endLinks } from '#src/links/links.ts'
import { transaction } from '#src/writes/transaction.ts'

export function inviteAccount(user: Actor, input: InvitationInput): Promise<UserRow> {
  authorize(user, isAdmin(input) ? 'inviteAdmin' : 'manageAccounts')
  return transaction(async (tx) => {
    const created = await insertAccount(input, null, { tx, by: user })
    await sendInvitations(tx, [created], user)
    return created
  })
}

/** Sends the link once more; the one before ends. Throws Refused for who signs in already. */
export function inviteAgain(user: Actor, id: string): Promise<UserRow> {
  authorize(user, 'manageAccounts')
  return transaction(async (tx) => {
    const invited = await account(tx, id, undefined, true)
    if (isAdmin(invited)) authorize(user, 'inviteAdmin')
    if (invited.authType !== 'local' || invited.hashedPassword) throw new Refused('They can sign in already.')
    if (!invited.email) throw new Refused('This account has no e-mail address. Please enter one first.')
    await endLinks(tx, id, 'set_password')
    await sendInvitations(tx, [invited], user)
    return invited
  })
}
