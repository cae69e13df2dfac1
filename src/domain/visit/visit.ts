import { isBlank } from '#src/domain/blank.ts'
import type { Person } from '../account/account.ts'
import { type BookingDraft, bookingErrors, isBooking, NO_BOOKING, timesOf } from '../appointment/slots.ts'
import { type CertificateDraft, certificateBody, NO_CERTIFICATE } from '../property/certificate/completion.ts'
import { EMPTY_QUOTE, filledLines, type QuoteDraft, quoteBody } from '../quote/draft.ts'

/** Visits of quote work are not billable: the quote is. */
export const INVOICING_STATUSES = ['pending', 'invoiced', 'not_billable'] as const
export type InvoicingStatus = (typeof INVOICING_STATUSES)[number]

export const VISIT_OUTCOMES = ['done', 'no_access', 'return'] as const
export type VisitOutcome = (typeof VISIT_OUTCOMES)[number]
export const OUTCOME_LABELS: Record<VisitOutcome, string> = {
  done: 'Work done',
  no_access: 'No access',
  return: 'Return needed',
}

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
  /** In pence; the two are null until it is invoiced, and of another contractor's visit. */
  fee: number | null
  invoiceNumber: string | null
  createdAt: Date
  contractor: Person | null
}

export const WORK_REQUIRED = 'Please describe the work you completed'
export const WORDS_REQUIRED = 'Please say what happened'
export const JOB_HANDED_BACK = 'The job has been handed back.'

export const HAPPENINGS = ['done', 'no_access', 'return', 'hand_back'] as const
export type Happened = (typeof HAPPENINGS)[number]

export const HAPPENED_LABELS: Record<Happened, string> = {
  done: 'Work done',
  no_access: 'Nobody let me in',
  return: 'I have to come back',
  hand_back: 'I cannot take this job',
}

export const HAPPENED_QUESTIONS: Record<Happened, string> = {
  done: 'What work did you complete?',
  no_access: 'How did you try to get in?',
  return: 'What is done, and what is left?',
  hand_back: 'Why can you not take it?',
}

export type CompletionDraft = QuoteDraft &
  CertificateDraft &
  BookingDraft & {
    happened: Happened
    visitDate: string
    workDone: string
    needsQuote: boolean
  }

export const EMPTY_DRAFT: CompletionDraft = {
  happened: 'done',
  visitDate: '',
  workDone: '',
  needsQuote: false,
  ...NO_BOOKING,
  ...NO_CERTIFICATE,
  ...EMPTY_QUOTE,
}

export function maySubmit(draft: CompletionDraft, jobType: 'visit' | 'quote_work', photos = 0): boolean {
  const { happened, workDone, visitDate, needsQuote, quoteAmount, quoteDescription } = draft
  if (isBlank(workDone)) return happened === 'done' && jobType === 'quote_work' && photos === 0 && !visitDate
  if (happened !== 'done' || jobType === 'quote_work') return true
  const hasAmount = !isBlank(quoteAmount) || filledLines(draft).length > 0
  return !needsQuote || (hasAmount && !isBlank(quoteDescription))
}

export function completionBody(
  draft: CompletionDraft,
  images: string[],
  jobType: 'visit' | 'quote_work',
): Record<string, unknown> {
  const { happened, workDone, visitDate, needsQuote, day, slot, from, to, ...quote } = draft
  if (happened === 'hand_back') return { reason: workDone }
  const visit = { workDone, images, ...(visitDate && { visitDate }) }
  if (happened !== 'done') return { outcome: happened, ...visit, ...timesOf({ day, slot, from, to }) }
  const whole = { ...visit, ...certificateBody(draft) }
  if (jobType === 'quote_work') return whole
  const priced = Object.fromEntries(Object.entries(quote).filter(([name]) => !(name in NO_CERTIFICATE)))
  return { ...whole, needsQuote, ...(needsQuote ? quoteBody(priced as QuoteDraft) : {}) }
}

export const nextVisitErrors = (draft: CompletionDraft): Record<string, string> =>
  comesAgain(draft) && isBooking(draft) ? bookingErrors(draft) : {}

export const comesAgain = ({ happened }: Pick<CompletionDraft, 'happened'>): boolean =>
  happened === 'no_access' || happened === 'return'

export function completionErrors(sent: Readonly<Record<string, string>>): Record<string, string> {
  const { reason, startsAt, endsAt = startsAt, 'certificate.document': document, ...errors } = sent
  return {
    ...errors,
    ...(document && { document }),
    ...(reason && { workDone: reason }),
    ...(endsAt && { slot: endsAt }),
  }
}

export function completedMessage(
  jobType: 'visit' | 'quote_work',
  { happened, needsQuote, day }: Pick<CompletionDraft, 'happened' | 'needsQuote'> & { day?: string },
): { title: string; text: string } {
  if (happened === 'hand_back') return { title: 'Job Handed Back', text: JOB_HANDED_BACK }
  if (happened !== 'done')
    return { title: 'Visit Saved', text: day ? 'The next visit is booked.' : 'The job stays in your list.' }
  if (jobType === 'quote_work') return { title: 'Job Completed', text: 'The quote work has been marked complete.' }
  return needsQuote
    ? { title: 'Quote Submitted', text: 'Your work and quote have been sent to the estate agent.' }
    : { title: 'Job Completed', text: 'Your visit has been recorded.' }
}
