import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, jobEvents, queuedWork } from '#db/schema.ts'
import { emailColumns } from '#src/emails/queries.ts'

/** Everything queued to be told, oldest first, as 'job_assigned → carl@…'. Throws when one would not be delivered. */
export async function notified(): Promise<string[]> {
  const rows = await db
    .select({ type: emailColumns.emailType, to: emailNotifications.contractorEmail, queued: queuedWork.id })
    .from(emailNotifications)
    .leftJoin(queuedWork, eq(queuedWork.subject, emailNotifications.id))
    .orderBy(emailNotifications.id)
  if (rows.some((row) => row.queued === null)) throw new Error('A message is not in the queue')
  return rows.map((row) => `${row.type} → ${row.to}`)
}

/** What a message says. */
export async function lastMessage() {
  const message = await db.query.emailNotifications.findFirst({ orderBy: (row, { desc }) => desc(row.id) })
  return message!
}

/** A job's timeline, as 'assigned: pending > assigned'; what leaves the status alone as 'edited'. */
export async function timeline(jobId: string): Promise<string[]> {
  const rows = await db.select().from(jobEvents).where(eq(jobEvents.jobId, jobId)).orderBy(jobEvents.id)
  return rows.map((row) =>
    row.fromStatus === row.toStatus ? row.event : `${row.event}: ${row.fromStatus ?? '–'} > ${row.toStatus}`,
  )
}

/** Forgets what was told so far. */
export async function forgetNotified(): Promise<void> {
  await db.delete(queuedWork)
  await db.delete(emailNotifications)
}
