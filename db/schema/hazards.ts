import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { AccessAttempt, HazardEnding, HazardKind } from '#src/domain/property/hazard/hazard.ts'
import { users } from './accounts.ts'
import { createdAt, id, instant, jsonColumn } from './columns.ts'
import { hazardLevel, jobs } from './jobs.ts'

export const hazards = pgTable('hazards', {
  jobId: uuid()
    .primaryKey()
    .references(() => jobs.id, { onDelete: 'cascade' }),
  level: hazardLevel().notNull(),
  kinds: jsonColumn<HazardKind[]>().notNull(),
  awareAt: instant().notNull(),
  investigatedAt: instant(),
  summarySentAt: instant(),
  safeAt: instant(),
  workBegunAt: instant(),
  ending: text().$type<HazardEnding>(),
  attempts: jsonColumn<AccessAttempt[]>().notNull(),
  createdAt: createdAt(),
})

/** As it was sent: only an erasure changes it. */
export const hazardSummaries = pgTable(
  'hazard_summaries',
  {
    id: id(),
    jobId: uuid()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    propertyName: text().notNull(),
    propertyAddress: text().notNull(),
    agency: text().notNull(),
    contact: text().notNull(),
    found: text().notNull(),
    toDo: text().notNull(),
    byWhen: text().notNull(),
    email: text(),
    sentById: uuid().references(() => users.id, { onDelete: 'set null' }),
    sentByName: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('hazard_summaries_job_index').on(table.jobId, table.id)],
)
