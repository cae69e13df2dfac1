import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { AccessAttempt, HazardEnding, HazardKind } from '#src/domain/property/hazard/hazard.ts'
import { createdAt, instant, jsonColumn } from './columns.ts'
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
