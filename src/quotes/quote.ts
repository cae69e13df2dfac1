import type { Person } from '../accounts/account.ts'
import type { InvoicingStatus } from '../visits/visit.ts'

/** 'rejected' is what old data may carry for declined; nothing writes it. */
export const QUOTE_STATUSES = ['pending', 'approved', 'declined', 'rejected'] as const
export type QuoteStatus = (typeof QUOTE_STATUSES)[number]

export const WORK_STATUSES = ['not_started', 'in_progress', 'completed', 'cancelled'] as const
export type WorkStatus = (typeof WORK_STATUSES)[number]

export type Decision = 'approve' | 'decline'
/** What each decision makes of a quote, and the job's event that goes with it. */
export const DECISIONS = {
  approve: { to: 'approved', event: 'quoteApproved' },
  decline: { to: 'declined', event: 'quoteDeclined' },
} as const

export const QUOTE_STATUS_LABELS: Record<QuoteStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  declined: 'Declined',
  rejected: 'Rejected',
}

/** What the agent's list of quotes is narrowed by. */
export const QUOTE_FILTERS = ['pending', 'approved', 'declined'] as const
export type QuoteFilter = (typeof QUOTE_FILTERS)[number]

/** Whether the last day on which a quote may be approved is past. `validUntil` and `today` are 'YYYY-MM-DD'. */
export const hasExpired = (validUntil: string | null, today: string): boolean =>
  validUntil !== null && validUntil < today

/** A quote is billable once it is approved and its work is done. */
export const isBillable = (quote: { status: QuoteStatus; workStatus: WorkStatus }): boolean =>
  quote.status === 'approved' && quote.workStatus === 'completed'

/** The sentence of a 409 on a decision that came second. */
export const refusedDecision = (status: QuoteStatus): string =>
  `This quote is already ${QUOTE_STATUS_LABELS[status].toLowerCase()}.`

/** A quote as it is read. Money in pence, validUntil 'YYYY-MM-DD'. */
export type Quote = {
  id: string
  jobId: string
  contractorId: string | null
  visitId: string | null
  description: string
  amount: number
  materialsCost: number | null
  laborCost: number | null
  estimatedDuration: string | null
  validUntil: string | null
  status: QuoteStatus
  workStatus: WorkStatus
  invoicingStatus: InvoicingStatus
  notes: string | null
  createdAt: Date
  updatedAt: Date
  contractor: Person | null
}

/** What the quotes of one state come to, in pence. */
export type QuoteValue = { status: QuoteStatus; count: number; value: number }

/** All quotes together, value in pence, and how many of them wait for their agent's decision. */
export type QuoteTotals = { count: number; value: number; pending: number }

/** All finished quote work together; value in pence. */
export type QuoteWorkTotals = { jobs: number; value: number; withPhotos: number }
