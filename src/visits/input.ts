import { type Static, Type } from '@sinclair/typebox'
import { NEXT_VISIT, nextVisitRule } from '#src/appointments/input.ts'
import type { Appointment } from '#src/domain/appointment/appointment.ts'
import { isDay, noonOf, today } from '#src/domain/dates.ts'
import { NOT_RECORDED, type Recorded } from '#src/domain/recorded.ts'
import { WORDS_REQUIRED, WORK_REQUIRED } from '#src/domain/visit/visit.ts'
import { type FieldErrors, type Judged, judged, REASON } from '#src/http/input.ts'
import { isInstant } from '#src/http/query.ts'
import { images } from '#src/photos/input.ts'
import { CertificateRenewal } from '#src/properties/certificates/input.ts'
import { QUOTE_FIELDS, type QuoteInput, readQuote } from '#src/quotes/input.ts'

const text = (maxLength: number, error: string) => Type.String({ maxLength, error })
const NO_DATE = 'The day of the visit must be a date'
const visitDate = Type.Optional(text(40, NO_DATE))

/** Money in pounds, as a number or as typed. */
export const Completion = Type.Object(
  {
    workDone: Type.String({ minLength: 1, maxLength: 10_000, error: WORK_REQUIRED }),
    images: Type.Optional(images),
    visitDate,
    certificate: Type.Optional(CertificateRenewal),
    needsQuote: Type.Optional(Type.Boolean({ error: 'Must be true or false' })),
    ...QUOTE_FIELDS,
  },
  { $id: 'Completion' },
)
export type CompletionSent = Static<typeof Completion>

export type CompletedVisit = Dated<Pick<CompletionSent, 'workDone' | 'images' | 'certificate'>> & {
  quote: QuoteInput | null
}
type Dated<Sent> = Omit<Sent, 'visitDate'> & { visitDate?: Date }

export function completionRule(sent: CompletionSent, recorded?: Recorded): Judged<CompletedVisit> {
  const { workDone, images, certificate } = sent
  const visited = visitDateOf(sent, recorded)
  const visit = { workDone, images, certificate, visitDate: visited.visitDate }
  if (!sent.needsQuote) return judged({ ...visit, quote: null }, visited.errors)
  const { value: quote, errors } = readQuote(sent)
  if (errors) return { errors: { ...visited.errors, ...errors } }
  return judged({ ...visit, quote }, visited.errors)
}

export const WorkReport = Type.Object(
  {
    workDone: Type.Optional(text(10_000, WORK_REQUIRED)),
    images: Type.Optional(images),
    visitDate,
    certificate: Type.Optional(CertificateRenewal),
  },
  { $id: 'WorkReport' },
)
export type WorkReport = Dated<Static<typeof WorkReport>>

export function workReportRule(sent: Static<typeof WorkReport>, recorded?: Recorded): Judged<WorkReport> {
  const { visitDate, errors } = visitDateOf(sent, recorded)
  if (!sent.workDone && (sent.images?.length || sent.visitDate)) errors.workDone = WORK_REQUIRED
  return judged({ ...sent, visitDate }, errors)
}

export const UnfinishedVisit = Type.Object(
  {
    outcome: Type.Union([Type.Literal('no_access'), Type.Literal('return')], {
      error: 'Outcome must be no_access or return',
    }),
    workDone: Type.String({ minLength: 1, maxLength: 10_000, error: WORDS_REQUIRED }),
    images: Type.Optional(images),
    visitDate,
    ...NEXT_VISIT,
  },
  { $id: 'UnfinishedVisit' },
)
type UnfinishedSent = Static<typeof UnfinishedVisit>
export type UnfinishedVisit = Dated<Omit<UnfinishedSent, keyof typeof NEXT_VISIT>> & { next?: Appointment }

export function unfinishedVisitRule(
  { startsAt, endsAt, ...sent }: UnfinishedSent,
  recorded?: Recorded,
): Judged<UnfinishedVisit> {
  const { visitDate, errors } = visitDateOf(sent, recorded)
  const next = nextVisitRule({ startsAt, endsAt })
  return judged({ ...sent, visitDate, next: next.value }, { ...errors, ...next.errors })
}

export const HandBack = Type.Object(
  {
    reason: REASON,
  },
  { $id: 'HandBack' },
)

/** A moment, or a day: noon in London then, but now when it is today. Nothing of the day on which it was recorded. */
function visitDateOf(
  { visitDate: sent }: { visitDate?: string },
  recorded = NOT_RECORDED,
): { visitDate?: Date; errors: FieldErrors } {
  if (sent === undefined || sent === recorded.day) return { errors: {} }
  const now = new Date()
  const visitDate = isInstant(sent) ? new Date(sent) : isDay(sent) ? (sent === today(now) ? now : noonOf(sent)) : null
  if (!visitDate || Number.isNaN(visitDate.getTime())) return { errors: { visitDate: NO_DATE } }
  return { visitDate, errors: visitDate > now ? { visitDate: 'The visit must not be in the future' } : {} }
}
