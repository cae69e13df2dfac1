import { and, eq, sql } from 'drizzle-orm'
import { emailSql } from '#db/query/predicates.ts'
import { emailNotifications } from '#db/schema.ts'
import type { Mailbox } from '#src/domain/email/address.ts'
import { isQueued } from '#src/domain/email/state.ts'
import { countDaysFromSending } from '#src/links/links.ts'
import { withSecret } from '#src/links/mailed.ts'
import type { Handler } from '#src/queue/handler.ts'
import { env } from '#src/runtime/env.ts'
import type { Mailer } from './message.ts'
import { readableContent } from './no-access.ts'
import { noteMailServer } from './outage.ts'
import { emailNotification } from './queries.ts'

const queued = (id: string) => and(eq(emailNotifications.id, id), emailSql.isQueued())

/** A broken connection may hide that a message was taken. Mail readers fold a copy into the first by its id. */
export const emailHandler = (mailer: Mailer, replyTo = env.CONTACT_EMAIL): Handler => ({
  async work(id, signal) {
    const email = await emailNotification(id)
    if (!email || !isQueued(email)) return async () => null
    const { to, createdAt: date } = email
    const readable = await readableContent(email)
    const content = withSecret(readable)
    const [{ composeEmail }, { invitation }] = await Promise.all([
      import('#views/emails/compose.ts'),
      import('#src/appointments/calendar.ts'),
    ])
    const letter = composeEmail(email.emailType, content, env.PUBLIC_URL, replyTo)
    const calendar = (organizer: Mailbox) => invitation(content, { organizer, to, date, publicUrl: env.PUBLIC_URL })
    await mailer.send({ id, to, date, ...letter, replyTo, calendar }, signal)
    const sent = { status: 'sent', sentAt: sql`now()`, lastError: null } as const
    const changed = readable !== email.content && { content: readable }
    return async (tx) => {
      await tx
        .update(emailNotifications)
        .set({ ...sent, ...changed })
        .where(queued(id))
      await countDaysFromSending(tx, [content.linkId ?? [], content.answerId ?? []].flat())
      return null
    }
  },
  async postponed(tx, id, reason) {
    await tx.update(emailNotifications).set({ lastError: reason }).where(queued(id))
  },
  async failed(tx, id, reason) {
    await tx.update(emailNotifications).set({ status: 'failed', lastError: reason }).where(queued(id))
  },
  failure: 'mail',
  serverIs: noteMailServer,
  close: () => mailer.close(),
})
