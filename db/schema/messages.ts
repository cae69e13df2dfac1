import { sql } from 'drizzle-orm'
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
    /** A contractor's record of work that the job no longer took. */
    late: boolean().notNull().default(false),
    outside: boolean().notNull().default(false),
    photosUrls: text().array().notNull().default(sql`'{}'`),
    recordedAt: instant(),
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
    /** The newest by somebody else that they may read. A trigger writes it with the mark of who is to be told. */
    newestId: bigint({ mode: 'number' }).notNull().default(0),
    newestAt: instant(),
  },
  (table) => [
    uniqueIndex('message_marks_job_unique').on(table.jobId, table.userId),
    index('message_marks_user_index').on(table.userId),
  ],
)

/** The last message of a job, of all and of those that are not for administrators only. Triggers write it. */
export const messageThreads = pgTable(
  'message_threads',
  {
    jobId: uuid()
      .primaryKey()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    /** Null once the agent has removed the job. */
    estateAgentId: uuid().references(() => users.id, { onDelete: 'set null' }),
    contractorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    lastId: bigint({ mode: 'number' }).notNull(),
    lastAt: instant().notNull(),
    lastRole: role().notNull(),
    lastOutside: boolean().notNull().default(false),
    sharedId: bigint({ mode: 'number' }),
    sharedAt: instant(),
    sharedRole: role(),
  },
  (table) => [
    index('message_threads_last_index').on(table.lastAt, table.jobId),
    index('message_threads_role_index').on(table.lastRole, table.lastAt, table.jobId),
    index('message_threads_agent_index').on(table.estateAgentId, table.sharedAt, table.jobId),
    index('message_threads_contractor_index').on(table.contractorId, table.sharedAt, table.jobId),
  ],
)
