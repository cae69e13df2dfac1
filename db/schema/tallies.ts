import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * How many there are of what, kept by triggers (see the migration that made them): a count over everything would read
 * everything. Rows are changes, +1 and -1, summed up now and then, so that no writer waits for another; a count is a sum.
 */
export const tallies = pgTable('tallies', {
  /** 'jobs', 'job_visits', 'quotes' or 'invoices'. */
  of: text().notNull(),
  /** The status of jobs and quotes, the invoicing status of visits, '' for invoices. */
  status: text().notNull(),
  /** The type of jobs; of quotes whose work is done 'to_invoice' or 'done'; of visits with photos 'photos'; else ''. */
  kind: text().notNull(),
  count: integer().notNull(),
  /** What quotes come to. */
  pence: bigint({ mode: 'number' }).notNull().default(0),
})
