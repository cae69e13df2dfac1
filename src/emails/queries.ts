import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications } from '#db/schema.ts'
import type { EmailContent, EmailStatus, EmailType } from '#src/domain/email/kinds.ts'

export type EmailNotification = {
  id: string
  jobId: string | null
  to: string
  emailType: EmailType
  status: EmailStatus
  lastError: string | null
  sentAt: Date | null
  createdAt: Date
  content: EmailContent
}

export const emailColumns = {
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

export async function emailNotification(id: string): Promise<EmailNotification | null> {
  const [found] = await db.select(emailColumns).from(emailNotifications).where(eq(emailNotifications.id, id))
  return found ?? null
}
