import { today } from './dates.ts'

// When something was done, by the clock of a phone that sends it later. That clock may be wrong: what it says is believed
// where it can be so, and never refused.

export const MAX_CLOCK_SECONDS = 10 * 366 * 86_400
const MUCH_LATER = 10 * 60_000
const LONGEST_AWAY = 90 * 86_400_000

/** `clockAhead`: by how many seconds the phone's clock is ahead of the server's. */
type Sent = { recordedAt: Date; clockAhead?: number }

/** `at` is null where the moment cannot be; `day` is what the phone called its day, in London, where that was then or now. */
export type Recorded = { at: Date | null; day: string | null }

export const NOT_RECORDED: Recorded = { at: null, day: null }

export function recordedOf({ recordedAt, clockAhead = 0 }: Sent, now: Date): Recorded {
  const late = now.getTime() - (recordedAt.getTime() - clockAhead * 1000)
  if (late > LONGEST_AWAY) return NOT_RECORDED
  const day = today(recordedAt)
  if (late < -MUCH_LATER) return { at: null, day }
  return { at: new Date(now.getTime() - Math.max(0, late)), day }
}

export const cameMuchLater = (recordedAt: Date | null | undefined, arrived: Date): recordedAt is Date =>
  recordedAt != null && arrived.getTime() - recordedAt.getTime() > MUCH_LATER
