import { INVOICE_TYPE_LABELS, type Invoice } from '#src/domain/invoice/invoice.ts'
import { standingInWords } from '#src/domain/invoice/statement.ts'
import { decimal } from '#src/domain/money.ts'
import type { CsvColumn } from '#src/http/respond/csv.ts'

const CELLS = {
  id: (invoice) => invoice.id,
  'Invoice Number': (invoice) => invoice.invoiceNumber,
  'Invoice Date': (invoice) => invoice.invoiceDate.toISOString(),
  Type: (invoice) => INVOICE_TYPE_LABELS[invoice.type],
  Description: (invoice) => invoice.description,
  'Amount (GBP)': (invoice) => decimal(invoice.amount),
  Contractor: (invoice) => invoice.contractorName,
  'Contractor Company': (invoice) => invoice.contractorCompany,
  'Property Address': (invoice) => invoice.propertyAddress,
  'Job Id': (invoice) => invoice.jobId,
  'Visit Id': (invoice) => invoice.visitId,
  'Quote Id': (invoice) => invoice.quoteId,
  'Estate Agency': (invoice) => invoice.agency,
  'Net (GBP)': (invoice) => decimal(invoice.net),
  'VAT (GBP)': (invoice) => decimal(invoice.vat),
  State: standingInWords,
  'Credit Note': (invoice) => invoice.creditNote,
  'Tax Point': (invoice) => invoice.taxPoint,
  Due: (invoice) => invoice.dueOn,
  'VAT Number': (invoice) => invoice.contractorVatNumber,
} satisfies Record<string, CsvColumn<Invoice>[1]>

export const INVOICE_COLUMNS: readonly CsvColumn<Invoice>[] = Object.entries(CELLS)

export const invoiceColumns = (...headings: (keyof typeof CELLS)[]): CsvColumn<Invoice>[] =>
  headings.map((heading) => [heading, CELLS[heading]])
