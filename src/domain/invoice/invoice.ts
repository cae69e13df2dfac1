import type { BilledLine } from '../vat.ts'

export const INVOICE_TYPES = ['contractor_visit', 'quote'] as const
export type InvoiceType = (typeof INVOICE_TYPES)[number]

export const INVOICE_TYPE_LABELS: Record<InvoiceType, string> = { contractor_visit: 'Visit Fee', quote: 'Quote Work' }

export const INVOICE_STATES = { open: 'In force', owed: 'Not paid', late: 'Late', paid: 'Paid', void: 'Void' } as const

const numbered = (series: string, number: number) => `${series}-${String(number).padStart(6, '0')}`
export const invoiceNumber = (number: number): string => numbered('INV', number)
export const creditNoteNumber = (number: number): string => numbered('CN', number)

/** By which `agencies` knows an agency. */
export const agencyKeyOf = (name: string): string => name.trim().toLowerCase()

export const PAID_BY = ['bank_transfer', 'card', 'cheque', 'cash', 'other'] as const
export type PaidBy = (typeof PAID_BY)[number]

export const PAID_BY_LABELS: Record<PaidBy, string> = {
  bank_transfer: 'Bank transfer',
  card: 'Card',
  cheque: 'Cheque',
  cash: 'Cash',
  other: 'Otherwise',
}

/** `paidOn` as 'YYYY-MM-DD'. */
export type Payment = { paidOn: string; paidBy: PaidBy }

/** Money in pence, `net` and `vat` together are `amount`; days as 'YYYY-MM-DD'. */
export type Invoice = {
  id: string
  invoiceNumber: string
  type: InvoiceType
  jobId: string | null
  contractorId: string | null
  visitId: string | null
  quoteId: string | null
  description: string
  amount: number
  net: number
  vat: number
  /** Null where an earlier version made it: nothing is known of its VAT. */
  lines: BilledLine[] | null
  contractorName: string
  contractorCompany: string | null
  contractorAddress: string | null
  contractorVatNumber: string | null
  propertyAddress: string
  jobRef: string | null
  propertyName: string | null
  propertyKey: string | null
  agency: string | null
  agencyAddress: string | null
  agentId: string | null
  invoiceDate: Date
  taxPoint: string | null
  dueOn: string | null
  paidOn: string | null
  paidBy: PaidBy | null
  voidedAt: Date | null
  voidReason: string | null
  voidedBy: string | null
  voidedByName: string | null
  replaces: string | null
  replacesNumber: string | null
  replacedBy: string | null
  replacedByNumber: string | null
  creditNote: string | null
  createdAt: Date
  updatedAt: Date
}

/** `amount` in pence; without it a visit costs VISIT_FEE. */
export type ItemToInvoice = { visitId: string; amount?: number } | { quoteId: string }

export const itemId = (item: ItemToInvoice): string => ('visitId' in item ? item.visitId : item.quoteId)

export const billsNothing = ({ visitId, quoteId }: Pick<Invoice, 'visitId' | 'quoteId'>): boolean =>
  visitId === null && quoteId === null

/** `amount` in pence: of a visit its fee without VAT, of a quote what it comes to with VAT; else as it was. */
export type Voiding = { reason: string; replaceWith?: { amount?: number } }

export type InvoiceDeletion = 'restored' | 'kept' | 'gone'

export const GONE = 'What it billed has been deleted: nothing returns for invoicing.'

export const INVOICE_DELETED: Record<InvoiceDeletion, string> = {
  restored: 'The invoice has been deleted and its item restored.',
  kept: 'The invoice has been permanently deleted.',
  gone: `The invoice has been deleted. ${GONE}`,
}

export const WORK_TABS = ['active', 'visits', 'quotes', 'invoiced'] as const
export type WorkTab = (typeof WORK_TABS)[number]

export const WORK_TAB_LABELS: Record<WorkTab, string> = {
  active: 'Active',
  visits: 'Contractor Visits',
  quotes: 'Quote Work Completed',
  invoiced: 'Invoiced Items',
}

export type WorkCounts = Record<WorkTab, number>
