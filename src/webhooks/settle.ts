import { and, eq, isNotNull, isNull, not, or, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { isAmong } from '#db/query/conditions.ts'
import { deliverySql } from '#db/query/predicates.ts'
import { isAhead } from '#db/query/time-marks.ts'
import { webhookAttempts, webhookDeliveries, webhooks } from '#db/schema.ts'
import { FAILING_DAYS, type OffReason } from '#src/domain/webhook/webhook.ts'
import { notifyOfWebhook } from '#src/emails/notify-webhook.ts'
import { type Next, withdraw } from '#src/queue/queue.ts'
import { log } from '#src/runtime/log.ts'
import type { Tried } from './attempt.ts'
import { LONGEST_PAUSE, type nextDelay } from './pace.ts'
import { isOwned, type ToSend } from './queries.ts'

export async function settle(tx: Tx, delivery: ToSend, tried: Tried, retryAfter: typeof nextDelay): Promise<Next> {
  // The webhook before its deliveries, as everywhere, against deadlocks.
  const off = tried.arrived ? await noteArrival(tx, delivery) : await noteFailure(tx, delivery, tried)
  const delayMs = tried.arrived || off ? null : delayOf(delivery, tried, retryAfter)
  const status = tried.arrived ? 'delivered' : delayMs === null ? 'failed' : 'waiting'
  const [found] = await tx
    .update(webhookDeliveries)
    .set({ status, tries: delivery.tries + 1 })
    .where(eq(webhookDeliveries.id, delivery.id))
    .returning({ id: webhookDeliveries.id })
  if (!found) return null
  const { at, ms, status: answered, answer, reason } = tried
  await tx.insert(webhookAttempts).values({ deliveryId: found.id, at, ms, status: answered, answer, reason })
  return delayMs === null ? null : { delayMs, reason: reason ?? '' }
}

/** What an earlier version left waiting for a webhook that it turned off. */
export async function giveUp(tx: Tx, id: string): Promise<null> {
  const waits = and(eq(webhookDeliveries.id, id), deliverySql.isToDeliver())
  await tx.update(webhookDeliveries).set({ status: 'failed' }).where(waits)
  return null
}

async function noteArrival(tx: Tx, { webhookId }: ToSend): Promise<false> {
  await tx
    .update(webhooks)
    .set({ failingSince: null })
    .where(and(eq(webhooks.id, webhookId), isNotNull(webhooks.failingSince)))
  return false
}

async function noteFailure(tx: Tx, { webhookId }: ToSend, { gone }: Tried): Promise<boolean> {
  const [webhook] = await tx
    .update(webhooks)
    .set({
      failingSince: sql`case when ${isAhead(webhooks.failingSince)} then now() else coalesce(${webhooks.failingSince}, now()) end`,
    })
    .where(eq(webhooks.id, webhookId))
    .returning({
      offAt: webhooks.offAt,
      tooLong: sql<boolean>`${webhooks.failingSince} <= now() - make_interval(days => ${FAILING_DAYS})`,
    })
  if (!webhook || webhook.offAt) return true
  if (!gone && !webhook.tooLong) return false
  await turnOffByItself(tx, webhookId, gone ? 'gone' : 'failing')
  return true
}

export async function turnOffLeft(tx: Tx): Promise<void> {
  const left = await tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(isNull(webhooks.offAt), not(isOwned)))
    .orderBy(webhooks.id)
  for (const { id } of left) await turnOffByItself(tx, id, 'left')
}

async function turnOffByItself(tx: Tx, id: string, reason: Exclude<OffReason, 'by_hand'>): Promise<void> {
  const webhook = await turnOff(tx, id, reason)
  if (!webhook) return
  log.warn('webhook.off', 'A webhook was turned off by itself.', { webhook: id, reason })
  await notifyOfWebhook(tx, 'webhook_off', { ...webhook, reason })
}

export async function turnOff(tx: Tx, id: string, reason: OffReason) {
  const [webhook] = await tx
    .update(webhooks)
    .set({ offAt: sql`now()`, offReason: reason, updatedAt: sql`now()` })
    .where(and(eq(webhooks.id, id), isNull(webhooks.offAt)))
    .returning({
      id: webhooks.id,
      name: webhooks.name,
      url: webhooks.url,
      failingSince: webhooks.failingSince,
    })
  if (!webhook) return null
  const waiting = isAmong(webhookDeliveries.id, await withdraw(tx, 'webhook', id))
  const left = and(eq(webhookDeliveries.webhookId, id), isNotNull(webhookDeliveries.runAt))
  await tx.update(webhookDeliveries).set({ status: 'failed', runAt: null }).where(or(waiting, left))
  return webhook
}

function delayOf({ tries }: ToSend, tried: Tried, retryAfter: typeof nextDelay): number | null {
  const delay = retryAfter(tries + 1)
  return delay === null ? null : Math.max(delay, Math.min(tried.retryAfter ?? 0, LONGEST_PAUSE))
}
