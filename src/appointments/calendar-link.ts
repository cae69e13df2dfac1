import { authorize } from '#src/access/authorize.ts'
import { account } from '#src/accounts/queries.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { endLinks, linkOf, makeShownLink } from '#src/links/links.ts'
import { transaction } from '#src/writes/transaction.ts'

/** Returns the new address, which is shown only once; the one before stops working. */
export function renewCalendar(user: Actor): Promise<string> {
  authorize(user, 'bookVisit')
  return transaction(async (tx) => {
    // The lock leaves one link when two requests come at once.
    await account(tx, user.id, 'contractor', true)
    await endLinks(tx, user.id, 'calendar')
    return `${await makeShownLink(tx, 'calendar', { userId: user.id })}.ics`
  })
}

export async function removeCalendar(user: Actor): Promise<void> {
  authorize(user, 'bookVisit')
  await transaction((tx) => endLinks(tx, user.id, 'calendar'))
}

export const calendarSince = async (user: Actor): Promise<Date | null> =>
  (await linkOf(user.id, 'calendar'))?.createdAt ?? null
