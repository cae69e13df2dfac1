import { sql } from 'drizzle-orm'
import { index, pgEnum, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { EMAIL_STATUSES, EMAIL_TYPES, type EmailContent } from '#src/domain/email/kinds.ts'
import { createdAt, id, instant, jsonColumn } from './columns.ts'
import { jobs } from './jobs.ts'

export const emailType = pgEnum('email_type', EMAIL_TYPES)
export const emailStatus = pgEnum('email_status', EMAIL_STATUSES)

export const emailNotifications = pgTable(
  'email_notifications',
  {
    id: id(),
    jobId: uuid().references(() => jobs.id, { onDelete: 'set null' }),
    /** The recipient's address, also an agent's. */
    contractorEmail: text().notNull(),
    emailType: emailType().notNull(),
    content: jsonColumn<EmailContent>().notNull(),
    status: emailStatus().notNull().default('queued'),
    lastError: text(),
    sentAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index('email_notifications_job_index').on(table.jobId),
    index('email_notifications_unsent_index').on(table.createdAt).where(sql`${table.status} <> 'sent'`),
    index('email_notifications_created_index').on(table.createdAt),
  ],
)
