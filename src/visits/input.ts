import { type Static, Type } from '@sinclair/typebox'
import { isDay, today } from '#src/dates.ts'
import { type Judged, judged } from '#src/web/input.ts'
import { POSITIVE_AMOUNT, readAmounts, WORK_REQUIRED } from './visit.ts'

const text = (maxLength: number, error: string) => Type.String({ maxLength, error })
const money = (error: string) => Type.Union([Type.Number(), Type.String()], { error })
const images = Type.Array(Type.String({ minLength: 1, maxLength: 2000 }), { error: 'Photos must be a list of paths' })

/** Money in pounds, as a number or as typed. */
export const Completion = Type.Object({
  workDone: Type.String({ minLength: 1, maxLength: 10_000, error: WORK_REQUIRED }),
  images: Type.Optional(images),
  needsQuote: Type.Optional(Type.Boolean({ error: 'Must be true or false' })),
  quoteAmount: Type.Optional(money(POSITIVE_AMOUNT)),
  quoteDescription: Type.Optional(text(10_000, 'Quote description is required')),
  materialsCost: Type.Optional(money('Materials cost must be an amount in pounds')),
  laborCost: Type.Optional(money('Labour cost must be an amount in pounds')),
  estimatedDuration: Type.Optional(text(200, 'Estimated duration must be text')),
  validUntil: Type.Optional(text(10, 'Valid until must be a date')),
  notes: Type.Optional(text(5000, 'Notes must be text')),
})
export type CompletionSent = Static<typeof Completion>

/** Money in pence. */
export type QuoteInput = Omit<ReturnType<typeof quoteOf>, 'errors'>
export type CompletedVisit = Pick<CompletionSent, 'workDone' | 'images'> & { quote: QuoteInput | null }

export function completionRule(sent: CompletionSent): Judged<CompletedVisit> {
  const { workDone, images } = sent
  if (!sent.needsQuote) return { value: { workDone, images, quote: null } }
  const { errors, ...quote } = quoteOf(sent)
  return judged({ workDone, images, quote }, errors)
}

function quoteOf(sent: CompletionSent) {
  const { quoteDescription: description = '', estimatedDuration, validUntil, notes } = sent
  const { amounts, errors } = readAmounts(sent)
  if (!description) errors.quoteDescription = 'Quote description is required'
  if (validUntil && !isDay(validUntil)) errors.validUntil = 'Valid until must be a date'
  else if (validUntil && validUntil < today()) errors.validUntil = 'Valid until must not be in the past'
  return { ...amounts, description, estimatedDuration, validUntil, notes, errors }
}

export const WorkReport = Type.Object({
  workDone: Type.Optional(text(10_000, WORK_REQUIRED)),
  images: Type.Optional(images),
})
export type WorkReport = Static<typeof WorkReport>

export const workReportRule = (report: WorkReport): Judged<WorkReport> =>
  judged(report, report.images?.length && !report.workDone ? { workDone: WORK_REQUIRED } : {})
