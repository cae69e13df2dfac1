import { and, desc, eq, type SQL } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailSql } from '#db/query/predicates.ts'
import { emailNotifications } from '#db/schema.ts'
import { isAddress } from '#src/domain/email/address.ts'
import { oneById } from '#src/http/uuid.ts'
import { withSecret } from '#src/links/mailed.ts'
import { env } from '#src/runtime/env.ts'
import { envelope } from './message.ts'
import { emailColumns } from './queries.ts'

export async function mails(limit = 100, which?: SQL) {
  if (env.SMTP_URL) return []
  const rows = await db
    .select(emailColumns)
    .from(emailNotifications)
    .where(and(emailSql.isSent(), which))
    .orderBy(desc(emailNotifications.createdAt), desc(emailNotifications.id))
    .limit(limit)
  const { composeEmail } = await import('#views/emails/compose.ts')
  // Those of somebody who was erased went to an address that nobody knows any more.
  const addressed = rows.filter(({ to }) => isAddress(to))
  return addressed.map(({ id, to, createdAt, emailType, content }) => {
    const { html, text, ...letter } = composeEmail(emailType, withSecret(content), env.PUBLIC_URL, env.CONTACT_EMAIL)
    const { subject, messageId } = envelope({ id, to, date: createdAt, html, text, ...letter }, env.MAIL_FROM)
    const date = createdAt.toUTCString().replace('GMT', '+0000')
    return { id, from: env.MAIL_FROM, to, subject, date, messageId, html, text: text.trim() }
  })
}

export async function mail(id: string) {
  return oneById(id, () => mails(1, eq(emailNotifications.id, id)))
}
