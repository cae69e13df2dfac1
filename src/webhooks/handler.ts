import { MAX_WEBHOOKS } from '#src/domain/webhook/webhook.ts'
import { onEvents } from '#src/events/bell.ts'
import type { Handler } from '#src/queue/handler.ts'
import { env } from '#src/runtime/env.ts'
import { transaction } from '#src/writes/transaction.ts'
import { attempt, type Sending } from './attempt.ts'
import { onQueued } from './bell.ts'
import { LEASE, nextDelay, TIMEOUT } from './pace.ts'
import { deliveryToSend } from './queries.ts'
import { resolveByDns } from './resolve.ts'
import { giveUp, settle, turnOffLeft } from './settle.ts'
import { type Standing, takeEvents, webhooksOn } from './take-events.ts'

const PLACES = 4

/** `retryAfter` has the delay after so many tries; null when there were enough. */
type Options = Partial<Sending> & { retryAfter?: typeof nextDelay }

export function webhookHandler({ retryAfter = nextDelay, ...changes }: Options = {}): Handler {
  const sending = { allowed: env.WEBHOOK_ALLOW, resolve: resolveByDns, timeout: TIMEOUT, ...changes }
  let failing: string[] = []
  let unqueue: (() => void) | undefined
  let unhear: (() => void) | undefined

  function hear(wanted: boolean, wake: () => void) {
    unqueue ??= onQueued(wake)
    if (wanted) unhear ??= onEvents(wake)
    else {
      unhear?.()
      unhear = undefined
    }
  }

  return {
    pace: { work: sending.timeout + 5000, lease: LEASE, parallel: MAX_WEBHOOKS * PLACES },
    // One is enough to learn whether a receiver is back.
    places: { most: PLACES, fewer: () => failing.map((id) => [id, 1]) },
    async feed(wake) {
      const on = await ownedWebhooks()
      failing = on.flatMap(({ id, failingSince }) => (failingSince ? [id] : []))
      hear(on.length > 0, wake)
      return takeEvents(on)
    },
    async work(id) {
      const delivery = await deliveryToSend(id)
      if (!delivery || delivery.offAt) return (tx) => giveUp(tx, id)
      const tried = await attempt(delivery, sending)
      return (tx) => settle(tx, delivery, tried, retryAfter)
    },
    close() {
      unqueue?.()
      unhear?.()
    },
  }
}

async function ownedWebhooks(): Promise<Standing[]> {
  const on = await webhooksOn()
  if (on.every(({ isOwned }) => isOwned)) return on
  await transaction(turnOffLeft)
  return on.filter(({ isOwned }) => isOwned)
}
