import { bigint, bigserial, boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { role, users } from './accounts.ts'
import { createdAt, id, instant } from './columns.ts'
import { jobs } from './jobs.ts'

export const messages = pgTable(
  'messages',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    jobId: uuid()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    authorName: text().notNull(),
    authorRole: role().notNull(),
    text: text().notNull(),
    adminsOnly: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [index('messages_job_index').on(table.jobId, table.id)],
)

export const messageMarks = pgTable(
  'message_marks',
  {
    id: id(),
    jobId: uuid()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    readUpTo: bigint({ mode: 'number' }).notNull().default(0),
    toldUpTo: bigint({ mode: 'number' }).notNull().default(0),
    toldAt: instant(),
  },
  (table) => [
    uniqueIndex('message_marks_job_unique').on(table.jobId, table.userId),
    index('message_marks_user_index').on(table.userId),
  ],
)
