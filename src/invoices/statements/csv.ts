import { today } from '#src/domain/dates.ts'
import { INVOICE_TYPE_LABELS, type Invoice } from '#src/domain/invoice/invoice.ts'
import { isVoid } from '#src/domain/invoice/state.ts'
import { standingInWords } from '#src/domain/invoice/statement.ts'
import { decimal } from '#src/domain/money.ts'
import type { CsvColumn } from '#src/http/respond/csv.ts'

/** A void invoice comes to nothing, so that a column adds up to the statement's sum. */
const inForce = (invoice: Invoice, pence: number): string => decimal(isVoid(invoice) ? 0 : pence)

export const STATEMENT_COLUMNS: readonly CsvColumn<Invoice>[] = [
  ['id', (invoice) => invoice.id],
  ['Invoice Number', (invoice) => invoice.invoiceNumber],
  ['Invoice Date', (invoice) => today(invoice.invoiceDate)],
  ['Tax Point', (invoice) => invoice.taxPoint],
  ['Due', (invoice) => invoice.dueOn],
  ['Type', (invoice) => INVOICE_TYPE_LABELS[invoice.type]],
  ['Description', (invoice) => invoice.description],
  ['Job', (invoice) => invoice.jobRef],
  ['Property', (invoice) => invoice.propertyName],
  ['Property Address', (invoice) => invoice.propertyAddress],
  ['Contractor', (invoice) => invoice.contractorName],
  ['Contractor Company', (invoice) => invoice.contractorCompany],
  ['VAT Number', (invoice) => invoice.contractorVatNumber],
  ['Estate Agency', (invoice) => invoice.agency],
  ['Net (GBP)', (invoice) => inForce(invoice, invoice.net)],
  ['VAT (GBP)', (invoice) => inForce(invoice, invoice.vat)],
  ['Amount (GBP)', (invoice) => inForce(invoice, invoice.amount)],
  ['State', standingInWords],
  ['Credit Note', (invoice) => invoice.creditNote],
]
