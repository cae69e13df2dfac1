/** invoicingStatus of visits and quotes. Visits of quote work are not billed: the quote is. */
export const INVOICING_STATUSES = ['pending', 'invoiced', 'not_billable'] as const
export type InvoicingStatus = (typeof INVOICING_STATUSES)[number]
