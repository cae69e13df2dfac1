import { log, logFailure } from '#src/runtime/log.ts'
import { reasonOf } from '#src/runtime/reason.ts'
import { type Handler, PermanentFailure, ServerAway } from './handler.ts'
import type { Pace } from './pace.ts'
import { type Claim, finish, postpone } from './queue.ts'

export type Outcome = { reason: string; kind: 'permanent' | 'away' | 'passing' } | null

export async function workOff(claimed: Claim, handler: Handler, timeout: number): Promise<Outcome> {
  const signal = AbortSignal.timeout(timeout)
  try {
    await Promise.race([
      handler.work(claimed.subject, signal),
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('It took too long')))),
    ])
    return null
  } catch (error) {
    const kind = error instanceof PermanentFailure ? 'permanent' : error instanceof ServerAway ? 'away' : 'passing'
    return { reason: reasonOf(error), kind }
  }
}

export function settle(claimed: Claim, handler: Handler, outcome: Outcome, pace: Pace): Promise<boolean> {
  const { subject } = claimed
  if (!outcome) return finish(claimed, (tx) => handler.done?.(tx, subject) ?? Promise.resolve())
  const { reason, kind } = outcome
  // Work that a server's absence holds up is never given up.
  const tooLate = kind === 'passing' && claimed.age >= pace.giveUp && claimed.attempts >= pace.fewestTries
  if (handler.failed && (kind === 'permanent' || tooLate)) {
    return finish(claimed, (tx) => handler.failed!(tx, subject, reason))
  }
  const wait = kind === 'away' ? null : pace.retryAfter(claimed.attempts)
  return postpone(claimed, wait, reason, (tx) => handler.postponed?.(tx, subject, reason) ?? Promise.resolve())
}

/** For the log: that another worker has taken a row over, that what was done could not be noted, and which row it is. */
export type Lost = { lost: string; unwritten: string; row: string | number }

/** A success that is not recorded would be repeated, so this keeps trying, but only two seconds while stopping. */
export async function writeDown(
  { lost, unwritten, row }: Lost,
  write: () => Promise<boolean>,
  longestPause: number,
  stopping: AbortSignal,
): Promise<void> {
  let last = 4
  for (let pause = 100; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      if (!(await write())) log.warn('delivery.lost', lost, { row })
      return
    } catch (error) {
      if (stopping.aborted && last-- === 0) {
        logFailure('database', unwritten, error, { row })
        return
      }
      await Bun.sleep(stopping.aborted ? 500 : pause)
    }
  }
}
