import { log, logFailure } from '#src/runtime/log.ts'
import { reasonOf } from '#src/runtime/reason.ts'
import { type Handler, PermanentFailure, ServerAway, type Settle } from './handler.ts'
import type { Pace } from './pace.ts'
import { type Claim, settleClaim } from './queue.ts'

export type Outcome = { reason: string; kind: 'permanent' | 'away' | 'passing' } | null

type WorkedOff = { outcome: Outcome; settle: Settle }

export async function workOff(claimed: Claim, handler: Handler, pace: Pace): Promise<WorkedOff> {
  const { subject } = claimed
  const signal = AbortSignal.timeout(pace.work)
  try {
    const settle = await Promise.race([
      handler.work(subject, signal),
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('It took too long')))),
    ])
    return { outcome: null, settle: typeof settle === 'function' ? settle : async () => null }
  } catch (error) {
    const kind = error instanceof PermanentFailure ? 'permanent' : error instanceof ServerAway ? 'away' : 'passing'
    const outcome = { reason: reasonOf(error), kind } as const
    return { outcome, settle: afterFailure(claimed, handler, outcome, pace) }
  }
}

function afterFailure(claimed: Claim, handler: Handler, { reason, kind }: NonNullable<Outcome>, pace: Pace): Settle {
  const { subject, age, attempts } = claimed
  // Work that a server's absence holds up is never given up.
  const tooLate = kind === 'passing' && age >= pace.giveUp && attempts >= pace.fewestTries
  const { failed } = handler
  if (failed && (kind === 'permanent' || tooLate))
    return async (tx) => {
      await failed(tx, subject, reason)
      return null
    }
  return async (tx) => {
    await handler.postponed?.(tx, subject, reason)
    return { delayMs: kind === 'away' ? null : pace.retryAfter(attempts), reason }
  }
}

/** A success that is not recorded would be repeated, so this keeps trying, but only two seconds while stopping. */
export async function writeDown(
  claimed: Claim,
  settle: Settle,
  longestPause: number,
  stopping: AbortSignal,
): Promise<void> {
  const { id: row } = claimed
  let last = 4
  for (let pause = 100; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      if (!(await settleClaim(claimed, settle)))
        log.warn('delivery.lost', 'A row of the queue was taken over by another worker.', { row })
      return
    } catch (error) {
      if (stopping.aborted && last-- === 0) {
        logFailure('database', 'What was delivered could not be written down.', error, { row })
        return
      }
      await Bun.sleep(stopping.aborted ? 500 : pause)
    }
  }
}
