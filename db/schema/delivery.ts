import { bigserial, index, integer, pgEnum, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'

export const outboxKind = pgEnum('outbox_kind', ['email', 'remove_object', 'messages'])

export const outbox = pgTable(
  'outbox',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    kind: outboxKind().notNull(),
    subject: uuid().notNull(),
    attempts: integer().notNull().default(0),
    runAt: instant().notNull().defaultNow(),
    leasedUntil: instant(),
    lastError: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index('outbox_due_index').on(table.runAt),
    uniqueIndex('outbox_subject_unique').on(table.kind, table.subject),
  ],
)

/** Until when a rate is used up. Unlogged: a crash may forget it. */
export const deliveryRates = pgTable('delivery_rates', {
  name: text().primaryKey(),
  usedUpTo: instant().notNull().defaultNow(),
})
