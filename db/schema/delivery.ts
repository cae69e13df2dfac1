import { bigserial, index, integer, pgEnum, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'

export const outboxKind = pgEnum('outbox_kind', ['email', 'remove_object'])

/** Work to be done after commit: one row an e-mail or an object to remove. A row is deleted when it is done. */
export const outbox = pgTable(
  'outbox',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    kind: outboxKind().notNull(),
    /** email: the notification's id. remove_object: the uploaded object's id. */
    subject: uuid().notNull(),
    attempts: integer().notNull().default(0),
    runAt: instant().notNull().defaultNow(),
    /** While a worker holds the row; past this another may claim it. */
    leasedUntil: instant(),
    lastError: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index('outbox_due_index').on(table.runAt),
    uniqueIndex('outbox_subject_unique').on(table.kind, table.subject),
  ],
)

/** How far what was delivered has used a rate up; unlogged, as a crash may well forget it. */
export const deliveryRates = pgTable('delivery_rates', {
  name: text().primaryKey(),
  usedUpTo: instant().notNull().defaultNow(),
})
