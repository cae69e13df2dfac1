import { date, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { instant } from './columns.ts'
import { jobs } from './jobs.ts'

const personAndJob = () => ({
  userId: uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  jobId: uuid()
    .notNull()
    .references(() => jobs.id, { onDelete: 'cascade' }),
})

export const reminders = pgTable(
  'reminders',
  {
    ...personAndJob(),
    toldOn: date({ mode: 'string' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.jobId] }),
    index('reminders_job_index').on(table.jobId),
    index('reminders_told_index').on(table.toldOn),
  ],
)

/** When an administrator was last told of an urgent job. What follows within minutes waits, and is one e-mail. */
export const urgentMarks = pgTable('urgent_marks', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  toldAt: instant().notNull(),
})

export const urgentNotices = pgTable(
  'urgent_notices',
  {
    ...personAndJob(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.jobId] }), index('urgent_notices_job_index').on(table.jobId)],
)
