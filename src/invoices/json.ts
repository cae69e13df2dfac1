import { type Invoice, itemId } from '#src/domain/invoice/invoice.ts'
import { decimal } from '#src/domain/money.ts'
import type { BilledLine } from '#src/domain/vat.ts'
import { withDateTexts } from '#src/http/respond/json.ts'
import type { InvoiceOutcome } from './many.ts'

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
    lines: invoice.lines?.map(lineJson) ?? null,
    net: decimal(invoice.net),
    vat: decimal(invoice.vat),
    amount: decimal(invoice.amount),
    contractorName: invoice.contractorName,
    contractorCompany: invoice.contractorCompany,
    contractorAddress: invoice.contractorAddress,
    contractorVatNumber: invoice.contractorVatNumber,
    agency: invoice.agency,
    jobRef: invoice.jobRef,
    propertyName: invoice.propertyName,
    propertyAddress: invoice.propertyAddress,
    invoiceDate: invoice.invoiceDate,
    taxPoint: invoice.taxPoint,
    dueOn: invoice.dueOn,
    paidOn: invoice.paidOn,
    paidBy: invoice.paidBy,
    voidedAt: invoice.voidedAt,
    voidReason: invoice.voidReason,
    creditNote: invoice.creditNote,
    replaces: invoice.replaces,
    replacesNumber: invoice.replacesNumber,
    replacedBy: invoice.replacedBy,
    replacedByNumber: invoice.replacedByNumber,
    createdAt: invoice.createdAt,
    updatedAt: invoice.updatedAt,
  })

const lineJson = ({ description, quantity, unitPrice, vatRate, net, vat }: BilledLine) => ({
  ...{ description, quantity, vatRate },
  ...{ unitPrice: decimal(unitPrice), net: decimal(net), vat: decimal(vat) },
})

export function invoiceOutcomeJson({ item, jobRef, ...outcome }: InvoiceOutcome) {
  const id = itemId(item)
  if (!outcome.ok) return { id, status: outcome.status, code: outcome.code, message: outcome.message, jobRef }
  const { invoiceId, invoiceNumber, amount } = outcome
  return { id, status: 201 as const, message: null, jobRef, invoiceId, invoiceNumber, amount: decimal(amount) }
}
