import type { Tx } from '#db/connect/client.ts'
import { recordAccountEvents } from '#src/accounts/history/record.ts'
import { passkeysOf } from '#src/accounts/passkeys/queries.ts'
import type { UserRow } from '#src/accounts/queries.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { notifyAccounts } from '#src/emails/notify-account.ts'
import { makeMailedLinks } from '#src/links/links.ts'

async function withLinks(tx: Tx, accounts: readonly UserRow[]) {
  const abouts = accounts.map(({ id }) => ({ userId: id }))
  const linkIds = await makeMailedLinks(tx, 'set_password', abouts)
  return accounts.map((account, index) => ({ ...account, linkId: linkIds[index]! }))
}

const addressOf = ({ id, email }: UserRow) => ({ userId: id, detail: { email: email ?? '' } })

export async function sendInvitations(tx: Tx, accounts: readonly UserRow[], by: Actor): Promise<void> {
  if (accounts.length === 0) return
  await notifyAccounts(tx, 'account_invitation', await withLinks(tx, accounts), by)
  await recordAccountEvents(tx, accounts.map(addressOf), 'invited', by)
}

/** Needs the account's row locked. Earlier links go on: whoever asks for one must not take it from its owner. */
export async function sendPasswordLink(tx: Tx, account: UserRow): Promise<void> {
  const device = (await passkeysOf(account.id, tx)).map(({ name }) => name).join(', ')
  const readers = (await withLinks(tx, [account])).map((reader) => ({ ...reader, device }))
  await notifyAccounts(tx, 'password_link', readers)
  await recordAccountEvents(tx, [addressOf(account)], 'passwordAsked', 'Somebody on the Login page')
}
