import { decimal } from '#src/money.ts'
import type { Invoice } from './invoice.ts'

export const invoiceJson = (invoice: Invoice) => ({ ...invoice, amount: decimal(invoice.amount) })
