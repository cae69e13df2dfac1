import { isDay } from '../../dates.ts'
import type { Period } from './period.ts'

/** What is counted of jobs raised for a visit; quote work counts with the job that it came from. */
export const COUNTED = {
  raised: 'Raised',
  assigned: 'First assigned',
  visited: 'First visited',
  inTime: 'First visited in time',
  late: 'First visited late',
  finished: 'Finished',
  open: 'Open at the end of',
} as const

export type Counted = keyof typeof COUNTED
export type CountedIn = { counted: Counted; period: Period }

/** As an address has it: 'finished,2026-11-01,2026-11-30'. */
export const countedText = ({ counted, period: { from, to } }: CountedIn): string => `${counted},${from},${to}`

export function readCounted(text: string): CountedIn | null {
  const [counted = '', from = '', to = '', ...rest] = text.split(',')
  if (!Object.hasOwn(COUNTED, counted) || rest.length || !isDay(from) || !isDay(to) || to < from) return null
  return { counted: counted as Counted, period: { from, to } }
}
