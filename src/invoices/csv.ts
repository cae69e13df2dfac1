import { INVOICE_TYPE_LABELS, type Invoice } from '#src/domain/invoice/invoice.ts'
import { decimal } from '#src/domain/money.ts'
import type { CsvColumn } from '#src/http/respond/csv.ts'

export const INVOICE_COLUMNS: readonly CsvColumn<Invoice>[] = [
  ['id', (invoice) => invoice.id],
  ['Invoice Number', (invoice) => invoice.invoiceNumber],
  ['Invoice Date', (invoice) => invoice.invoiceDate.toISOString()],
  ['Type', (invoice) => INVOICE_TYPE_LABELS[invoice.type]],
  ['Description', (invoice) => invoice.description],
  ['Amount (GBP)', (invoice) => decimal(invoice.amount)],
  ['Contractor', (invoice) => invoice.contractorName],
  ['Contractor Company', (invoice) => invoice.contractorCompany],
  ['Property Address', (invoice) => invoice.propertyAddress],
  ['Job Id', (invoice) => invoice.jobId],
  ['Visit Id', (invoice) => invoice.visitId],
  ['Quote Id', (invoice) => invoice.quoteId],
]
