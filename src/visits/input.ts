import { type Static, Type } from '@sinclair/typebox'
import { QUOTE_FIELDS, type QuoteInput, readQuote } from '#src/quotes/input.ts'
import { type Judged, judged } from '#src/web/input.ts'
import { WORK_REQUIRED } from './visit.ts'

const text = (maxLength: number, error: string) => Type.String({ maxLength, error })
const images = Type.Array(Type.String({ minLength: 1, maxLength: 2000 }), { error: 'Photos must be a list of paths' })

/** Money in pounds, as a number or as typed. */
export const Completion = Type.Object({
  workDone: Type.String({ minLength: 1, maxLength: 10_000, error: WORK_REQUIRED }),
  images: Type.Optional(images),
  needsQuote: Type.Optional(Type.Boolean({ error: 'Must be true or false' })),
  ...QUOTE_FIELDS,
})
export type CompletionSent = Static<typeof Completion>

export type CompletedVisit = Pick<CompletionSent, 'workDone' | 'images'> & { quote: QuoteInput | null }

export function completionRule(sent: CompletionSent): Judged<CompletedVisit> {
  const { workDone, images } = sent
  if (!sent.needsQuote) return { value: { workDone, images, quote: null } }
  const { value: quote, errors } = readQuote(sent)
  return errors ? { errors } : { value: { workDone, images, quote } }
}

export const WorkReport = Type.Object({
  workDone: Type.Optional(text(10_000, WORK_REQUIRED)),
  images: Type.Optional(images),
})
export type WorkReport = Static<typeof WorkReport>

export const workReportRule = (report: WorkReport): Judged<WorkReport> =>
  judged(report, report.images?.length && !report.workDone ? { workDone: WORK_REQUIRED } : {})
