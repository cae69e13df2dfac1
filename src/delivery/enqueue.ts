import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { emailNotifications, outbox } from '#db/schema.ts'
import type { Actor } from '#src/accounts/account.ts'
import { mayEver, refusal } from '#src/accounts/may.ts'
import type { EmailContent, EmailType } from '#src/emails/email.ts'
import { transaction } from '#src/guard/transaction.ts'
import { Forbidden, NotFound, Refused } from '#src/web/errors.ts'
import { isUuid } from '#src/web/uuid.ts'

export type NewEmail = {
  jobId: string | null
  to: string | null | undefined
  emailType: EmailType
  content: EmailContent
}

/**
 * Queues an e-mail in the caller's transaction: it is sent if and only if that commits. Nothing without an address.
 * Whether the address is one is found out when sending, so that a bad one fails where administrators see it.
 */
export async function enqueueEmail(tx: Tx, { jobId, to, emailType, content }: NewEmail): Promise<void> {
  if (!to) return
  const [notification] = await tx
    .insert(emailNotifications)
    .values({ jobId, contractorEmail: to, emailType, content })
    .returning({ id: emailNotifications.id })
  await tx.insert(outbox).values({ kind: 'email', subject: notification!.id })
}

/** Has photos erased from storage once the caller's transaction commits. Ids queued before are left alone. */
export async function enqueueRemoval(tx: Tx, photoIds: readonly string[]): Promise<void> {
  if (photoIds.length === 0) return
  await tx
    .insert(outbox)
    .values(photoIds.map((subject) => ({ kind: 'remove_object' as const, subject })))
    .onConflictDoNothing()
}

/** Queues an e-mail that failed once more. Throws Forbidden, NotFound, Refused when it has not failed. */
export async function resendEmail(user: Actor, notificationId: string): Promise<void> {
  if (!mayEver(user.role, 'resendEmail')) throw new Forbidden(refusal(user.role, 'resendEmail'))
  if (!isUuid(notificationId)) throw new NotFound()
  await transaction(async (tx) => {
    const [queued] = await tx
      .update(emailNotifications)
      .set({ status: 'queued', lastError: null })
      .where(and(eq(emailNotifications.id, notificationId), eq(emailNotifications.status, 'failed')))
      .returning({ id: emailNotifications.id })
    if (!queued) throw await whyNot(tx, notificationId)
    await tx.insert(outbox).values({ kind: 'email', subject: queued.id })
  })
}

/** Queues every e-mail that failed once more. Returns how many there were. Throws Forbidden. */
export async function resendAllEmails(user: Actor): Promise<number> {
  if (!mayEver(user.role, 'resendEmail')) throw new Forbidden(refusal(user.role, 'resendEmail'))
  const queued = await transaction((tx) =>
    tx.execute(sql`
    with again as (
      update email_notifications set status = 'queued', last_error = null
      where status <> 'sent' and status = 'failed' returning id
    )
    insert into outbox (kind, subject) select 'email', id from again returning id`),
  )
  return queued.length
}

async function whyNot(tx: Tx, id: string) {
  const [found] = await tx
    .select({ status: emailNotifications.status })
    .from(emailNotifications)
    .where(eq(emailNotifications.id, id))
  if (!found) return new NotFound()
  return new Refused(found.status === 'sent' ? 'This e-mail has been sent.' : 'This e-mail is already being sent.')
}
