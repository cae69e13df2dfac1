import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** Counts kept by triggers, as sums of changes, +1 and -1, so that no writer waits for another. */
export const tallies = pgTable('tallies', {
  of: text().notNull(),
  /** Of visits the invoicing status; '' for invoices. */
  status: text().notNull(),
  /** The type of jobs; 'to_invoice' or 'done' of quotes whose work is done; 'photos' of visits with photos; else ''. */
  kind: text().notNull(),
  count: integer().notNull(),
  pence: bigint({ mode: 'number' }).notNull().default(0),
})
