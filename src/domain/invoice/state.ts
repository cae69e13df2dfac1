import type { Invoice } from './invoice.ts'

// What an invoice is, in words. Each that a query asks has its SQL of the same name in db/query/predicates.ts.

type Standing = Pick<Invoice, 'voidedAt'>
type Owed = Standing & Pick<Invoice, 'paidOn'>

export const isVoid = ({ voidedAt }: Standing): boolean => voidedAt !== null
export const isPaid = ({ paidOn }: Pick<Invoice, 'paidOn'>): boolean => paidOn !== null
export const bearsVat = ({ vat }: Pick<Invoice, 'vat'>): boolean => vat > 0
/** A visit's fee: its amount is given without VAT. */
export const billsItsFee = ({ type }: Pick<Invoice, 'type'>): boolean => type === 'contractor_visit'
export const amountToReplace = ({ type, net, amount }: Pick<Invoice, 'type' | 'net' | 'amount'>): number =>
  billsItsFee({ type }) ? net : amount
export const isOwed = (invoice: Owed): boolean => !isVoid(invoice) && !isPaid(invoice)

/** An invoice of an earlier version has no due day, and is never overdue. `today` is 'YYYY-MM-DD'. */
export const isOverdue = (invoice: Owed & Pick<Invoice, 'dueOn'>, today: string): boolean =>
  isOwed(invoice) && invoice.dueOn !== null && invoice.dueOn < today
