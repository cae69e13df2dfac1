/** How delivery behaves in time; all in milliseconds. Tests run faster. */
export type Pace = {
  /** Between two looks at the outbox when nothing rings. */
  poll: number
  /** Longest wait between two tries while the database is away. */
  longestPause: number
  /** How long a claimed row is ours. Longer than `work`, so that no second worker begins while the first goes on. */
  lease: number
  /** How long one piece of work may take. */
  work: number
  /** How many pieces of a kind are in hand at once. */
  parallel: number
  /** Wait before the next try, after the given number of tries. */
  retryAfter: (attempts: number) => number
  /** How long a kind rests when its server is away, after the given number of tries. */
  restAfter: (tries: number) => number
  /** From when on a failure is final, counted from the moment the work was queued. */
  giveUp: number
  /** How often it must have been tried by then: a machine that was off for a day gives nothing up at once. */
  fewestTries: number
}

const SECOND = 1000
const HOUR = 3600 * SECOND

/** 5 s, doubled up to `longest`, 20 % more or less so that what failed together is not tried together. */
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
