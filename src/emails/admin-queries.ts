import { and, desc, eq, like, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { is, literal } from '#db/query/conditions.ts'
import { emailSql } from '#db/query/predicates.ts'
import { emailNotifications, queuedWork } from '#db/schema.ts'
import { MAIL_SERVER, type NextTry } from '#src/domain/email/kinds.ts'
import { after } from '#src/http/cursor.ts'
import type { Listing } from '#src/http/list/listing.ts'
import { areOnlyFiles } from './mailer.ts'
import { mailServerAwaySince } from './outage.ts'
import { type EmailNotification, emailColumns } from './queries.ts'

type WaitingEmail = EmailNotification & { tries: number; next: NextTry }

const { id, createdAt, sentAt } = emailNotifications
const workOn = and(is(queuedWork.kind, 'email'), eq(queuedWork.subject, id))

const next = sql<NextTry>`case when ${queuedWork.leasedUntil} > now() then 'sending' when ${queuedWork.runAt} <= now() then 'due'
  else to_char(${queuedWork.runAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end`

const at = (email: EmailNotification) => email.createdAt

export const waitingEmails: Listing<WaitingEmail> = {
  read: (cursor, limit) =>
    db
      .select({ ...emailColumns, tries: queuedWork.attempts, next })
      .from(emailNotifications)
      .innerJoin(queuedWork, workOn)
      .where(and(emailSql.isQueued(), after(cursor, createdAt, id, true)))
      .orderBy(createdAt, id)
      .limit(literal(limit)),
  at,
  count: () => db.$count(emailNotifications, emailSql.isQueued()),
}

export const failedEmails: Listing<EmailNotification> = {
  read: (cursor, limit) =>
    db
      .select(emailColumns)
      .from(emailNotifications)
      .where(and(emailSql.isFailed(), after(cursor, createdAt, id)))
      .orderBy(desc(createdAt), desc(id))
      .limit(literal(limit)),
  at,
  count: () => db.$count(emailNotifications, emailSql.isFailed()),
}

export async function emailFigures() {
  const [[unsent], [queue], since] = await Promise.all([
    db
      .select({
        waiting: sql`count(*) filter (where ${emailSql.isQueued()})`.mapWith(Number),
        failed: sql`count(*) filter (where ${emailSql.isFailed()})`.mapWith(Number),
        failedSince: sql<Date | null>`min(${createdAt}) filter (where ${emailSql.isFailed()})`,
      })
      .from(emailNotifications)
      .where(emailSql.isUnsent()),
    db
      .select({
        oldestSeconds: sql<number | null>`extract(epoch from now() - min(${queuedWork.createdAt}))::float8`,
      })
      .from(queuedWork)
      .where(is(queuedWork.kind, 'email')),
    mailServerAwaySince(),
  ])
  return {
    ...unsent!,
    ...queue!,
    onlyFiles: areOnlyFiles(),
    away: since && { since, reason: await lastMailServerError() },
  }
}

/** While the server is away only one e-mail is tried, so the most tried one has the newest error. */
async function lastMailServerError(): Promise<string | null> {
  const [tried] = await db
    .select({ reason: queuedWork.lastError })
    .from(queuedWork)
    .where(and(is(queuedWork.kind, 'email'), like(queuedWork.lastError, `${MAIL_SERVER}%`)))
    .orderBy(desc(queuedWork.attempts))
    .limit(literal(1))
  return tried?.reason ?? null
}

export const sentInLastDay = (): Promise<number> =>
  db.$count(
    emailNotifications,
    // The index is by creation; no e-mail waits for a month.
    and(emailSql.isSent(), sql`${sentAt} > now() - interval '1 day'`, sql`${createdAt} > now() - interval '31 days'`),
  )
