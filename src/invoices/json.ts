import { decimal } from '#src/money.ts'
import type { Invoice } from './invoice.ts'
import type { InvoiceOutcome } from './many.ts'

export const invoiceJson = (invoice: Invoice) => ({ ...invoice, amount: decimal(invoice.amount) })

export function outcomeJson({ item, jobRef, ...outcome }: InvoiceOutcome) {
  const named = 'visitId' in item ? { visitId: item.visitId } : item
  return { ...named, jobRef, ...outcome, ...(outcome.ok && { amount: decimal(outcome.amount) }) }
}
