import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'

const key = {
  /** As invoice_sum_keys() names them: everybody's, an agency's, a contractor's, both's together, an agent's, each day's. */
  of: uuid().notNull(),
  /** London's, by its first day, of when it was made; of each day's sums that day. */
  month: date({ mode: 'string' }).notNull(),
  isVoid: boolean().notNull(),
  isPaid: boolean().notNull(),
  /** Of those that are owed, by the month's first day; 'infinity' of the others. */
  dueOn: date({ mode: 'string' }).notNull(),
}

const sums = {
  count: integer().notNull(),
  net: bigint({ mode: 'number' }).notNull(),
  vat: bigint({ mode: 'number' }).notNull(),
  amount: bigint({ mode: 'number' }).notNull(),
}

/** What invoices come to, in pence. Of use with the changes that are not folded in yet. */
export const invoiceSums = pgTable('invoice_sums', { ...key, ...sums }, (table) => [
  primaryKey({ columns: [table.of, table.month, table.isVoid, table.isPaid, table.dueOn] }),
  index('invoice_sums_empty_index').on(table.of).where(sql`${table.count} = 0`),
])

/** What triggers note of each change of invoices, so that no writer waits for another. */
export const invoiceSumChanges = pgTable('invoice_sum_changes', { ...key, ...sums }, (table) => [
  index('invoice_sum_changes_index').on(table.of),
])
