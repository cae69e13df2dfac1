import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type DbOrTx, db } from '#db/connect/client.ts'
import { idList, is } from '#db/query/conditions.ts'
import { deliverySql, userSql } from '#db/query/predicates.ts'
import { holdsUntil, interval } from '#db/query/time-marks.ts'
import { queuedWork, users, webhookAttempts, webhookDeliveries, webhooks } from '#db/schema.ts'
import { displayName } from '#src/domain/account/account.ts'
import {
  type Attempt,
  type Delivery,
  ROTATION_HOURS,
  type Webhook,
  type WebhookPerson,
} from '#src/domain/webhook/webhook.ts'
import { after, type Cursor } from '#src/http/cursor.ts'
import { NotFound } from '#src/http/errors.ts'
import type { Listing } from '#src/http/list/listing.ts'
import { isUuid, oneById } from '#src/http/uuid.ts'

const maker = alias(users, 'maker')
const taker = alias(users, 'taker')
const owner = alias(users, 'owner')

const personOf = ({ id, firstName, lastName, username, email }: typeof maker | typeof taker) => ({
  ...{ id, firstName, lastName, username, email },
})

export const isOwned = sql<boolean>`exists (
  select from users owner
  where owner.id = coalesce(${webhooks.takenOverBy}, ${webhooks.createdBy}) and ${userSql.isAdmin(owner)}
    and owner.deleted_at is null)`

const webhookColumns = {
  id: webhooks.id,
  name: webhooks.name,
  url: webhooks.url,
  types: webhooks.types,
  previousUntil: webhooks.previousUntil,
  offAt: webhooks.offAt,
  offReason: webhooks.offReason,
  failingSince: webhooks.failingSince,
  createdAt: webhooks.createdAt,
  updatedAt: webhooks.updatedAt,
  createdBy: personOf(maker),
  takenOverBy: personOf(taker),
  isOwned,
}

const selected = (tx: DbOrTx) =>
  tx
    .select(webhookColumns)
    .from(webhooks)
    .leftJoin(maker, eq(maker.id, webhooks.createdBy))
    .leftJoin(taker, eq(taker.id, webhooks.takenOverBy))

type Row = Awaited<ReturnType<typeof selected>>[number]

const named = (person: Row['createdBy']): WebhookPerson | null =>
  person?.id ? { id: person.id, name: displayName(person) || 'No name' } : null

const webhookIn = (row: Row): Webhook => ({
  ...row,
  createdBy: named(row.createdBy),
  takenOverBy: named(row.takenOverBy),
})

export async function allWebhooks(): Promise<Webhook[]> {
  return (await selected(db).orderBy(asc(webhooks.createdAt), asc(webhooks.id))).map(webhookIn)
}

export async function webhookById(id: string, tx: DbOrTx = db): Promise<Webhook> {
  const found = await oneById(id, () => selected(tx).where(eq(webhooks.id, id)))
  return webhookIn(found)
}

const deliveryColumns = {
  id: webhookDeliveries.id,
  eventId: webhookDeliveries.eventId,
  type: webhookDeliveries.type,
  status: webhookDeliveries.status,
  runAt: sql<Date | null>`coalesce(${queuedWork.runAt}, ${webhookDeliveries.runAt})`.mapWith(queuedWork.runAt),
  createdAt: webhookDeliveries.createdAt,
}

const withDue = (tx: DbOrTx) =>
  tx
    .select(deliveryColumns)
    .from(webhookDeliveries)
    .leftJoin(
      queuedWork,
      and(is(queuedWork.kind, 'webhook'), eq(queuedWork.subject, webhookDeliveries.id), deliverySql.isToDeliver()),
    )

export const deliveriesOf = (webhookId: string): Listing<Delivery> => ({
  at: ({ createdAt }) => createdAt,
  count: (most) =>
    most === undefined
      ? db.$count(webhookDeliveries, eq(webhookDeliveries.webhookId, webhookId))
      : db.$count(
          db
            .select({ id: webhookDeliveries.id })
            .from(webhookDeliveries)
            .where(eq(webhookDeliveries.webhookId, webhookId))
            .limit(most)
            .as('some'),
        ),
  read: async (cursor: Cursor | null, limit) => {
    const rows = await withDue(db)
      .where(
        and(
          eq(webhookDeliveries.webhookId, webhookId),
          after(cursor, webhookDeliveries.createdAt, webhookDeliveries.id),
        ),
      )
      .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
      .limit(limit)
    const attempts = await attemptsOf(rows.map(({ id }) => id))
    return rows.map((row) => ({ ...row, attempts: attempts.get(row.id) ?? [] }))
  },
})

export async function deliveryById(webhookId: string, id: string, tx: DbOrTx = db): Promise<Delivery> {
  const isIt = and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.webhookId, webhookId))
  const [found] = isUuid(webhookId) && isUuid(id) ? await withDue(tx).where(isIt) : []
  if (!found) throw new NotFound()
  return { ...found, attempts: (await attemptsOf([found.id], tx)).get(found.id) ?? [] }
}

export const stillSigning = sql<string | null>`case
  when ${holdsUntil(webhooks.previousUntil, interval(`${ROTATION_HOURS} hours`))} then ${webhooks.previousSecret} end`

export type ToSend = NonNullable<Awaited<ReturnType<typeof deliveryToSend>>>

export async function deliveryToSend(id: string) {
  const [found] = await db
    .select({
      id: webhookDeliveries.id,
      webhookId: webhookDeliveries.webhookId,
      eventId: webhookDeliveries.eventId,
      body: webhookDeliveries.body,
      tries: webhookDeliveries.tries,
      url: webhooks.url,
      secret: webhooks.secret,
      previousSecret: stillSigning,
      offAt: webhooks.offAt,
    })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(and(eq(webhookDeliveries.id, id), deliverySql.isToDeliver()))
  return found
}

async function attemptsOf(ids: readonly string[], tx: DbOrTx = db): Promise<Map<string, Attempt[]>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({
      deliveryId: webhookAttempts.deliveryId,
      at: webhookAttempts.at,
      ms: webhookAttempts.ms,
      status: webhookAttempts.status,
      answer: webhookAttempts.answer,
      reason: webhookAttempts.reason,
    })
    .from(webhookAttempts)
    .where(sql`${webhookAttempts.deliveryId} = any(${idList(ids)}::uuid[])`)
    .orderBy(desc(webhookAttempts.id))
  const all = new Map<string, Attempt[]>()
  for (const { deliveryId, ...attempt } of rows) {
    const those = all.get(deliveryId) ?? []
    all.set(deliveryId, [...those, attempt])
  }
  return all
}
