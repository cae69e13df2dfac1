import { bigint, boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Single facts about the installation: whether the demo was seeded, counters without a gap, since when a server is away. */
export const settings = pgTable('settings', {
  name: text().primaryKey(),
  since: instant(),
  counter: bigint({ mode: 'number' }).notNull().default(0),
  done: boolean().notNull().default(false),
})
