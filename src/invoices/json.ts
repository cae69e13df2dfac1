import { decimal } from '#src/money.ts'
import type { Invoice } from './invoice.ts'

/** An invoice as the API answers it: the amount as a two-decimal string. */
export const invoiceJson = (invoice: Invoice) => ({ ...invoice, amount: decimal(invoice.amount) })
