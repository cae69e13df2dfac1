import type { Spread } from './figures.ts'

/** What one day adds to one figure: counts by name, what they come to in pence, and hours. */
export type DayPart = {
  counts: ReadonlyMap<string, number>
  pence: ReadonlyMap<string, number>
  hours: Float64Array
}

export const NOTHING: DayPart = { counts: new Map(), pence: new Map(), hours: new Float64Array() }

export function addedUp(parts: readonly DayPart[], what: 'counts' | 'pence' = 'counts'): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const part of parts) for (const [name, count] of part[what]) sums.set(name, (sums.get(name) ?? 0) + count)
  return sums
}

/** As PostgreSQL's percentile_cont counts: between two values that lie around it. */
function percentile(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share
  const [low = 0, high = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return low + (place - Math.floor(place)) * (high - low)
}

export function spreadOf(parts: readonly DayPart[]): Spread {
  const hours = new Float64Array(parts.reduce((count, part) => count + part.hours.length, 0))
  let filled = 0
  for (const part of parts) {
    hours.set(part.hours, filled)
    filled += part.hours.length
  }
  if (!filled) return { count: 0, median: null, nineOfTen: null }
  hours.sort()
  return { count: filled, median: percentile(hours, 0.5), nineOfTen: percentile(hours, 0.9) }
}

/** Those with most; of as many the first by their letters. */
export function firstNames(by: ReadonlyMap<string, number>, most: number): string[] {
  const first = [...by].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  return first.slice(0, most).map(([name]) => name)
}

const NO_JOBS = { total: 0, low: 0, medium: 0, high: 0 }

export const NO_COUNTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  ...{ raised: NO_JOBS, visited: { met: 0, late: 0 }, finished: NO_JOBS },
  visits: { made: 0, nobodyIn: 0 },
  quotes: { asked: 0, pending: 0, approved: 0, declined: 0, withdrawn: 0, approvedPence: 0 },
  money: { invoices: 0, feesPence: 0, quoteWorkPence: 0 },
}
