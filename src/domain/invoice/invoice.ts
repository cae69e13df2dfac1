export const INVOICE_TYPES = ['contractor_visit', 'quote'] as const
export type InvoiceType = (typeof INVOICE_TYPES)[number]

export const INVOICE_TYPE_LABELS: Record<InvoiceType, string> = { contractor_visit: 'Visit Fee', quote: 'Quote Work' }

export const invoiceNumber = (number: number): string => `INV-${String(number).padStart(6, '0')}`

/** Amount in pence. */
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

/** `amount` in pence; without it a visit costs VISIT_FEE. */
export type ItemToInvoice = { visitId: string; amount?: number } | { quoteId: string }

export const itemId = (item: ItemToInvoice): string => ('visitId' in item ? item.visitId : item.quoteId)

export const billsNothing = ({ visitId, quoteId }: Pick<Invoice, 'visitId' | 'quoteId'>): boolean =>
  visitId === null && quoteId === null

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
