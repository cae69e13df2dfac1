import { dayInWords } from '../../dates.ts'
import type { Quote } from '../../quote/quote.ts'
import { isApproved, isPending } from '../../quote/state.ts'
import { foundNobodyIn } from '../../visit/state.ts'
import type { Visit } from '../../visit/visit.ts'
import { HAZARD_ENDINGS, HAZARD_KINDS, HAZARD_TIMES, type Hazard } from './hazard.ts'
import { targetDay } from './state.ts'

export const SUMMARY_PARTS = {
  found: 'What was found',
  toDo: 'What will be done',
  byWhen: 'By when',
} as const
type SummaryPart = keyof typeof SUMMARY_PARTS
export const SUMMARY_PART_NAMES = Object.keys(SUMMARY_PARTS) as SummaryPart[]
export type SummaryTexts = Record<SummaryPart, string>
export const MAX_SUMMARY_PART = 4000

/** As it was sent: later changes of the job leave it. */
export type SentSummary = SummaryTexts & {
  id: string
  jobId: string
  propertyName: string
  propertyAddress: string
  agency: string
  /** How to reach the agency. */
  contact: string
  /** Null of one whose link was copied. */
  email: string | null
  sentByName: string
  createdAt: Date
}

const TO_COME = ['safeAt', 'workBegunAt'] as const

type Known = { visits: readonly Visit[]; quotes: readonly Quote[] }

/** What whoever sends it begins with: nothing of prices, access or names but what a visit's words hold. */
export function composedSummary({ visits, quotes }: Known, hazard: Hazard): SummaryTexts {
  const seen = visits
    .filter((visit) => !foundNobodyIn(visit))
    .map(({ visitDate, workDescription }) => `${dayInWords(visitDate, 'long')}: ${workDescription}`)
  const { ending, safeAt, targets } = hazard
  return {
    found: [
      hazard.kinds.map((kind) => HAZARD_KINDS[kind]).join(', '),
      ...(ending ? [HAZARD_ENDINGS[ending]] : []),
      ...seen,
    ]
      .filter(Boolean)
      .join('\n'),
    toDo: quotes
      .filter((quote) => isPending(quote) || isApproved(quote))
      .map(({ description }) => description)
      .concat(safeAt ? ['The work that makes it safe is done.'] : [])
      .join('\n'),
    byWhen: TO_COME.flatMap((name) => {
      const [at, by] = [hazard[name], targets[name]]
      if (at) return [`${HAZARD_TIMES[name]}: ${dayInWords(at, 'long')}`]
      return by && !ending ? [`${HAZARD_TIMES[name]}: by ${targetDay(by)}`] : []
    }).join('\n'),
  }
}
