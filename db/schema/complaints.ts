import { sql } from 'drizzle-orm'
import { bigserial, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'

/** About what is done with somebody's data, by anybody. */
export const complaints = pgTable(
  'complaints',
  {
    id: id(),
    number: bigserial({ mode: 'number' }).notNull(),
    name: text().notNull(),
    email: text().notNull(),
    text: text().notNull(),
    /** SHA-256 of the form's key: sent twice, it is one complaint. */
    formHash: text().notNull(),
    answer: text(),
    answeredAt: instant(),
    closedAt: instant(),
    closeReason: text(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('complaints_form_unique').on(table.formHash),
    index('complaints_created_index').on(table.createdAt, table.id),
    index('complaints_to_answer_index')
      .on(table.createdAt)
      .where(sql`${table.answeredAt} is null and ${table.closedAt} is null`),
  ],
)
