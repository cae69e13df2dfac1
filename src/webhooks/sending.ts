import { onEvents } from '#src/events/bell.ts'
import { Bell } from '#src/queue/bell.ts'
import { writeDown } from '#src/queue/work-off.ts'
import { env } from '#src/runtime/env.ts'
import { log, logFailure } from '#src/runtime/log.ts'
import { transaction } from '#src/writes/transaction.ts'
import { attempt, type Sending } from './attempt.ts'
import { onQueued } from './bell.ts'
import { type Claim, claim } from './claim.ts'
import { PACE, type Pace } from './pace.ts'
import { resolveByDns } from './resolve.ts'
import { settle, turnOffLeft } from './settle.ts'
import { type Standing, takeEvents, webhooksOn } from './take-events.ts'

const WORDS = {
  lost: 'A webhook’s delivery was taken over by another process, or deleted.',
  unwritten: 'What was sent to a webhook could not be written down.',
}

export type Webhooks = { stop(): Promise<void>; wake(): void }

/** Takes events and sends them, beside other processes that do the same. */
export function startWebhooks(changes: Partial<Pace> = {}, sending: Partial<Sending> = {}): Webhooks {
  const pace = { ...PACE, ...changes }
  const how = { allowed: env.WEBHOOK_ALLOW, resolve: resolveByDns, timeout: pace.timeout, ...sending }
  const bell = new Bell()
  const inHand = new Map<string, Set<Promise<void>>>()
  const stopping = new AbortController()
  let unhear: (() => void) | undefined

  async function run() {
    let pause = pace.poll
    while (!stopping.signal.aborted) {
      try {
        const on = await ownedWebhooks()
        hear(on.length > 0)
        if (on.length && (await takeEvents(on))) bell.ring()
        for (const webhook of on) await takeDue(webhook)
        if (pause > pace.poll) log.info('delivery.resumed', 'Webhooks go on: the database is back.')
        pause = pace.poll
      } catch (error) {
        if (pause === pace.poll) logFailure('database', 'Webhooks pause.', error)
        pause = Math.min(pause * 2, pace.longestPause)
      }
      if (!stopping.signal.aborted) await bell.wait(pause)
    }
    await Promise.all([...inHand.values()].flatMap((works) => [...works]))
  }

  /** Another version, or an administration of the database, may leave some that nobody answers for. */
  async function ownedWebhooks(): Promise<Standing[]> {
    const on = await webhooksOn()
    if (on.every(({ isOwned }) => isOwned)) return on
    await transaction(turnOffLeft)
    return on.filter(({ isOwned }) => isOwned)
  }

  /** Events are numbered sooner while somebody hears of them. */
  function hear(wanted: boolean) {
    if (wanted) unhear ??= onEvents(() => bell.ring())
    else {
      unhear?.()
      unhear = undefined
    }
  }

  async function takeDue({ id, failingSince }: Standing) {
    const works = inHand.get(id) ?? new Set()
    // One is enough to learn whether a receiver is back.
    const free = (failingSince ? 1 : pace.parallel) - works.size
    if (free <= 0 || stopping.signal.aborted) return
    for (const claimed of await claim(id, free, pace.lease)) {
      const work: Promise<void> = send(claimed).finally(() => {
        works.delete(work)
        if (works.size === 0) inHand.delete(id)
        bell.ring()
      })
      inHand.set(id, works.add(work))
    }
  }

  async function send(claimed: Claim) {
    const tried = await attempt(claimed, how)
    const lost = { ...WORDS, row: claimed.id }
    await writeDown(lost, () => settle(claimed, tried, pace), pace.longestPause, stopping.signal)
  }

  const unqueue = onQueued(() => bell.ring())
  const ended = run()
  return {
    wake: () => bell.ring(),
    stop: async () => {
      stopping.abort()
      hear(false)
      unqueue()
      bell.ring()
      await ended
    },
  }
}
