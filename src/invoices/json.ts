import { type Invoice, itemId } from '#src/domain/invoice/invoice.ts'
import { decimal } from '#src/domain/money.ts'
import { withDateTexts } from '#src/http/respond/json.ts'
import type { InvoiceOutcome } from './many.ts'

/** Field by field: an invoice knows whose it is, and who did what to it. */
export const invoiceJson = (invoice: Invoice) =>
  withDateTexts({
    id: invoice.id,
    invoiceNumber: invoice.invoiceNumber,
    type: invoice.type,
    jobId: invoice.jobId,
    contractorId: invoice.contractorId,
    visitId: invoice.visitId,
    quoteId: invoice.quoteId,
    description: invoice.description,
    amount: decimal(invoice.amount),
    contractorName: invoice.contractorName,
    contractorCompany: invoice.contractorCompany,
    propertyAddress: invoice.propertyAddress,
    invoiceDate: invoice.invoiceDate,
    createdAt: invoice.createdAt,
    updatedAt: invoice.updatedAt,
  })

export function invoiceOutcomeJson({ item, jobRef, ...outcome }: InvoiceOutcome) {
  const id = itemId(item)
  if (!outcome.ok) return { id, status: outcome.status, code: outcome.code, message: outcome.message, jobRef }
  const { invoiceId, invoiceNumber, amount } = outcome
  return { id, status: 201 as const, message: null, jobRef, invoiceId, invoiceNumber, amount: decimal(amount) }
}
