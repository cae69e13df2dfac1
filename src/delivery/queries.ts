import { and, count, desc, eq, lt, ne, or, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { emailNotifications } from '#db/schema.ts'
import type { EmailContent, EmailStatus, EmailType } from './email.ts'

export type EmailNotification = {
  id: string
  jobId: string | null
  to: string
  emailType: EmailType
  status: EmailStatus
  /** What the mail server or we said last, when it did not go out. */
  lastError: string | null
  sentAt: Date | null
  createdAt: Date
  content: EmailContent
}

const columns = {
  id: emailNotifications.id,
  jobId: emailNotifications.jobId,
  to: emailNotifications.contractorEmail,
  emailType: emailNotifications.emailType,
  status: emailNotifications.status,
  lastError: emailNotifications.lastError,
  sentAt: emailNotifications.sentAt,
  createdAt: emailNotifications.createdAt,
  content: emailNotifications.content,
}

/** One e-mail, or null. */
export async function emailNotification(id: string): Promise<EmailNotification | null> {
  const [found] = await db.select(columns).from(emailNotifications).where(eq(emailNotifications.id, id))
  return found ?? null
}

/** The newest e-mails that were given up, for administrators to send again. */
export function failedEmails(limit = 50): Promise<EmailNotification[]> {
  return db
    .select(columns)
    .from(emailNotifications)
    .where(eq(emailNotifications.status, 'failed'))
    .orderBy(desc(emailNotifications.createdAt))
    .limit(limit)
}

/**
 * E-mails that have not gone out, those that were given up first: for administrators, to send again.
 * A queued one counts after a minute: until then it is only on its way.
 */
export function unsentEmails(limit = 50): Promise<EmailNotification[]> {
  const { status, createdAt } = emailNotifications
  return db
    .select(columns)
    .from(emailNotifications)
    .where(and(ne(status, 'sent'), or(eq(status, 'failed'), lt(createdAt, sql`now() - interval '1 minute'`))))
    .orderBy(desc(status), desc(createdAt))
    .limit(limit)
}

/** How many e-mails wait to be sent, and how many were given up. */
export async function unsentCounts(): Promise<{ queued: number; failed: number }> {
  const rows = await db
    .select({ status: emailNotifications.status, count: count() })
    .from(emailNotifications)
    .where(ne(emailNotifications.status, 'sent'))
    .groupBy(emailNotifications.status)
  const of = (status: EmailStatus) => rows.find((row) => row.status === status)?.count ?? 0
  return { queued: of('queued'), failed: of('failed') }
}

/** What people were told about a job, newest first. */
export function emailsOfJob(jobId: string): Promise<EmailNotification[]> {
  return db
    .select(columns)
    .from(emailNotifications)
    .where(eq(emailNotifications.jobId, jobId))
    .orderBy(desc(emailNotifications.createdAt))
}
