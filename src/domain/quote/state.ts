import type { InvoicingStatus } from '../visit/visit.ts'
import { hasExpired, QUOTE_STATUSES, type QuoteStatus, type WorkStatus } from './quote.ts'

// What a quote is, in words. Each that a query asks has its SQL of the same name in db/query/predicates.ts.

type Of = { status: QuoteStatus }
type Work = Of & { workStatus: WorkStatus }

export const isPending = ({ status }: Of): boolean => status === 'pending'
export const isApproved = ({ status }: Of): boolean => status === 'approved'
export const isWithdrawn = ({ status }: Of): boolean => status === 'withdrawn'
export const isDeclined = ({ status }: Of): boolean => status === 'declined' || status === 'rejected'

/** `today` is 'YYYY-MM-DD'. */
export const hasLapsed = (quote: Of & { validUntil: string | null }, today: string): boolean =>
  isPending(quote) && hasExpired(quote.validUntil, today)

export const isUnderWay = (quote: Work): boolean =>
  isApproved(quote) && (quote.workStatus === 'not_started' || quote.workStatus === 'in_progress')
export const isBillable = (quote: Work): boolean => isApproved(quote) && quote.workStatus === 'completed'
export const isWorkToInvoice = (quote: Work & { invoicingStatus: InvoicingStatus }): boolean =>
  isBillable(quote) && quote.invoicingStatus === 'pending'

const statusesWhere = (isSo: (quote: Of) => boolean) => QUOTE_STATUSES.filter((status) => isSo({ status }))
export const PENDING_QUOTES = statusesWhere(isPending)
export const DECLINED_QUOTES = statusesWhere(isDeclined)
