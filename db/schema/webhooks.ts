import { sql } from 'drizzle-orm'
import { bigint, bigserial, index, integer, pgEnum, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { DELIVERY_STATUSES, type OffReason } from '#src/domain/webhook/webhook.ts'
import { users } from './accounts.ts'
import { createdAt, id, instant, updatedAt } from './columns.ts'

export const webhookDeliveryStatus = pgEnum('webhook_delivery_status', DELIVERY_STATUSES)

export const webhooks = pgTable(
  'webhooks',
  {
    id: id(),
    name: text().notNull(),
    url: text().notNull(),
    /** Kinds of event; none means all. */
    types: text().array().notNull().default(sql`'{}'`),
    /** Sealed: it signs, so a hash would not do. */
    secret: text().notNull(),
    previousSecret: text(),
    /** Until then the previous secret signs too. */
    previousUntil: instant(),
    afterSeq: bigint({ mode: 'number' }).notNull(),
    offAt: instant(),
    offReason: text().$type<OffReason>(),
    failingSince: instant(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    takenOverBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('webhooks_created_by_index').on(table.createdBy),
    index('webhooks_taken_over_by_index').on(table.takenOverBy),
  ],
)

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    webhookId: uuid()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    eventId: uuid().notNull(),
    type: text().notNull(),
    body: text().notNull(),
    status: webhookDeliveryStatus().notNull().default('waiting'),
    /** Of this round: sending by hand begins another. */
    tries: integer().notNull().default(0),
    // An earlier version beside this one writes the next three. A trigger moves its `runAt` to the queue.
    attempts: integer().notNull().default(0),
    runAt: instant(),
    leasedUntil: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('webhook_deliveries_event_unique').on(table.webhookId, table.eventId),
    index('webhook_deliveries_due_index').on(table.webhookId, table.runAt).where(sql`${table.runAt} is not null`),
    index('webhook_deliveries_newest_index').on(table.webhookId, table.createdAt, table.id),
    index('webhook_deliveries_created_index').on(table.createdAt),
  ],
)

export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    deliveryId: uuid()
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    at: instant().notNull(),
    ms: integer().notNull(),
    status: integer(),
    answer: text(),
    reason: text(),
  },
  (table) => [index('webhook_attempts_delivery_index').on(table.deliveryId, table.id)],
)
