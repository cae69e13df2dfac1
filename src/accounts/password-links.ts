import { sql } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { tellAccount } from '#src/emails/tell-account.ts'
import { endLinks, makeMailedLink } from '#src/links/links.ts'
import type { Actor } from './account.ts'
import type { UserRow } from './queries.ts'
import { recordAccountEvent } from './record.ts'

/** In the e-mails' and the pages' words too. */
const HOURS = 24

/** Needs the account's row locked. A newer link ends the one before. */
async function renewLink(tx: Tx, userId: string): Promise<string> {
  await endLinks(tx, userId, 'set_password')
  const expiresAt = sql`now() + make_interval(hours => ${HOURS})`
  return makeMailedLink(tx, 'set_password', { userId, once: true, expiresAt })
}

export async function sendInvitation(tx: Tx, account: UserRow, by: Actor): Promise<void> {
  const linkId = await renewLink(tx, account.id)
  await tellAccount(tx, 'account_invitation', account, { linkId, by })
  await recordAccountEvent(tx, account.id, 'invited', by, { email: account.email ?? '' })
}

export async function sendPasswordLink(tx: Tx, account: UserRow): Promise<void> {
  const linkId = await renewLink(tx, account.id)
  await tellAccount(tx, 'password_link', account, { linkId })
  await recordAccountEvent(tx, account.id, 'passwordAsked', 'Somebody on the Login page', {
    email: account.email ?? '',
  })
}
