import { inArray } from 'drizzle-orm'
import { invoices } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import { tableIn } from '#src/accounts/import/table.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { today } from '#src/domain/dates.ts'
import {
  type JudgedPayment,
  judgedPayments,
  MAX_PAYMENTS,
  paymentColumns,
  paymentRow,
} from '#src/domain/invoice/payments.ts'
import { Invalid } from '#src/http/errors.ts'
import { readInvoices } from '#src/invoices/queries.ts'
import { transaction } from '#src/writes/transaction.ts'
import { markPaidIn } from './actions.ts'

/** Throws Invalid where the table cannot be read. */
export async function judgePayments(text: string): Promise<JudgedPayment[]> {
  const table = tableIn(text)
  if ('problem' in table) throw new Invalid({ table: table.problem })
  const places = paymentColumns(table.header)
  if ('missing' in places) throw new Invalid({ table: `The first row names no ${places.missing.join(', no ')}` })
  const { rows } = table
  if (rows.length === 0) throw new Invalid({ table: 'There is no row below the names of the columns' })
  if (rows.length > MAX_PAYMENTS)
    throw new Invalid({ table: `There are ${rows.length} rows; ${MAX_PAYMENTS} go at once` })
  const read = rows.map(({ line, cells }) => paymentRow(line, cells, places))
  const numbers = read.map(({ number }) => number).filter(Boolean)
  const found = numbers.length ? await readInvoices({ where: inArray(invoices.invoiceNumber, numbers) }) : []
  return judgedPayments(read, new Map(found.map((invoice) => [invoice.invoiceNumber, invoice])), today())
}

/** All of them or, where one is refused by now, none. */
export function takePayments(user: Actor, judged: readonly JudgedPayment[]): Promise<number> {
  authorize(user, 'markPaid')
  const taken = judged.flatMap(({ invoiceId, payment }) => (invoiceId && payment ? [{ invoiceId, payment }] : []))
  taken.sort((one, other) => (one.invoiceId < other.invoiceId ? -1 : 1))
  return transaction(async (tx) => {
    for (const { invoiceId, payment } of taken) await markPaidIn(tx, user, invoiceId, payment)
    return taken.length
  })
}
