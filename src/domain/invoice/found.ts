import { daysLater } from '../dates.ts'
import type { Found as Counted } from '../limits.ts'
import { periodAfter } from './statement.ts'

/** In pence; `count` has the void ones as well. */
export type FoundSums = { count: number; voids: number; net: number; vat: number; amount: number }

/** Without sums, where a word has too many to be added up unasked. */
export type FoundInAll = { count: Counted; sums: FoundSums | null }

/** Days as 'YYYY-MM-DD', the last excluded; '' where there is no bound. */
export type Span = { from: string; until: string }

/** The months that lie wholly between two days, or null, and what lies beside them. */
export function monthsWithin(from = '', to = ''): { whole: Span | null; beside: Span[] } {
  const end = to && daysLater(to, 1)
  const first = !from || from.endsWith('-01') ? from : `${periodAfter(from.slice(0, 7), 1)}-01`
  const until = end && `${end.slice(0, 7)}-01`
  if (first && until && first >= until) return { whole: null, beside: [{ from, until: end }] }
  const sides = [
    { from, until: first },
    { from: until, until: end },
  ]
  return { whole: { from: first, until }, beside: sides.filter((side) => side.from !== side.until) }
}
