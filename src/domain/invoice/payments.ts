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

/** Where each column is, or which are missing. Of several that are known the first of our names goes first. */
export function paymentColumns(header: readonly string[]): Record<PaymentColumn, number> | { missing: string[] } {
  const known = header.map((name) => name.toLowerCase().replace(/[^a-z]/g, ''))
  const found = PAYMENT_COLUMNS.map((column) => {
    const name = COLUMNS[column].find((one) => known.includes(one))
    return [column, name ? known.indexOf(name) : -1] as const
  })
  const missing = found.filter(([, at]) => at < 0).map(([column]) => column)
  return missing.length ? { missing } : (Object.fromEntries(found) as Record<PaymentColumn, number>)
}

export function paymentRow(line: number, [number, day, amount]: readonly [string, string, string]): PaymentRow {
  return {
    line,
    typed: [number, day, amount].join(', '),
    number: /\bINV-\d{6,}\b/i.exec(number)?.[0].toUpperCase() ?? '',
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
