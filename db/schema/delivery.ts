import { sql } from 'drizzle-orm'
import { bigint, bigserial, index, integer, pgEnum, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { WORK_KINDS } from '#src/domain/queue.ts'
import { createdAt, instant } from './columns.ts'

export const workKind = pgEnum('outbox_kind', WORK_KINDS)

export const queuedWork = pgTable(
  'outbox',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    kind: workKind().notNull(),
    subject: uuid().notNull(),
    /** Who caused it; nobody for what Fettle does by itself. Each has a turn before anybody has the next. */
    owner: uuid().notNull().default('00000000-0000-0000-0000-000000000000'),
    /** Whom it goes to, where only so many may be in hand for each. */
    receiver: uuid(),
    /** Its place among all that is ready. Null while it is in hand or put off, and for what an earlier version wrote. */
    turn: bigint({ mode: 'number' }),
    attempts: integer().notNull().default(0),
    runAt: instant().notNull().defaultNow(),
    leasedUntil: instant(),
    lastError: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index('outbox_due_index').on(table.runAt),
    index('outbox_ready_index').on(table.kind, table.turn, table.id).where(sql`${table.turn} is not null`),
    index('outbox_owner_index').on(table.kind, table.owner, table.turn).where(sql`${table.turn} is not null`),
    index('outbox_later_index').on(table.kind, table.runAt).where(sql`${table.turn} is null`),
    uniqueIndex('outbox_subject_unique').on(table.kind, table.subject),
  ],
)

/** Until when a rate is used up. Unlogged: a crash may forget it. */
export const deliveryRates = pgTable('delivery_rates', {
  name: text().primaryKey(),
  usedUpTo: instant().notNull().defaultNow(),
})
