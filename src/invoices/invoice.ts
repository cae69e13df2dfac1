export const INVOICE_TYPES = ['contractor_visit', 'quote'] as const
export type InvoiceType = (typeof INVOICE_TYPES)[number]

export const INVOICE_TYPE_LABELS: Record<InvoiceType, string> = { contractor_visit: 'Visit Fee', quote: 'Quote Work' }

/** 123 → 'INV-000123'. */
export const invoiceNumber = (number: number): string => `INV-${String(number).padStart(6, '0')}`
