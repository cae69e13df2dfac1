import type { Actor } from '#src/domain/account/account.ts'
import { MAX_AT_ONCE } from '#src/domain/limits.ts'
import { Refused } from '#src/http/errors.ts'
import { allTexts, type Typed } from '#src/http/input.ts'
import { readCorrected } from '#src/http/list/listing.ts'
import { INVOICE_FILTERS, invoicesFor } from '#src/invoices/lists.ts'

/** Those that are ticked, or all that the filter finds, as many as go at once. */
export async function chosenInvoices(user: Actor, typed: Typed) {
  const filter = INVOICE_FILTERS.typed(typed)
  if (typed.all !== 'yes') {
    const ids = allTexts(typed.id)
    if (ids.length > MAX_AT_ONCE) throw new Refused(`Please select at most ${MAX_AT_ONCE}.`)
    return { ids, filter }
  }
  const { items } = await readCorrected(invoicesFor(user, INVOICE_FILTERS.narrowedTo(user, filter)), null, MAX_AT_ONCE)
  return { ids: items.map(({ id }) => id), filter }
}
