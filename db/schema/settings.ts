import { bigint, boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Single facts: the demo was seeded, the last invoice's number, since when the mail server is away. */
export const settings = pgTable('settings', {
  name: text().primaryKey(),
  since: instant(),
  counter: bigint({ mode: 'number' }).notNull().default(0),
  done: boolean().notNull().default(false),
})
