import type { Tx } from '#db/connect/client.ts'
import { authorize } from '#src/access/authorize.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { Invoice, Payment } from '#src/domain/invoice/invoice.ts'
import { isPaid, isVoid } from '#src/domain/invoice/state.ts'
import { recordChange } from '#src/events/record.ts'
import { Refused } from '#src/http/errors.ts'
import { lockInvoice, writeInvoice } from '#src/invoices/item.ts'
import { transaction } from '#src/writes/transaction.ts'

export function markPaid(user: Actor, id: string, payment: Payment): Promise<Invoice> {
  authorize(user, 'markPaid')
  return transaction((tx) => markPaidIn(tx, user, id, payment))
}

export async function markPaidIn(tx: Tx, user: Actor, id: string, payment: Payment): Promise<Invoice> {
  const { invoice } = await lockInvoice(tx, user, id)
  refusePayment(invoice)
  const paid = await writeInvoice(tx, id, payment)
  await recordPaid(tx, user, paid, { ...payment })
  return paid
}

export function unmarkPaid(user: Actor, id: string): Promise<Invoice> {
  authorize(user, 'markPaid')
  return transaction(async (tx) => {
    const { invoice } = await lockInvoice(tx, user, id)
    if (!isPaid(invoice)) throw new Refused(`${invoice.invoiceNumber} is not marked as paid.`)
    const owed = await writeInvoice(tx, id, { paidOn: null, paidBy: null })
    await recordPaid(tx, user, owed, { takenBack: 'yes' })
    return owed
  })
}

export function refusePayment(invoice: Invoice): void {
  const { invoiceNumber } = invoice
  if (isVoid(invoice)) throw new Refused(`${invoiceNumber} is void.`, 'already_void')
  if (isPaid(invoice)) throw new Refused(`${invoiceNumber} is marked as paid already.`, 'already_paid')
}

const recordPaid = (tx: Tx, user: Actor, { id, invoiceNumber, jobId }: Invoice, told: Record<string, string>) =>
  recordChange(tx, user, {
    ...{ type: 'invoice.paid', subjectId: id, jobId: jobId ?? undefined },
    data: { invoiceNumber, ...told },
  })
