import { and, eq, sql } from 'drizzle-orm'
import { afterCommit } from '#db/after-commit.ts'
import type { Tx } from '#db/client.ts'
import { webhookDeliveries, webhooks } from '#db/schema.ts'
import type { Actor } from '#src/accounts/account.ts'
import { headSeq } from '#src/events/queries.ts'
import { may } from '#src/guard/may.ts'
import { transaction } from '#src/guard/transaction.ts'
import { NotFound, Refused } from '#src/web/errors.ts'
import { isUuid } from '#src/web/uuid.ts'
import { tellOfQueued } from './bell.ts'
import { deliveryById, webhookById, webhookColumns } from './queries.ts'
import { turnOff } from './settle.ts'
import { newSecret, sealSecret } from './signature.ts'
import { type Delivery, isOn, MAX_WEBHOOKS, ROTATION_HOURS, TEST_TYPE, type Webhook } from './webhook.ts'

export type WithSecret = Webhook & { secret: string }

type Sent = { name: string; url: string; types?: string[] }

export function createWebhook(user: Actor, { name, url, types = [] }: Sent): Promise<WithSecret> {
  may(user, 'manageWebhooks')
  return transaction(async (tx) => {
    // Requests count one after the other.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('webhooks', 0))`)
    if ((await tx.$count(webhooks)) >= MAX_WEBHOOKS)
      throw new Refused(`There are ${MAX_WEBHOOKS} webhooks. Please delete one that is no longer needed.`)
    const id = Bun.randomUUIDv7()
    const secret = newSecret()
    const [made] = await tx
      .insert(webhooks)
      .values({
        ...{ id, name, url: new URL(url).href, types, createdBy: user.id },
        secret: sealSecret(id, secret),
        afterSeq: await headSeq(),
      })
      .returning(webhookColumns)
    return { ...made!, secret }
  })
}

export function changeWebhook(user: Actor, id: string, sent: Partial<Sent> & { on?: boolean }): Promise<Webhook> {
  may(user, 'manageWebhooks')
  return transaction(async (tx) => {
    const webhook = await lockWebhook(tx, id)
    if (sent.on === false) await turnOff(tx, id, 'by_hand')
    // What happened while it was off is not sent.
    const turnedOn = sent.on === true && !isOn(webhook)
    const { name = webhook.name, types = webhook.types } = sent
    const url = sent.url === undefined ? webhook.url : new URL(sent.url).href
    const isSame = name === webhook.name && url === webhook.url && types.join() === webhook.types.join()
    if (isSame && !turnedOn) return webhookById(id, tx)
    const [changed] = await tx
      .update(webhooks)
      .set({
        ...{ name, url, types, updatedAt: sql`now()` },
        ...(turnedOn && { offAt: null, offReason: null, failingSince: null, afterSeq: await headSeq() }),
        // What failed at another address says nothing of this one.
        ...(url !== webhook.url && { failingSince: null }),
      })
      .where(eq(webhooks.id, id))
      .returning(webhookColumns)
    return changed!
  })
}

export async function deleteWebhook(user: Actor, id: string): Promise<void> {
  may(user, 'manageWebhooks')
  await transaction(async (tx) => {
    await lockWebhook(tx, id)
    await tx.delete(webhooks).where(eq(webhooks.id, id))
  })
}

/** The previous secret signs too for a day, so that the receiver can change over without losing a message. */
export function rotateSecret(user: Actor, id: string): Promise<WithSecret> {
  may(user, 'manageWebhooks')
  return transaction(async (tx) => {
    await lockWebhook(tx, id)
    const secret = newSecret()
    const [changed] = await tx
      .update(webhooks)
      .set({
        secret: sealSecret(id, secret),
        previousSecret: webhooks.secret,
        previousUntil: sql`now() + make_interval(hours => ${ROTATION_HOURS})`,
        updatedAt: sql`now()`,
      })
      .where(eq(webhooks.id, id))
      .returning(webhookColumns)
    return { ...changed!, secret }
  })
}

export function sendTest(user: Actor, id: string): Promise<Delivery> {
  may(user, 'manageWebhooks')
  return transaction(async (tx) => {
    requireOn(await lockWebhook(tx, id))
    const eventId = Bun.randomUUIDv7()
    const body = { type: TEST_TYPE, timestamp: new Date().toISOString(), data: { id: eventId, type: TEST_TYPE } }
    const [made] = await tx
      .insert(webhookDeliveries)
      .values({ webhookId: id, eventId, type: TEST_TYPE, body: JSON.stringify(body), runAt: sql`now()` })
      .returning({ id: webhookDeliveries.id })
    afterCommit(tx, tellOfQueued)
    return deliveryById(id, made!.id, tx)
  })
}

/** Sends the same message again, under the same id; a failure is tried again as the first time. */
export function sendAgain(user: Actor, id: string, deliveryId: string): Promise<Delivery> {
  may(user, 'manageWebhooks')
  return transaction(async (tx) => {
    requireOn(await lockWebhook(tx, id))
    if (!isUuid(deliveryId)) throw new NotFound()
    const isIt = and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.webhookId, id))
    const [found] = await tx
      .select({ leased: sql<boolean>`coalesce(${webhookDeliveries.leasedUntil} > now(), false)` })
      .from(webhookDeliveries)
      .where(isIt)
      .for('update')
    if (!found) throw new NotFound()
    if (found.leased) throw new Refused('It is being sent just now.')
    await tx.update(webhookDeliveries).set({ status: 'waiting', tries: 0, runAt: sql`now()` }).where(isIt)
    afterCommit(tx, tellOfQueued)
    return deliveryById(id, deliveryId, tx)
  })
}

/** Those that sign no more. */
export const forgetPreviousSecrets = (): Promise<void> =>
  transaction(async (tx) => {
    await tx
      .update(webhooks)
      .set({ previousSecret: null, previousUntil: null })
      .where(sql`${webhooks.previousUntil} < now()`)
  })

async function lockWebhook(tx: Tx, id: string): Promise<Webhook> {
  if (!isUuid(id)) throw new NotFound()
  await tx.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.id, id)).for('update')
  return webhookById(id, tx)
}

function requireOn(webhook: Webhook): void {
  if (!isOn(webhook)) throw new Refused('This webhook is off. Please turn it on first.')
}
