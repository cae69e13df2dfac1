import type { WorkKind } from '#src/domain/queue.ts'

/** In milliseconds. */
export type Pace = {
  poll: number
  longestPause: number
  /** Longer than `work`, or another worker would take the row. */
  lease: number
  work: number
  parallel: number
  retryAfter: (attempts: number) => number
  restAfter: (tries: number) => number
  giveUp: number
  /** A machine that was off for a day must not give everything up at once. */
  fewestTries: number
}

const SECOND = 1000
const HOUR = 3600 * SECOND

const LONGEST_DELAYS: Partial<Record<WorkKind, number>> = { hazard: 24 * HOUR, webhook: 24 * HOUR }

/** No work is put off for longer: what is, a wrong clock has put off. */
export const longestDelay = (kind: WorkKind): number => LONGEST_DELAYS[kind] ?? 2 * HOUR

/** 20 % more or less, so that what failed together is not tried together. */
const doubling = (longest: number) => (tries: number) =>
  Math.min(5 * SECOND * 2 ** (tries - 1), longest) * (0.8 + Math.random() * 0.4)

export const retryAfter = doubling(HOUR)

export const PACE: Pace = {
  poll: SECOND,
  longestPause: 10 * SECOND,
  lease: 120 * SECOND,
  work: 60 * SECOND,
  parallel: 5,
  retryAfter,
  restAfter: doubling(5 * 60 * SECOND),
  giveUp: 24 * HOUR,
  fewestTries: 5,
}
