import type { Person } from '../accounts/account.ts'
import { readAmount } from '../money.ts'

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

export type CompletionDraft = {
  workDone: string
  needsQuote: boolean
  quoteAmount: string
  quoteDescription: string
  materialsCost: string
  laborCost: string
  estimatedDuration: string
  validUntil: string
  notes: string
}

export const EMPTY_DRAFT: CompletionDraft = {
  workDone: '',
  needsQuote: false,
  quoteAmount: '',
  quoteDescription: '',
  materialsCost: '',
  laborCost: '',
  estimatedDuration: '',
  validUntil: '',
  notes: '',
}

export const POSITIVE_AMOUNT = 'Amount must be a positive number'

type Typed = string | number | undefined

/** Amounts in pence, null for an empty optional one; or messages by field. */
export function readAmounts(typed: { quoteAmount?: Typed; materialsCost?: Typed; laborCost?: Typed }) {
  const errors: Record<string, string> = {}
  const read = (field: keyof typeof typed, otherwise: string, least: number): number => {
    const pence = readAmount(typed[field] ?? '', otherwise, least)
    if (typeof pence === 'number') return pence
    errors[field] = pence
    return 0
  }
  const readCost = (field: keyof typeof typed, noun: string) =>
    (typed[field] ?? '') === '' ? null : read(field, `${noun} must be an amount in pounds`, 0)
  const amounts = {
    amount: read('quoteAmount', POSITIVE_AMOUNT, 1),
    materialsCost: readCost('materialsCost', 'Materials cost'),
    laborCost: readCost('laborCost', 'Labour cost'),
  }
  return { amounts, errors }
}

export const MORE_DETAIL = ['materialsCost', 'laborCost', 'estimatedDuration', 'validUntil', 'notes'] as const

/** Quote work may be marked complete without words, but photos need them. */
export function maySubmit(draft: CompletionDraft, jobType: 'visit' | 'quote_work', photos = 0): boolean {
  if (jobType === 'quote_work') return photos === 0 || draft.workDone.trim() !== ''
  if (draft.workDone.trim() === '') return false
  return !draft.needsQuote || (draft.quoteAmount.trim() !== '' && draft.quoteDescription.trim() !== '')
}

/** Empty fields, and those of a quote that is not needed, are left out. */
export function completionBody(
  draft: CompletionDraft,
  images: string[],
  jobType: 'visit' | 'quote_work',
): Record<string, unknown> {
  const { workDone, needsQuote, ...quote } = draft
  if (jobType === 'quote_work') return { workDone, images }
  const filled = Object.fromEntries(Object.entries(quote).filter(([, value]) => value.trim() !== ''))
  return { workDone, images, needsQuote, ...(needsQuote ? filled : {}) }
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
