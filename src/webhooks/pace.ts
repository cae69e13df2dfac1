/** In milliseconds. */
export type Pace = {
  poll: number
  longestPause: number
  /** Of one attempt, from looking up the name to the end of the answer. */
  timeout: number
  /** Longer than `timeout`, or another process would take the delivery. */
  lease: number
  /** For each webhook in each process, so that a slow receiver delays only its own. */
  parallel: number
  /** After the given number of tries; null when there were enough. */
  retryAfter: (tries: number) => number | null
  /** How long a receiver may ask to be left alone. */
  longestWait: number
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Just under 24 hours in all. */
export const DELAYS = [
  ...[5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  ...[HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 8 * HOUR],
]

export const PACE: Pace = {
  poll: SECOND,
  longestPause: 10 * SECOND,
  timeout: 10 * SECOND,
  lease: 60 * SECOND,
  parallel: 4,
  // 10 % more or less, so that what failed together is not tried together.
  retryAfter: (tries) => {
    const delay = DELAYS[tries - 1]
    return delay === undefined ? null : delay * (0.9 + Math.random() * 0.2)
  },
  longestWait: 8 * HOUR,
}
