import type { Person } from '../accounts/account.ts'
import { EMPTY_QUOTE, filledLines, type QuoteDraft, quoteBody } from '../quotes/draft.ts'

/** Visits of quote work are not billable: the quote is. */
export const INVOICING_STATUSES = ['pending', 'invoiced', 'not_billable'] as const
export type InvoicingStatus = (typeof INVOICING_STATUSES)[number]

export const VISIT_OUTCOMES = ['done', 'no_access', 'return'] as const
export type VisitOutcome = (typeof VISIT_OUTCOMES)[number]

/** photosUrls are '/objects/…' paths in the contractor's order. */
export type Visit = {
  id: string
  jobId: string
  contractorId: string | null
  visitDate: Date
  outcome: VisitOutcome
  workDescription: string
  photosUrls: string[]
  isQuoteRequired: 'yes' | 'no'
  invoicingStatus: InvoicingStatus
  createdAt: Date
  contractor: Person | null
}

export const WORK_REQUIRED = 'Please describe the work you completed'

export type CompletionDraft = QuoteDraft & { workDone: string; needsQuote: boolean }

export const EMPTY_DRAFT: CompletionDraft = { workDone: '', needsQuote: false, ...EMPTY_QUOTE }

/** Quote work may be marked complete without words, but photos need them. */
export function maySubmit(draft: CompletionDraft, jobType: 'visit' | 'quote_work', photos = 0): boolean {
  if (jobType === 'quote_work') return photos === 0 || draft.workDone.trim() !== ''
  if (draft.workDone.trim() === '') return false
  const hasAmount = draft.quoteAmount.trim() !== '' || filledLines(draft).length > 0
  return !draft.needsQuote || (hasAmount && draft.quoteDescription.trim() !== '')
}

/** Empty fields, and those of a quote that is not needed, are left out. */
export function completionBody(
  draft: CompletionDraft,
  images: string[],
  jobType: 'visit' | 'quote_work',
): Record<string, unknown> {
  const { workDone, needsQuote, ...quote } = draft
  if (jobType === 'quote_work') return { workDone, images }
  return { workDone, images, needsQuote, ...(needsQuote ? quoteBody(quote) : {}) }
}

export function completedMessage(
  jobType: 'visit' | 'quote_work',
  needsQuote: boolean,
): { title: string; text: string } {
  if (jobType === 'quote_work') return { title: 'Job Completed', text: 'The quote work has been marked complete.' }
  return needsQuote
    ? { title: 'Quote Submitted', text: 'Your work and quote have been sent to the estate agent.' }
    : { title: 'Job Completed', text: 'Your visit has been recorded.' }
}
