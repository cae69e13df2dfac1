import { daysLater } from './days.ts'
import { periodAfter } from './statement.ts'

/** In pence; `count` has the void ones as well. */
export type FoundSums = { count: number; voids: number; net: number; vat: number; amount: number }

export const FOUND_BY = ['search', 'state', 'from', 'to', 'agency', 'contractor', 'property'] as const

/** As the address has it. */
export type FoundBy = Partial<Record<(typeof FOUND_BY)[number], string>>

/** The months that lie wholly between two days, the last excluded; '' where there is no bound. Null where there is none. */
export function wholeMonths(from = '', to = ''): { first: string; until: string } | null {
  const first = from && (from.endsWith('-01') ? from.slice(0, 7) : periodAfter(from.slice(0, 7), 1))
  const until = to && daysLater(to, 1).slice(0, 7)
  return first && until && first >= until ? null : { first, until }
}
