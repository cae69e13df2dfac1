import { today } from '#src/domain/dates.ts'
import type { Invoice } from '#src/domain/invoice/invoice.ts'
import { isVoid } from '#src/domain/invoice/state.ts'
import { decimal } from '#src/domain/money.ts'
import type { CsvColumn } from '#src/http/respond/csv.ts'
import { invoiceColumns } from '#src/invoices/csv.ts'

/** A void invoice comes to nothing, so that a column adds up to the statement's sum. */
const inForce = (invoice: Invoice, pence: number): string => decimal(isVoid(invoice) ? 0 : pence)

export const STATEMENT_COLUMNS: readonly CsvColumn<Invoice>[] = [
  ...invoiceColumns('id', 'Invoice Number'),
  ['Invoice Date', (invoice) => today(invoice.invoiceDate)],
  ...invoiceColumns('Tax Point', 'Due', 'Type', 'Description'),
  ['Job', (invoice) => invoice.jobRef],
  ['Property', (invoice) => invoice.propertyName],
  ...invoiceColumns('Property Address', 'Contractor', 'Contractor Company', 'VAT Number', 'Estate Agency'),
  ['Net (GBP)', (invoice) => inForce(invoice, invoice.net)],
  ['VAT (GBP)', (invoice) => inForce(invoice, invoice.vat)],
  ['Amount (GBP)', (invoice) => inForce(invoice, invoice.amount)],
  ...invoiceColumns('State', 'Credit Note'),
]
