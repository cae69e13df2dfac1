import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin, isContractor } from '#src/domain/account/roles.ts'
import { BOOKS, type Books } from '#src/domain/invoice/files/program.ts'

/** By which `accounting_codes` and `invoice_exports` know who keeps the books. */
export const ownerOf = (user: Actor): string => (isAdmin(user) ? 'office' : user.id)

export function booksOf(user: Actor): readonly Books[] {
  if (isAdmin(user)) return BOOKS
  return isContractor(user) ? ['sales'] : ['bills']
}
