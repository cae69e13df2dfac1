import { eq, lt, or, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { lockName } from '#db/query/locks.ts'
import { interval, isAhead } from '#db/query/time-marks.ts'
import { webhooks } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isOn, MAX_WEBHOOKS, OFF_WORDS, ROTATION_HOURS, type Webhook } from '#src/domain/webhook/webhook.ts'
import { headSeq } from '#src/events/queries.ts'
import { NotFound, Refused } from '#src/http/errors.ts'
import { isUuid } from '#src/http/uuid.ts'
import { withdraw } from '#src/queue/queue.ts'
import { transaction } from '#src/writes/transaction.ts'
import { stillSigning, webhookById } from './queries.ts'
import { turnOff } from './settle.ts'
import { newSecret, sealSecret } from './signature.ts'

export type WithSecret = Webhook & { secret: string }

type Sent = { name: string; url: string; types?: string[] }

export function createWebhook(user: Actor, { name, url, types = [] }: Sent): Promise<WithSecret> {
  authorize(user, 'makeWebhook')
  return transaction(async (tx) => {
    await lockName(tx, 'webhooks')
    if ((await tx.$count(webhooks)) >= MAX_WEBHOOKS)
      throw new Refused(`There are ${MAX_WEBHOOKS} webhooks. Please delete one that is no longer needed.`)
    const id = Bun.randomUUIDv7()
    const secret = newSecret()
    await tx.insert(webhooks).values({
      ...{ id, name, url: new URL(url).href, types, createdBy: user.id },
      secret: sealSecret(id, secret),
      afterSeq: await headSeq(),
    })
    return { ...(await webhookById(id, tx)), secret }
  })
}

export function changeWebhook(user: Actor, id: string, sent: Partial<Sent> & { on?: boolean }): Promise<Webhook> {
  authorize(user, 'manageWebhooks')
  return transaction(async (tx) => {
    const webhook = await lockWebhook(tx, id)
    if (sent.on === false) await turnOff(tx, id, 'by_hand')
    // What happened while it was off is not sent.
    const turnedOn = sent.on === true && !isOn(webhook)
    if (turnedOn && !webhook.isOwned) throw new Refused(`${OFF_WORDS.left} Please take it over.`)
    const { name = webhook.name, types = webhook.types } = sent
    const url = sent.url === undefined ? webhook.url : new URL(sent.url).href
    const isAimed = url === webhook.url && types.join() === webhook.types.join()
    if (!isAimed) authorize(user, 'makeWebhook')
    if (isAimed && name === webhook.name && !turnedOn) return webhookById(id, tx)
    await tx
      .update(webhooks)
      .set({
        ...{ name, url, types, updatedAt: sql`now()` },
        ...(turnedOn && (await on())),
        ...(url !== webhook.url && { failingSince: null }),
      })
      .where(eq(webhooks.id, id))
    return webhookById(id, tx)
  })
}

const on = async () => ({ offAt: null, offReason: null, failingSince: null, afterSeq: await headSeq() })

export function takeOverWebhook(user: Actor, id: string): Promise<Webhook> {
  authorize(user, 'makeWebhook')
  return transaction(async (tx) => {
    const webhook = await lockWebhook(tx, id)
    const owner = webhook.takenOverBy ?? webhook.createdBy
    if (webhook.isOwned) throw new Refused(`${owner?.name} answers for this webhook.`)
    const taken = { ...(await on()), takenOverBy: user.id, updatedAt: sql`now()` }
    await tx.update(webhooks).set(taken).where(eq(webhooks.id, id))
    return webhookById(id, tx)
  })
}

export async function deleteWebhook(user: Actor, id: string): Promise<void> {
  authorize(user, 'manageWebhooks')
  await transaction(async (tx) => {
    await lockWebhook(tx, id)
    await withdraw(tx, 'webhook', id)
    await tx.delete(webhooks).where(eq(webhooks.id, id))
  })
}

const MAX_PREVIOUS = sql.raw('3')

export function rotateSecret(user: Actor, id: string): Promise<WithSecret> {
  authorize(user, 'makeWebhook')
  return transaction(async (tx) => {
    await lockWebhook(tx, id)
    const secret = newSecret()
    await tx
      .update(webhooks)
      .set({
        secret: sealSecret(id, secret),
        previousSecret: sql`array_to_string(
          (string_to_array(concat_ws(' ', ${webhooks.secret}, ${stillSigning}), ' '))[1:${MAX_PREVIOUS}], ' ')`,
        previousUntil: sql`now() + make_interval(hours => ${ROTATION_HOURS})`,
        updatedAt: sql`now()`,
      })
      .where(eq(webhooks.id, id))
    return { ...(await webhookById(id, tx)), secret }
  })
}

export const forgetPreviousSecrets = (): Promise<void> =>
  transaction(async (tx) => {
    await tx
      .update(webhooks)
      .set({ previousSecret: null, previousUntil: null })
      .where(
        or(
          lt(webhooks.previousUntil, sql`now()`),
          isAhead(webhooks.previousUntil, interval(`${ROTATION_HOURS} hours`)),
        ),
      )
  })

export async function lockWebhook(tx: Tx, id: string): Promise<Webhook> {
  if (!isUuid(id)) throw new NotFound()
  await tx.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.id, id)).for('update')
  return webhookById(id, tx)
}
