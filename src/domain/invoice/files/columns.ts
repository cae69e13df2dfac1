import { dayOf, today } from '#src/domain/dates.ts'
import type { Invoice } from '#src/domain/invoice/invoice.ts'
import { isVoid } from '#src/domain/invoice/state.ts'
import { decimal } from '#src/domain/money.ts'
import type { BilledLine } from '#src/domain/vat.ts'
import { type Books, type Codes, type Program, takesCreditNotes } from './program.ts'

/** An invoice with what a file had of it before: nothing, the invoice, or also that it was voided. */
export type Booked = Invoice & { exportedAt: Date | null; voidExportedAt: Date | null }

type Row = readonly string[]
type Part = 'invoice' | 'creditNote'

/** What has been voided and was in no file is in none later. */
export function filePartsOf(
  program: Program,
  { exportedAt, voidExportedAt, ...invoice }: Booked,
  again: boolean,
): Part[] {
  if (!isVoid(invoice)) return again || !exportedAt ? ['invoice'] : []
  if (!takesCreditNotes(program) || !invoice.creditNote || !exportedAt) return []
  if (again) return ['invoice', 'creditNote']
  return voidExportedAt ? [] : ['creditNote']
}

/** A voided invoice that a file had before, and of which the program can be told by hand alone. */
export const isLeftToEnter = (program: Program, { exportedAt, voidExportedAt, ...invoice }: Booked): boolean =>
  isVoid(invoice) &&
  exportedAt !== null &&
  voidExportedAt === null &&
  !(takesCreditNotes(program) && invoice.creditNote)

const HEADINGS: Record<Program, string> = {
  xero: '*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode,POCountry,*InvoiceNumber,Reference,*InvoiceDate,*DueDate,InventoryItemCode,*Description,*Quantity,*UnitAmount,Discount,*AccountCode,*TaxType,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2,Currency,BrandingTheme',
  quickbooks:
    'InvoiceNo,Customer,InvoiceDate,DueDate,Terms,Memo,Item(Product/Service),ItemDescription,ItemQuantity,ItemRate,ItemAmount,ItemTaxCode,ItemTaxAmount,Currency',
  sage: 'Type,Account Reference,Nominal A/C Ref,Department Code,Date,Reference,Details,Net Amount,Tax Code,Tax Amount,Exchange Rate,Extra Reference,User Name,Project Refn,Cost Code Refn',
}

export const headingsOf = (program: Program): Row => HEADINGS[program].split(',')

export function fileRowsOf(
  program: Program,
  books: Books,
  codes: Codes,
  invoice: Booked,
  parts: readonly Part[],
): Row[] {
  return parts.flatMap((part) =>
    linesOf(invoice).map((line) => {
      const cells = CELLS[program]({ books, codes, invoice, line, part })
      return headingsOf(program).map((heading) => cells[heading.replace('*', '')] ?? '')
    }),
  )
}

function linesOf({ lines, description, net, vat }: Invoice): readonly BilledLine[] {
  return lines?.length ? lines : [{ description, quantity: 1, unitPrice: net, vatRate: 0, net, vat }]
}

type Cells = Record<string, string>
type Given = { books: Books; codes: Codes; invoice: Invoice; line: BilledLine; part: Part }

const CELLS: Record<Program, (given: Given) => Cells> = {
  xero: ({ books, codes, invoice, line }) => ({
    ContactName: contactOf(books, invoice),
    ...addressOf(books, invoice),
    InvoiceNumber: invoice.invoiceNumber,
    Reference: invoice.jobRef ?? '',
    InvoiceDate: dayOf(invoice.invoiceDate),
    DueDate: dueDayOf(invoice),
    Description: asText(line.description),
    Quantity: String(line.quantity),
    UnitAmount: decimal(line.unitPrice),
    AccountCode: codes.account ?? '',
    TaxType: taxOf(codes, invoice, line),
    Currency: 'GBP',
  }),
  quickbooks: ({ books, codes, invoice, line }) => ({
    InvoiceNo: invoice.invoiceNumber,
    Customer: contactOf(books, invoice),
    InvoiceDate: dayOf(invoice.invoiceDate),
    DueDate: dueDayOf(invoice),
    Memo: asText(`${invoice.jobRef ?? ''} ${invoice.propertyAddress}`),
    'Item(Product/Service)': codes.item ?? '',
    ItemDescription: asText(line.description),
    ItemQuantity: String(line.quantity),
    ItemRate: decimal(line.unitPrice),
    ItemAmount: decimal(line.net),
    ItemTaxCode: taxOf(codes, invoice, line),
    ItemTaxAmount: decimal(line.vat),
    Currency: 'GBP',
  }),
  sage: ({ books, codes, invoice, line, part }) => ({
    Type: `${books === 'sales' ? 'S' : 'P'}${part === 'invoice' ? 'I' : 'C'}`,
    'Account Reference': accountReference(codes, contactOf(books, invoice)),
    'Nominal A/C Ref': codes.nominal ?? '',
    'Department Code': codes.department ?? '',
    Date: dayOf((part === 'creditNote' && invoice.voidedAt) || invoice.taxPoint || invoice.invoiceDate),
    // An older Sage takes eight characters.
    Reference: digitsOf(part === 'creditNote' ? invoice.creditNote : invoice.invoiceNumber),
    Details: asText(line.description).replace(/\s+/g, ' ').slice(0, 60),
    'Net Amount': decimal(line.net),
    'Tax Code': taxOf(codes, invoice, line),
    'Tax Amount': decimal(line.vat),
    'Exchange Rate': '1',
    'Extra Reference': (part === 'creditNote' && invoice.creditNote) || invoice.invoiceNumber,
  }),
}

export const contactOf = (books: Books, invoice: Pick<Invoice, 'agency' | 'contractorName' | 'contractorCompany'>) =>
  asText((books === 'bills' ? invoice.contractorCompany || invoice.contractorName : invoice.agency) ?? '') || 'Unknown'

function addressOf(books: Books, { contractorAddress, agencyAddress }: Invoice): Cells {
  const lines = ((books === 'bills' ? contractorAddress : agencyAddress) ?? '').split('\n').slice(0, 4)
  return Object.fromEntries(lines.map((line, at) => [`POAddressLine${at + 1}`, asText(line)]))
}

const ACCOUNT = 'account of '
export const accountField = (contact: string): string => ACCOUNT + contact

/** What Sage knows a contact by: given once, else of its name. */
export const accountReference = (codes: Codes, contact: string): string =>
  codes[accountField(contact)] ||
  contact
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 8) ||
  'UNKNOWN'

function taxOf(codes: Codes, { contractorVatNumber }: Invoice, { vatRate }: BilledLine): string {
  if (vatRate === 20) return codes.standard ?? ''
  if (vatRate === 5) return codes.reduced ?? ''
  return (contractorVatNumber ? codes.zero : codes.none) ?? ''
}

const dueDayOf = ({ dueOn, invoiceDate }: Invoice): string => dayOf(dueOn ?? today(invoiceDate))

const digitsOf = (number: string | null): string => (number ?? '').replace(/\D/g, '').slice(-8)

/** Neither program takes the apostrophe that keeps a spreadsheet from reading a formula, so what would begin one goes. */
const asText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .trim()
    .replace(/^[=+\-@＝＋－＠\s]+/, '')
