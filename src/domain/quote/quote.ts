import type { Person } from '../account/account.ts'
import { dayOf } from '../dates.ts'
import { pounds } from '../money.ts'
import type { InvoicingStatus } from '../visit/visit.ts'
import type { QuoteLine } from './lines.ts'

/** Old data may have 'rejected' for declined; nothing writes it. */
export const QUOTE_STATUSES = ['pending', 'approved', 'declined', 'rejected', 'withdrawn'] as const
export type QuoteStatus = (typeof QUOTE_STATUSES)[number]

export const WORK_STATUSES = ['not_started', 'in_progress', 'completed', 'cancelled'] as const
export type WorkStatus = (typeof WORK_STATUSES)[number]

export type Decision = 'approve' | 'decline'
export const DECISIONS = {
  approve: { to: 'approved', event: 'quoteApproved' },
  decline: { to: 'declined', event: 'quoteDeclined' },
} as const

export const QUOTE_STATUS_LABELS: Record<QuoteStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  declined: 'Declined',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
}

export const STATUSES_OFFERED = ['pending', 'approved', 'declined'] as const

/** Both days are 'YYYY-MM-DD'; the last one still counts. */
export const hasExpired = (validUntil: string | null, today: string): boolean =>
  validUntil !== null && validUntil < today

export const refusedDecision = (status: QuoteStatus): string =>
  `This quote is already ${QUOTE_STATUS_LABELS[status].toLowerCase()}.`

export const refusedAsExpired = ({ validUntil }: { validUntil: string | null }): string =>
  `This quote expired on ${dayOf(validUntil!)}`

export const otherVersion = ({ amount }: { amount: number }): string =>
  `The quote has changed: it is now ${pounds(amount)}.`

/** `from` is the amount before, such as '£12.34'. */
export type Revision = { from: string; at: Date }

/** Money in pence, validUntil 'YYYY-MM-DD'. */
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
  version: number
  lines: QuoteLine[] | null
  reason: string | null
  workJobId: string | null
  createdAt: Date
  updatedAt: Date
  contractor: Person | null
}

export const TURNED_DOWN = ['declined', 'rejected', 'withdrawn'] as const satisfies QuoteStatus[]

export const isTurnedDown = ({ status }: Pick<Quote, 'status'>): boolean => TURNED_DOWN.some((one) => one === status)

/** The newest that was neither declined nor withdrawn, else the newest; `currentAmountOfJob` is its SQL. */
export const standingQuote = <Of extends Pick<Quote, 'status'>>(quotes: readonly Of[]): Of | undefined =>
  quotes.findLast((quote) => !isTurnedDown(quote)) ?? quotes.at(-1)

export type PendingQuote = Pick<Quote, 'id' | 'amount' | 'createdAt'> & { jobRef: string; propertyName: string }

/** `value` is in pence, here and below. */
export type QuoteValue = { status: QuoteStatus; count: number; value: number }

export type QuoteTotals = { count: number; value: number; pending: number }

export type QuoteWorkTotals = { jobs: number; value: number; withPhotos: number }
