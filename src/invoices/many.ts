import { authorize } from '#src/access/authorize.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { type ItemToInvoice, itemId } from '#src/domain/invoice/invoice.ts'
import { jobRefsOfQuotes } from '#src/quotes/queries.ts'
import { jobRefsOfVisits } from '#src/visits/queries.ts'
import { changeEach, type Each, type ItemOutcome } from '#src/writes/each.ts'
import { markQuoteInvoiced, markVisitInvoiced } from './actions.ts'

type Issued = { invoiceId: string; invoiceNumber: string; amount: number }
export type InvoiceOutcome = { item: ItemToInvoice; jobRef: string | null } & ItemOutcome<Issued>

export async function sendToInvoiced(
  user: Actor,
  items: readonly ItemToInvoice[],
  each?: Each,
): Promise<InvoiceOutcome[]> {
  authorize(user, 'markInvoiced')
  const refs = await refsOf(items)
  const send = async (_: string, index: number): Promise<Issued> => {
    const item = items[index]!
    const { id, invoiceNumber, amount } =
      'visitId' in item
        ? await markVisitInvoiced(user, item.visitId, item.amount)
        : await markQuoteInvoiced(user, item.quoteId)
    return { invoiceId: id, invoiceNumber, amount }
  }
  const outcomes = await changeEach(items.map(itemId), send, each)
  return outcomes.map((outcome, index) => {
    const item = items[index]!
    return { item, jobRef: refs.get(itemId(item).toLowerCase()) ?? null, ...outcome }
  })
}

async function refsOf(items: readonly ItemToInvoice[]): Promise<Map<string, string>> {
  const [visits, quotes] = await Promise.all([
    jobRefsOfVisits(items.flatMap((item) => ('visitId' in item ? [item.visitId] : []))),
    jobRefsOfQuotes(items.flatMap((item) => ('quoteId' in item ? [item.quoteId] : []))),
  ])
  return new Map([...visits, ...quotes])
}
