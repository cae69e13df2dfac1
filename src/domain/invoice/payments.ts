import { typedDay } from '../dates.ts'
import { typedPence } from '../money.ts'
import type { Invoice, Payment } from './invoice.ts'
import { isPaid, isVoid } from './state.ts'

export const MAX_PAYMENTS = 500

const COLUMNS = {
  number: ['number', 'invoicenumber', 'invoice', 'invoiceno', 'reference', 'description', 'details', 'memo'],
  day: ['day', 'date', 'paymentdate', 'paidon', 'transactiondate', 'datepaid'],
  amount: ['amount', 'paid', 'paymentamount', 'paidin', 'credit', 'moneyin', 'value', 'total'],
} as const
type PaymentColumn = keyof typeof COLUMNS

const PAYMENT_COLUMNS = Object.keys(COLUMNS) as PaymentColumn[]

/** One row as it was read: `pence` is NaN and `day` '' where they cannot be. */
type PaymentRow = { line: number; typed: string; number: string; day: string; pence: number }

export type JudgedPayment = PaymentRow & { invoiceId?: string; payment?: Payment; problem?: string }

type Places = Record<PaymentColumn, number[]>

/** Where each column may be, in the order of our names, or which are missing. */
export function paymentColumns(header: readonly string[]): Places | { missing: string[] } {
  const known = header.map((name) => name.toLowerCase().replace(/[^a-z]/g, ''))
  const placesOf = (column: PaymentColumn) => COLUMNS[column].map((name) => known.indexOf(name)).filter((at) => at >= 0)
  const places = { number: placesOf('number'), day: placesOf('day'), amount: placesOf('amount') }
  const missing = PAYMENT_COLUMNS.filter((column) => places[column].length === 0)
  return missing.length ? { missing } : places
}

const NUMBER = /\bINV-\d{6,}\b/i

/** A bank leaves its reference empty where the number of the invoice is in a memo, or the other way round. */
export function paymentRow(line: number, cells: readonly string[], places: Places): PaymentRow {
  const said = (column: PaymentColumn) => places[column].map((at) => cells[at] ?? '')
  const numbers = said('number')
  const text = numbers.find((one) => NUMBER.test(one)) ?? numbers[0]!
  const [day = '', amount = ''] = [said('day')[0], said('amount')[0]]
  return {
    line,
    typed: [text, day, amount].join(', '),
    number: NUMBER.exec(text)?.[0].toUpperCase() ?? '',
    day: typedDay(day),
    pence: typedPence(amount.replace(/^\+/, '')),
  }
}

type Known = Pick<Invoice, 'id' | 'invoiceNumber' | 'amount' | 'paidOn' | 'voidedAt'>

export function judgedPayments(
  rows: readonly PaymentRow[],
  known: ReadonlyMap<string, Known>,
  today: string,
): JudgedPayment[] {
  const seen = new Set<string>()
  return rows.map((row): JudgedPayment => {
    const invoice = known.get(row.number)
    const problem = problemOf(row, invoice, seen.has(row.number), today)
    seen.add(row.number)
    if (problem || !invoice) return { ...row, problem }
    return { ...row, invoiceId: invoice.id, payment: { paidOn: row.day, paidBy: 'bank_transfer' } }
  })
}

function problemOf(row: PaymentRow, invoice: Known | undefined, isTwice: boolean, today: string): string | undefined {
  if (!row.number) return 'No invoice number such as INV-000123'
  if (!invoice) return 'There is no such invoice'
  if (isTwice) return 'It is in the table twice'
  if (isVoid(invoice)) return 'It is void'
  if (isPaid(invoice)) return 'It is marked as paid already'
  if (!row.day) return 'No day such as 31/03/2026'
  if (row.day > today) return 'The day is still to come'
  if (Number.isNaN(row.pence)) return 'No amount such as 60.00'
  return row.pence === invoice.amount ? undefined : 'Another amount than the invoice’s'
}
