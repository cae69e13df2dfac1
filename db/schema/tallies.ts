import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'

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

/** First visits of jobs by who made them, and how many came late: sums of changes, as above. */
export const firstVisitTallies = pgTable(
  'first_visit_tallies',
  {
    contractorId: uuid().notNull(),
    trade: text().notNull(),
    /** The outward part of the postcode, such as 'GU1'. */
    district: text().notNull(),
    visits: integer().notNull(),
    late: integer().notNull(),
  },
  (table) => [index('first_visit_tallies_index').on(table.trade, table.district, table.contractorId)],
)
