import { sql } from 'drizzle-orm'
import { customType, date, pgEnum, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { FIGURE_KINDS } from '#src/domain/job/figures/figures.ts'
import { createdAt } from './columns.ts'

export const figureKind = pgEnum('figure_kind', FIGURE_KINDS)

const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })

/** Days whose figures have changed, as triggers note them: not by what happened within the hour. */
export const figureChanges = pgTable(
  'figure_changes',
  {
    tx: transactionId().notNull().default(sql`pg_current_xact_id()`),
    kind: figureKind().notNull(),
    /** London's days, both included; 'infinity' of what is so from a day on. */
    from: date({ mode: 'string' }).notNull(),
    until: date({ mode: 'string' }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.tx, table.kind, table.from, table.until] })],
)
