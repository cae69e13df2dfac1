/** In milliseconds. */
export type Pace = {
  /** Between two looks at the outbox when nothing rings. */
  poll: number
  longestPause: number
  /** How long a claimed row is kept from other workers: longer than `work`. */
  lease: number
  work: number
  parallel: number
  retryAfter: (attempts: number) => number
  restAfter: (tries: number) => number
  /** Failures are final once the work has been queued for so long. */
  giveUp: number
  /** Before giving up: a machine that was off for a day gives nothing up at once. */
  fewestTries: number
}

const SECOND = 1000
const HOUR = 3600 * SECOND

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
