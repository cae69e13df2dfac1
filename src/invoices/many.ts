import { authorize } from '#src/access/authorize.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { type ItemToInvoice, itemId } from '#src/domain/invoice/invoice.ts'
import { pounds } from '#src/domain/money.ts'
import { jobRefsOfQuotes } from '#src/quotes/queries.ts'
import { jobRefsOfVisits } from '#src/visits/queries.ts'
import { recordBulk } from '#src/writes/bulk-actions.ts'
import { changeEach, type Each, type ItemOutcome } from '#src/writes/each.ts'
import { markQuoteInvoiced, markVisitInvoiced } from './actions.ts'

type Issued = { invoiceId: string; invoiceNumber: string; amount: number }
export type InvoiceOutcome = { item: ItemToInvoice; jobRef: string | null } & ItemOutcome<Issued>

export async function sendToInvoiced(
  user: Actor,
  items: readonly ItemToInvoice[],
  each?: Each,
): Promise<{ outcomes: InvoiceOutcome[]; action: string }> {
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
  const changed = await changeEach(items.map(itemId), send, each)
  const outcomes = changed.map((outcome, index): InvoiceOutcome => {
    const item = items[index]!
    return { item, jobRef: refs.get(itemId(item).toLowerCase()) ?? null, ...outcome }
  })
  const done = outcomes.map((one) => ({
    ...{ jobRef: one.jobRef, ok: one.ok },
    message: one.ok ? `${one.invoiceNumber}, ${pounds(one.amount)}` : one.message,
  }))
  return { outcomes, action: await recordBulk(user, 'invoice', done, each) }
}

async function refsOf(items: readonly ItemToInvoice[]): Promise<Map<string, string>> {
  const [visits, quotes] = await Promise.all([
    jobRefsOfVisits(items.flatMap((item) => ('visitId' in item ? [item.visitId] : []))),
    jobRefsOfQuotes(items.flatMap((item) => ('quoteId' in item ? [item.quoteId] : []))),
  ])
  return new Map([...visits, ...quotes])
}
