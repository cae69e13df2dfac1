import { expect, test } from 'bun:test'
import { parse } from 'csv-parse/sync'
import { type Booked, filePartsOf, fileRowsOf, headingsOf, isLeftToEnter } from '#src/domain/invoice/files/columns.ts'
import { type Books, type Program, usualCodes } from '#src/domain/invoice/files/program.ts'
import { billed } from '#src/domain/vat.ts'
import { importedLine } from '#src/http/respond/csv.ts'

const LINES = billed([
  { description: 'Expansion vessel, "8 litres"', quantity: 2, unitPrice: 1002, vatRate: 20 },
  { description: '=Labour\nat the day rate', quantity: 1.5, unitPrice: 4000, vatRate: 5 },
])

const anInvoice = (values: Partial<Booked> = {}): Booked =>
  ({
    id: 'one',
    invoiceNumber: 'INV-000041',
    type: 'quote',
    description: 'The boiler',
    ...{ net: 8004, vat: 701, amount: 8705, lines: LINES },
    ...{ contractorName: 'Carl Mason', contractorCompany: 'Müller, "Söhne" & Co', contractorVatNumber: 'GB123456789' },
    ...{ contractorAddress: '1 Yard\nMill Street\nGuildford', agency: '=Right\nway', agencyAddress: null },
    ...{ propertyAddress: '12 Mill Lane', jobRef: 'JOB-000123' },
    // 1 April in London.
    ...{ invoiceDate: new Date('2026-03-31T23:30:00Z'), dueOn: '2026-04-15' },
    ...{ voidedAt: null, creditNote: null, exportedAt: null, voidExportedAt: null },
    ...values,
  }) as Booked

type Read = Record<string, string>

function readBack(program: Program, books: Books, invoice: Booked, again = true): Read[] {
  const codes = usualCodes(program, books)
  const rows = fileRowsOf(program, books, codes, invoice, filePartsOf(program, invoice, again))
  return parse([headingsOf(program), ...rows].map(importedLine).join(''), { columns: true }) as Read[]
}

const pick = (row: Read | undefined, ...names: string[]) => names.map((name) => row?.[name])

test("Xero reads a contractor's sales by line, with days, codes and names as they are", () => {
  const [first, second, ...more] = readBack('xero', 'sales', anInvoice())
  expect(more).toEqual([])
  expect(pick(first, '*ContactName', '*InvoiceNumber', 'Reference', '*InvoiceDate', '*DueDate')).toEqual([
    ...['Right\nway', 'INV-000041', 'JOB-000123', '01/04/2026', '15/04/2026'],
  ])
  expect(pick(first, '*Description', '*Quantity', '*UnitAmount', '*AccountCode', '*TaxType', 'Currency')).toEqual([
    ...['Expansion vessel, "8 litres"', '2', '10.02', '200', '20% (VAT on Income)', 'GBP'],
  ])
  expect(pick(second, '*Description', '*Quantity', '*UnitAmount', '*TaxType')).toEqual([
    ...['Labour\nat the day rate', '1.5', '40.00', '5% (VAT on Income)'],
  ])
})

test("Xero reads an agency's bills from the contractor, with the address", () => {
  const [first] = readBack('xero', 'bills', anInvoice())
  expect(pick(first, '*ContactName', 'POAddressLine1', 'POAddressLine3', 'POAddressLine4', '*TaxType')).toEqual([
    ...['Müller, "Söhne" & Co', '1 Yard', 'Guildford', '', '20% (VAT on Expenses)'],
  ])
})

test('QuickBooks reads net and VAT as they were rounded', () => {
  const [first, second] = readBack('quickbooks', 'sales', anInvoice())
  expect(pick(first, 'InvoiceNo', 'Customer', 'ItemAmount', 'ItemTaxCode', 'ItemTaxAmount')).toEqual([
    ...['INV-000041', 'Right\nway', '20.04', '20.0% S', '4.01'],
  ])
  expect(pick(second, 'ItemQuantity', 'ItemRate', 'ItemAmount', 'ItemTaxCode', 'ItemTaxAmount')).toEqual([
    ...['1.5', '40.00', '60.00', '5.0% R', '3.00'],
  ])
})

