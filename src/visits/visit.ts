import type { Person } from '../accounts/account.ts'

/** invoicingStatus of visits and quotes. Visits of quote work are not billed: the quote is. */
export const INVOICING_STATUSES = ['pending', 'invoiced', 'not_billable'] as const
export type InvoicingStatus = (typeof INVOICING_STATUSES)[number]

/** A visit as it is read. photosUrls are '/objects/…' paths in the contractor's order. */
export type Visit = {
  id: string
  jobId: string
  contractorId: string | null
  visitDate: Date
  workDescription: string
  photosUrls: string[]
  isQuoteRequired: 'yes' | 'no'
  invoicingStatus: InvoicingStatus
  createdAt: Date
  contractor: Person | null
}

export const WORK_REQUIRED = 'Please describe the work you completed'
