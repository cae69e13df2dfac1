import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { BeforeAssignment, BulkKind } from '#src/domain/bulk.ts'
import { users } from './accounts.ts'
import { createdAt, id, instant, jsonColumn } from './columns.ts'
import { jobs } from './jobs.ts'

export const bulkActions = pgTable(
  'bulk_actions',
  {
    id: id(),
    kind: text().$type<BulkKind>().notNull(),
    actorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    actorName: text().notNull(),
    done: integer().notNull(),
    refused: integer().notNull(),
    takenBackAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index('bulk_actions_created_index').on(table.createdAt, table.id),
    index('bulk_actions_actor_index').on(table.actorId),
  ],
)

export const bulkActionItems = pgTable(
  'bulk_action_items',
  {
    actionId: uuid()
      .notNull()
      .references(() => bulkActions.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    jobId: uuid().references(() => jobs.id, { onDelete: 'set null' }),
    jobRef: text(),
    ok: boolean().notNull(),
    message: text(),
    before: jsonColumn<BeforeAssignment>(),
    takenBack: text(),
  },
  (table) => [
    primaryKey({ columns: [table.actionId, table.position] }),
    index('bulk_action_items_job_index').on(table.jobId).where(sql`${table.jobId} is not null`),
  ],
)
