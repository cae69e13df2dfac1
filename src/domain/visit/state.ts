import { INVOICING_STATUSES, type InvoicingStatus, type VisitOutcome } from './visit.ts'

// What a visit is, in words. Each that a query asks has its SQL of the same name in db/query/predicates.ts.

type Billed = { invoicingStatus: InvoicingStatus }

export const isToInvoice = ({ invoicingStatus }: Billed): boolean => invoicingStatus === 'pending'
export const isInvoiced = ({ invoicingStatus }: Billed): boolean => invoicingStatus === 'invoiced'
/** A visit of quote work: its quote is billed. */
export const isBilledByItsQuote = ({ invoicingStatus }: Billed): boolean => invoicingStatus === 'not_billable'

const statusesWhere = (isSo: (visit: Billed) => boolean) =>
  INVOICING_STATUSES.filter((invoicingStatus) => isSo({ invoicingStatus }))
export const VISITS_TO_INVOICE = statusesWhere(isToInvoice)
export const VISITS_BILLED_BY_QUOTES = statusesWhere(isBilledByItsQuote)

export const isWorkDone = ({ outcome }: { outcome: VisitOutcome }): boolean => outcome === 'done'
export const foundNobodyIn = ({ outcome }: { outcome: VisitOutcome }): boolean => outcome === 'no_access'