test('Sage 50 reads audit-trail rows with the six digits, and details of one line', () => {
  const [first, second] = readBack('sage', 'sales', anInvoice())
  expect(pick(first, 'Type', 'Account Reference', 'Nominal A/C Ref', 'Date', 'Reference', 'Net Amount')).toEqual([
    ...['SI', 'RIGHTWAY', '4000', '01/04/2026', '000041', '20.04'],
  ])
  expect(pick(second, 'Details', 'Tax Code', 'Tax Amount', 'Extra Reference')).toEqual([
    ...['Labour at the day rate', 'T5', '3.00', 'INV-000041'],
  ])
  expect(pick(readBack('sage', 'bills', anInvoice())[0], 'Type', 'Account Reference')).toEqual(['PI', 'MULLERSO'])
})

test('Sage 50 has the tax point as day of the invoice, as its VAT return goes by that; Xero the day of the invoice', () => {
  const late = anInvoice({ taxPoint: '2026-03-12' })
  expect(readBack('sage', 'sales', late).map((row) => row.Date)).toEqual(['12/03/2026', '12/03/2026'])
  expect(readBack('xero', 'sales', late).map((row) => row['*InvoiceDate'])).toEqual(['01/04/2026', '01/04/2026'])
  const voided = { ...late, voidedAt: new Date('2026-05-02T10:00:00Z'), creditNote: 'CN-1', exportedAt: new Date() }
  expect(readBack('sage', 'sales', voided, false)[0]?.Date).toBe('02/05/2026')
})

test('an account reference that was given for Sage is used in place of the name', () => {
  const codes = { ...usualCodes('sage', 'sales'), 'account of Right\nway': 'RW01' }
  expect(fileRowsOf('sage', 'sales', codes, anInvoice(), ['invoice'])[0]?.[1]).toBe('RW01')
})

test('a contractor without a VAT number has the code for no VAT, and an invoice of an earlier version one line', () => {
  const old = anInvoice({ lines: null, net: 6000, vat: 0, amount: 6000, contractorVatNumber: null, dueOn: null })
  const [only, ...more] = readBack('xero', 'sales', old)
  expect(more).toEqual([])
  expect(pick(only, '*Description', '*Quantity', '*UnitAmount', '*TaxType', '*DueDate')).toEqual([
    ...['The boiler', '1', '60.00', 'No VAT', '01/04/2026'],
  ])
})

test('a voided invoice that no file had is in none', () => {
  const voided = anInvoice({ voidedAt: new Date(), creditNote: 'CN-000007' })
  for (const program of ['xero', 'quickbooks', 'sage'] as const) {
    expect(filePartsOf(program, voided, true)).toEqual([])
    expect(isLeftToEnter(program, voided)).toBe(false)
  }
})

test('a voided invoice that a file had is a credit note for Sage, and is said for the others', () => {
  const voided = anInvoice({
    ...{ voidedAt: new Date('2026-05-02T10:00:00Z'), creditNote: 'CN-000007', exportedAt: new Date('2026-04-30') },
  })
  const [credit, ...more] = readBack('sage', 'sales', voided, false)
  expect(more).toHaveLength(1)
  expect(pick(credit, 'Type', 'Date', 'Reference', 'Net Amount', 'Extra Reference')).toEqual([
    ...['SC', '02/05/2026', '000007', '20.04', 'CN-000007'],
  ])
  expect(isLeftToEnter('sage', voided)).toBe(false)
  expect(filePartsOf('xero', voided, false)).toEqual([])
  expect(isLeftToEnter('xero', voided)).toBe(true)
  expect(isLeftToEnter('sage', { ...voided, creditNote: null })).toBe(true)
  expect(filePartsOf('sage', { ...voided, voidExportedAt: new Date() }, false)).toEqual([])
})
