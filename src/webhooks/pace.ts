const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

export const TIMEOUT = 10 * SECOND
export const LEASE = 60 * SECOND
export const LONGEST_PAUSE = 8 * HOUR

/** Just under 24 hours in all. */
export const DELAYS = [
  ...[5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  ...[HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 8 * HOUR],
]

/** After the given number of tries; null when there were enough. 10 % more or less, so that what failed together is not tried together. */
export function nextDelay(tries: number): number | null {
  const delay = DELAYS[tries - 1]
  return delay === undefined ? null : delay * (0.9 + Math.random() * 0.2)
}
