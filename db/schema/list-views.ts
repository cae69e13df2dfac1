import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ListName } from '#src/domain/list-view/list-view.ts'
import { users } from './accounts.ts'
import { createdAt, id, updatedAt } from './columns.ts'

export const listViews = pgTable(
  'list_views',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    list: text().$type<ListName>().notNull(),
    name: text().notNull(),
    query: text().notNull(),
    isShared: boolean().notNull().default(false),
    place: integer().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('list_views_user_index').on(table.userId, table.place),
    index('list_views_shared_index').on(table.createdAt).where(sql`${table.isShared}`),
  ],
)
