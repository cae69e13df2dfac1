import { and, eq, isNotNull, isNull, not, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { isAhead } from '#db/query/time-marks.ts'
import { webhookAttempts, webhookDeliveries, webhooks } from '#db/schema.ts'
import { FAILING_DAYS, type OffReason } from '#src/domain/webhook/webhook.ts'
import { tellOfWebhook } from '#src/emails/tell-webhook.ts'
import { log } from '#src/runtime/log.ts'
import { transaction } from '#src/writes/transaction.ts'
import type { Tried } from './attempt.ts'
import type { Claim } from './claim.ts'
import type { Pace } from './pace.ts'
import { isOwned } from './queries.ts'

/** Notes what came of an attempt. False when the lease was lost, or the webhook is gone. */
export const settle = (claim: Claim, tried: Tried, pace: Pace): Promise<boolean> =>
  transaction(async (tx) => {
    // The webhook before its deliveries, as everywhere, against deadlocks.
    const off = tried.arrived ? await noteArrival(tx, claim) : await noteFailure(tx, claim, tried)
    const wait = tried.arrived || off ? null : delayOf(claim, tried, pace)
    const [held] = await tx
      .update(webhookDeliveries)
      .set({
        status: tried.arrived ? 'delivered' : wait === null ? 'failed' : 'waiting',
        runAt: wait === null ? null : sql`now() + ${wait} * interval '1 ms'`,
        leasedUntil: null,
      })
      .where(and(eq(webhookDeliveries.id, claim.id), eq(webhookDeliveries.attempts, claim.attempts)))
      .returning({ id: webhookDeliveries.id })
    if (!held) return false
    const { at, ms, status, answer, reason } = tried
    await tx.insert(webhookAttempts).values({ deliveryId: held.id, at, ms, status, answer, reason })
    return true
  })

async function noteArrival(tx: Tx, { webhookId }: Claim): Promise<false> {
  await tx
    .update(webhooks)
    .set({ failingSince: null })
    .where(and(eq(webhooks.id, webhookId), isNotNull(webhooks.failingSince)))
  return false
}

/** True when the webhook is off, now or before. */
async function noteFailure(tx: Tx, { webhookId }: Claim, { gone }: Tried): Promise<boolean> {
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

/** Turns off each for which nobody who is an administrator answers any more. */
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
  await tellOfWebhook(tx, 'webhook_off', { ...webhook, reason })
}

/** What waits is not sent any more, unless by hand. Null when it was off. */
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
  await tx
    .update(webhookDeliveries)
    .set({ status: 'failed', runAt: null })
    .where(and(eq(webhookDeliveries.webhookId, id), isNotNull(webhookDeliveries.runAt)))
  return webhook
}

function delayOf({ tries }: Claim, { retryAfter }: Tried, { retryAfter: planned, longestWait }: Pace): number | null {
  const delay = planned(tries)
  return delay === null ? null : Math.max(delay, Math.min(retryAfter ?? 0, longestWait))
}
