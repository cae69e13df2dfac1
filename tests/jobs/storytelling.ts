import { asc, eq, inArray, or, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, jobEvents, jobs, jobVisits, users } from '#db/schema.ts'
import type { Client } from '#tests/support/app.ts'

export type Answer = Record<string, unknown> & { id: string }

export const send = async (client: Client, method: string, path: string, body?: unknown): Promise<Answer> => {
  const answer = await client.send(path, { method, ...(body !== undefined && { body }) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return JSON.parse(text) as Answer
}

export const refusal = async (client: Client, method: string, path: string, body?: unknown) => {
  const answer = await client.send(path, { method, body })
  return `${answer.status} ${((await answer.json()) as { message: string }).message}`
}

export const quoteOf = async (id: string) =>
  (
    await db.query.quotes.findMany({ where: (row, { eq }) => eq(row.jobId, id), orderBy: (row) => asc(row.createdAt) })
  ).at(-1)!

/** All that was told about a job and its others, as 'job_assigned → Carl', in the order in which it was queued. */
export async function told(...ids: string[]): Promise<string[]> {
  const names = new Map((await db.select().from(users)).map(({ email, firstName }) => [email, firstName]))
  const rows = await db
    .select({ type: emailNotifications.emailType, to: emailNotifications.contractorEmail })
    .from(emailNotifications)
    .where(inArray(emailNotifications.jobId, ids))
    .orderBy(asc(emailNotifications.id))
  return rows.map(({ type, to }) => `${type} → ${names.get(to)}`)
}

/** 'noAccess by Carl: assigned' */
export async function timeline(...ids: string[]): Promise<string[]> {
  const rows = await db.select().from(jobEvents).where(inArray(jobEvents.jobId, ids)).orderBy(asc(jobEvents.id))
  return rows.map(({ event, actorName, toStatus }) => `${event} by ${actorName.split(' ')[0]}: ${toStatus}`)
}

export const statusOf = async (client: Client, id: string) => (await send(client, 'GET', `/api/jobs/${id}`)).status

const tomorrow = (hour: number) => {
  const day = new Date(Date.now() + 86_400_000)
  day.setUTCHours(hour, 0, 0, 0)
  return day.toISOString()
}
export const slot = { startsAt: tomorrow(9), endsAt: tomorrow(12) }

/** As if the job had been raised, and all that happened to it, that much earlier. */
export async function passes(days: number, id: string): Promise<void> {
  const by = sql`make_interval(days => ${days})`
  const its = or(eq(jobs.id, id), eq(jobs.parentJobId, id))
  await db
    .update(jobEvents)
    .set({ createdAt: sql`created_at - ${by}` })
    .where(eq(jobEvents.jobId, id))
  await db
    .update(jobVisits)
    .set({ visitDate: sql`visit_date - ${by}` })
    .where(eq(jobVisits.jobId, id))
  await db
    .update(jobs)
    .set({ createdAt: sql`created_at - ${by}`, updatedAt: sql`updated_at - ${by}` })
    .where(its)
}
