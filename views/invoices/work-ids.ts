export const WORK = 'admin-work'
export const WORK_NAV = 'admin-work-tabs'

export const MANY_ITEMS = 'many-items'

export const activeJobId = (id: string): string => `active-${id}`
export const visitItemId = (id: string): string => `visit-${id}`
export const quoteItemId = (id: string): string => `quote-work-${id}`
export const invoiceId = (id: string): string => `invoice-${id}`

export const feeName = (visitId: string): string => `fee-${visitId}`
