import { WORK_LABELS, type WorkKind } from '#src/domain/queue.ts'
import { log, logFailure } from '#src/runtime/log.ts'
import { Bell } from './bell.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import type { Handler } from './handler.ts'
import type { Pace } from './pace.ts'
import { type Claim, claim, type Room } from './queue.ts'
import { type Outcome, workOff, writeDown } from './run-one.ts'

export type Lane = {
  wake(): void
  ended: Promise<void>
}

export function startLane(kind: WorkKind, handler: Handler, pace: Pace, stopping: AbortSignal): Lane {
  const label = WORK_LABELS[kind]
  const { failure = 'unexpected', rate, places } = handler
  const bell = new Bell()
  const wake = () => bell.ring()
  const inHand = new Map<number, { receiver: string | null; ended: Promise<void> }>()
  const breaker = new CircuitBreaker(pace.restAfter)
  let moreWaits = false
  let isThere: boolean | undefined

  async function run() {
    let pause = pace.poll
    while (!stopping.aborted) {
      if (breaker.left > 0) {
        await bell.wait(breaker.left)
        continue
      }
      const free = (breaker.isProbing ? 1 : pace.parallel) - inHand.size
      if (free <= 0) {
        await bell.wait(pace.poll)
        continue
      }
      let wait = pace.poll
      try {
        if (await handler.feed?.(wake)) wake()
        const bounds = { rate, room: roomLeft() }
        const { claims, waitMs } = await claim(kind, free, pace.lease, [...inHand.keys()], bounds)
        if (pause > pace.poll) log.info('delivery.resumed', `Delivery of ${label} goes on: the database is back.`)
        wait = pause = pace.poll
        if (waitMs !== null) wait = Math.max(waitMs, 1)
        // Receivers that are full may hide others for one look.
        if (places && claims.length > 0) wake()
        moreWaits = claims.length === free || waitMs !== null || places !== undefined
        for (const claimed of claims) take(claimed)
      } catch (error) {
        if (pause === pace.poll) logFailure('database', `Delivery of ${label} pauses.`, error)
        wait = pause = Math.min(Math.max(pause * 2, pace.poll + 1), pace.longestPause)
      }
      if (!stopping.aborted) await bell.wait(wait)
    }
    await Promise.all([...inHand.values()].map(({ ended }) => ended))
  }

  function roomLeft(): Room | undefined {
    if (!places) return
    const left = new Map(places.fewer())
    for (const { receiver } of inHand.values())
      if (receiver) left.set(receiver, (left.get(receiver) ?? places.most) - 1)
    return { most: places.most, left }
  }

  function take(claimed: Claim) {
    const ended = workOff(claimed, handler, pace)
      .then(async ({ outcome, settle }) => {
        notice(outcome)
        await writeDown(claimed, settle, pace.longestPause, stopping)
      })
      .finally(() => {
        inHand.delete(claimed.id)
        if (moreWaits || breaker.isProbing) wake()
      })
    inHand.set(claimed.id, { receiver: claimed.receiver, ended })
  }

  function notice(outcome: Outcome) {
    if (outcome?.kind === 'away') {
      if (breaker.begin(outcome.reason)) logFailure(failure, `Delivery of ${label} waits.`, outcome.reason)
      if (isThere !== false) noteServer(false)
    } else {
      if (breaker.end()) log.info('delivery.resumed', `Delivery of ${label} goes on: the server is there.`)
      // A permanent failure proves that the server answered; a temporary one proves nothing.
      if (isThere !== true && outcome?.kind !== 'passing') noteServer(true)
    }
  }

  function noteServer(there: boolean) {
    isThere = there
    handler.serverIs?.(there).catch((error: unknown) => {
      isThere = undefined
      logFailure('database', `It could not be noted that the server of ${label} is ${there ? 'there' : 'away'}.`, error)
    })
  }

  stopping.addEventListener('abort', wake)
  return { wake, ended: run() }
}
