import { type Invoice, itemId } from '#src/domain/invoice/invoice.ts'
import { decimal } from '#src/domain/money.ts'
import { withDateTexts } from '#src/http/respond/json.ts'
import type { InvoiceOutcome } from './many.ts'

export const invoiceJson = (invoice: Invoice) => withDateTexts({ ...invoice, amount: decimal(invoice.amount) })

export function invoiceOutcomeJson({ item, jobRef, ...outcome }: InvoiceOutcome) {
  const id = itemId(item)
  if (!outcome.ok) return { id, status: outcome.status, code: outcome.code, message: outcome.message, jobRef }
  const { invoiceId, invoiceNumber, amount } = outcome
  return { id, status: 201 as const, message: null, jobRef, invoiceId, invoiceNumber, amount: decimal(amount) }
}
