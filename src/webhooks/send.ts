import { and, eq, sql } from 'drizzle-orm'
import { afterCommit } from '#db/connect/after-commit.ts'
import type { Tx } from '#db/connect/client.ts'
import { webhookDeliveries } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { type Delivery, isOn, TEST_TYPE, type Webhook } from '#src/domain/webhook/webhook.ts'
import { NotFound, Refused } from '#src/http/errors.ts'
import { isUuid } from '#src/http/uuid.ts'
import { enqueueAt } from '#src/queue/enqueue.ts'
import { isInHand } from '#src/queue/queue.ts'
import { transaction } from '#src/writes/transaction.ts'
import { lockWebhook } from './actions.ts'
import { notifyOfQueued } from './bell.ts'
import { LEASE } from './pace.ts'
import { deliveryById } from './queries.ts'

export function sendTest(user: Actor, id: string): Promise<Delivery> {
  authorize(user, 'manageWebhooks')
  return transaction(async (tx) => {
    requireOn(await lockWebhook(tx, id))
    const eventId = Bun.randomUUIDv7()
    const body = { type: TEST_TYPE, timestamp: new Date().toISOString(), data: { id: eventId, type: TEST_TYPE } }
    const [made] = await tx
      .insert(webhookDeliveries)
      .values({ webhookId: id, eventId, type: TEST_TYPE, body: JSON.stringify(body) })
      .returning({ id: webhookDeliveries.id })
    return queued(tx, id, made!.id)
  })
}

export function sendAgain(user: Actor, id: string, deliveryId: string): Promise<Delivery> {
  authorize(user, 'manageWebhooks')
  return transaction(async (tx) => {
    requireOn(await lockWebhook(tx, id))
    if (!isUuid(deliveryId)) throw new NotFound()
    const isIt = and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.webhookId, id))
    const [found] = await tx.select({ id: webhookDeliveries.id }).from(webhookDeliveries).where(isIt).for('update')
    if (!found) throw new NotFound()
    if (await isInHand(tx, 'webhook', found.id, LEASE)) throw new Refused('It is being sent just now.')
    await tx.update(webhookDeliveries).set({ status: 'waiting', tries: 0, runAt: null }).where(isIt)
    return queued(tx, id, found.id)
  })
}

async function queued(tx: Tx, webhookId: string, id: string): Promise<Delivery> {
  await enqueueAt(tx, 'webhook', id, sql`now()`, webhookId)
  afterCommit(tx, notifyOfQueued)
  return deliveryById(webhookId, id, tx)
}

function requireOn(webhook: Webhook): void {
  if (!isOn(webhook)) throw new Refused('This webhook is off. Please turn it on first.')
}
