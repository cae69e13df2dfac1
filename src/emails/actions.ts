import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { isAmong } from '#db/query/conditions.ts'
import { emailSql } from '#db/query/predicates.ts'
import { emailNotifications } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { EmailContent, EmailType } from '#src/domain/email/kinds.ts'
import { isSent } from '#src/domain/email/state.ts'
import { NotFound, Refused } from '#src/http/errors.ts'
import { isUuid } from '#src/http/uuid.ts'
import { enqueue } from '#src/queue/enqueue.ts'
import { withdrawAll } from '#src/queue/queue.ts'
import { ROUTINE_OWNER } from '#src/queue/turn.ts'
import { transaction } from '#src/writes/transaction.ts'

type NewEmail = {
  jobId: string | null
  to: string | null | undefined
  emailType: EmailType
  content: EmailContent
}

const ROUTINE: ReadonlySet<EmailType> = new Set(['reminder', 'certificates_due', 'month_figures', 'invoices_late'])

/** A wrong address fails when it is sent, where administrators see it. */
export const queueEmail = (
  tx: Tx,
  email: NewEmail,
  owner = ROUTINE.has(email.emailType) ? ROUTINE_OWNER : undefined,
): Promise<void> => queueEmails(tx, [email], owner)

export async function queueEmails(tx: Tx, emails: readonly NewEmail[], owner?: string): Promise<void> {
  const rows = emails.flatMap(({ to, ...email }) => (to ? { ...email, contractorEmail: to } : []))
  if (rows.length === 0) return
  const queued = await tx.insert(emailNotifications).values(rows).returning({ id: emailNotifications.id })
  await enqueue(
    tx,
    'email',
    queued.map(({ id }) => id),
    owner,
  )
}

const TOLD_WITH: Partial<Record<EmailType, EmailType>> = { repair_visit: 'appointment_cancelled' }

/** Takes back what one change queued to tell of a job, the same news together. Returns the kinds that are out already. */
export async function withdrawEmails(tx: Tx, jobId: string, queuedAt: Date): Promise<Set<EmailType>> {
  const { id, emailType, createdAt } = emailNotifications
  const queued = await tx
    .select({ id, emailType })
    .from(emailNotifications)
    .where(and(eq(emailNotifications.jobId, jobId), eq(createdAt, queuedAt)))
  const out = new Set<EmailType>()
  for (const [kind, emails] of Map.groupBy(queued, ({ emailType }) => TOLD_WITH[emailType] ?? emailType)) {
    const ids = emails.map((one) => one.id)
    if (await withdrawAll(tx, 'email', ids)) await tx.delete(emailNotifications).where(isAmong(id, ids))
    else out.add(kind)
  }
  return out
}

const again = { status: 'queued', lastError: null } as const

export async function resendEmail(user: Actor, id: string): Promise<void> {
  authorize(user, 'resendEmail')
  if (!isUuid(id)) throw new NotFound()
  await transaction(async (tx) => {
    const [queued] = await tx
      .update(emailNotifications)
      .set(again)
      .where(and(eq(emailNotifications.id, id), emailSql.isFailed()))
      .returning({ id: emailNotifications.id })
    if (!queued) throw await whyNot(tx, id)
    await enqueue(tx, 'email', [queued.id])
  })
}

export async function resendAllEmails(user: Actor): Promise<number> {
  authorize(user, 'resendEmail')
  return transaction(async (tx) => {
    const queued = await tx
      .update(emailNotifications)
      .set(again)
      .where(emailSql.isFailed())
      .returning({ id: emailNotifications.id })
    await enqueue(
      tx,
      'email',
      queued.map(({ id }) => id),
    )
    return queued.length
  })
}

async function whyNot(tx: Tx, id: string) {
  const [found] = await tx
    .select({ status: emailNotifications.status })
    .from(emailNotifications)
    .where(eq(emailNotifications.id, id))
  if (!found) return new NotFound()
  return new Refused(isSent(found) ? 'This e-mail has been sent.' : 'This e-mail is already being sent.')
}
