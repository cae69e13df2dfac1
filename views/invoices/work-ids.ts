import type { WorkTab } from '#src/domain/invoice/invoice.ts'

export const WORK = 'admin-work'

export const FOUND_INVOICES = 'found-invoices'
export const INVOICE_SUMS = 'invoice-sums'
export const MANY_INVOICES = 'many-invoices'

export const MANY_ITEMS = 'many-items'
export const SEND_ALL = 'send-all'

export const workListId = (tab: WorkTab): string => `work-${tab}`
export const ACTIVE_ROWS = 'active-rows'
export const countId = (tab: WorkTab): string => `count-${tab}`

export const activeJobId = (id: string): string => `active-${id}`
export const visitItemId = (id: string): string => `visit-${id}`
export const quoteItemId = (id: string): string => `quote-work-${id}`
export const invoiceId = (id: string): string => `invoice-${id}`
export const invoiceHref = (id: string): string => `/invoices/${id}`

export const feeName = (visitId: string): string => `fee-${visitId}`
