import { type FailureKind, log, logFailure } from '#src/runtime/log.ts'
import { Bell } from './bell.ts'
import type { Handler } from './handler.ts'
import type { Pace } from './pace.ts'
import { type Claim, claim, type WorkKind } from './queue.ts'
import { Rest } from './rest.ts'
import { type Outcome, settle, workOff, writeDown } from './work-off.ts'

export type Lane = {
  wake(): void
  ended: Promise<void>
}

export function startLane(kind: WorkKind, handler: Handler, pace: Pace, stopping: AbortSignal): Lane {
  const { label, failure } = NAMES[kind]
  const bell = new Bell()
  const inHand = new Map<number, Promise<void>>()
  const rest = new Rest(pace.restAfter)
  let moreWaits = false
  let isThere: boolean | undefined

  async function run() {
    let pause = pace.poll
    while (!stopping.aborted) {
      if (rest.left > 0) {
        await bell.wait(rest.left)
        continue
      }
      const free = (rest.isProbing ? 1 : pace.parallel) - inHand.size
      if (free <= 0) {
        await bell.wait(pace.poll)
        continue
      }
      let wait = pace.poll
      try {
        const { claims, waitMs } = await claim(kind, free, pace.lease, [...inHand.keys()], handler.rate)
        if (pause > pace.poll) log.info('delivery.resumed', `Delivery of ${label} goes on: the database is back.`)
        wait = pause = pace.poll
        if (waitMs !== null) wait = Math.max(waitMs, 1)
        moreWaits = claims.length === free || waitMs !== null
        for (const claimed of claims) take(claimed)
      } catch (error) {
        if (pause === pace.poll) logFailure('database', `Delivery of ${label} pauses.`, error)
        wait = pause = Math.min(Math.max(pause * 2, pace.poll + 1), pace.longestPause)
      }
      if (!stopping.aborted) await bell.wait(wait)
    }
    await Promise.all(inHand.values())
  }

  function take(claimed: Claim) {
    const work = workOff(claimed, handler, pace.work)
      .then(async (outcome) => {
        notice(outcome)
        const { id: row } = claimed
        await writeDown({ ...WORDS, row }, () => settle(claimed, handler, outcome, pace), pace.longestPause, stopping)
      })
      .finally(() => {
        inHand.delete(claimed.id)
        if (moreWaits || rest.isProbing) bell.ring()
      })
    inHand.set(claimed.id, work)
  }

  function notice(outcome: Outcome) {
    if (outcome?.kind === 'away') {
      if (rest.begin(outcome.reason)) logFailure(failure, `Delivery of ${label} waits.`, outcome.reason)
      if (isThere !== false) noteServer(false)
    } else {
      if (rest.end()) log.info('delivery.resumed', `Delivery of ${label} goes on: the server is there.`)
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

  stopping.addEventListener('abort', () => bell.ring())
  return { wake: () => bell.ring(), ended: run() }
}

const WORDS = {
  lost: 'An outbox row was taken over by another worker.',
  unwritten: 'What was delivered could not be written down.',
}

const NAMES: Record<WorkKind, { label: string; failure: FailureKind }> = {
  email: { label: 'e-mails', failure: 'mail' },
  remove_object: { label: 'removals of photos', failure: 'storage' },
  messages: { label: 'messages', failure: 'unexpected' },
  urgent: { label: 'urgent jobs', failure: 'unexpected' },
}
