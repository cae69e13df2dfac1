export const INVOICE_TYPES = ['contractor_visit', 'quote'] as const
export type InvoiceType = (typeof INVOICE_TYPES)[number]

export const INVOICE_TYPE_LABELS: Record<InvoiceType, string> = { contractor_visit: 'Visit Fee', quote: 'Quote Work' }

/** 123 → 'INV-000123'. */
export const invoiceNumber = (number: number): string => `INV-${String(number).padStart(6, '0')}`

/** An invoice as it is read. Amount in pence. */
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
  contractorName: string
  contractorCompany: string | null
  propertyAddress: string
  invoiceDate: Date
  createdAt: Date
  updatedAt: Date
}

/** Whether the visit or quote that an invoice bills has been deleted since, with its job. */
export const billsNothing = ({ visitId, quoteId }: Pick<Invoice, 'visitId' | 'quoteId'>): boolean =>
  visitId === null && quoteId === null

/** What a deleted invoice left: its item ready for invoicing again, or kept as invoiced, or nothing, as it was gone. */
export type InvoiceDeletion = 'restored' | 'kept' | 'gone'

export const GONE = 'What it billed has been deleted: nothing returns for invoicing.'

export const INVOICE_DELETED: Record<InvoiceDeletion, string> = {
  restored: 'The invoice has been deleted and its item restored.',
  kept: 'The invoice has been permanently deleted.',
  gone: `The invoice has been deleted. ${GONE}`,
}

/** The administrator's dashboard: the work in hand, the two kinds of things to invoice, and what is invoiced. */
export const WORK_TABS = ['active', 'visits', 'quotes', 'invoiced'] as const
export type WorkTab = (typeof WORK_TABS)[number]

export const WORK_TAB_LABELS: Record<WorkTab, string> = {
  active: 'Active',
  visits: 'Contractor Visits',
  quotes: 'Quote Work Completed',
  invoiced: 'Invoiced Items',
}

export type WorkCounts = Record<WorkTab, number>
