import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/connect/client.ts'
import { literal } from '#db/query/conditions.ts'
import { jobSql, userSql } from '#db/query/predicates.ts'
import { happenedWithin, interval } from '#db/query/time-marks.ts'
import { jobs, urgentMarks, urgentNotices, users } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { MAX_GATHERED } from '#src/domain/email/kinds.ts'
import { countedJobs } from '#src/domain/job/counts.ts'
import { notify } from '#src/emails/notify.ts'
import { notifyWaiting } from '#src/emails/notify-waiting.ts'
import type { JobRow } from '#src/jobs/queries.ts'
import { lastingLink } from '#src/links/links.ts'
import { enqueueAt } from '#src/queue/enqueue.ts'
import { transaction } from '#src/writes/transaction.ts'

const QUIET_MINUTES = 5
const QUIET = interval(`${QUIET_MINUTES} minutes`)

const areNotified = and(userSql.isAdmin(), isNull(users.deletedAt), users.reminders, isNotNull(users.email))

/** The first at once; what follows within minutes waits, and is one e-mail. */
export async function notifyOfUrgent(tx: Tx, job: JobRow, by: Actor): Promise<void> {
  if (isAdmin(by)) return
  // By id, as everybody locks them. Whoever raises another meanwhile waits, and finds this one told.
  const marked = await tx.execute<{ id: string }>(sql`
    insert into urgent_marks as known (user_id, told_at) select id, now() from users where ${areNotified} order by id
    on conflict (user_id) do update set told_at = excluded.told_at
      where not ${happenedWithin(sql`known.told_at`, QUIET)}
    returning user_id as id`)
  const first = new Set(marked.map(({ id }) => id))
  if (first.size > 0) await notify(tx, 'job_urgent', job, { by, admins: first })
  const all = await tx
    .select({ id: users.id, due: sql<string>`(${urgentMarks.toldAt} + ${QUIET})::text` })
    .from(users)
    .innerJoin(urgentMarks, eq(urgentMarks.userId, users.id))
    .where(areNotified)
    .orderBy(users.id)
  const later = all.filter(({ id }) => !first.has(id))
  if (later.length === 0) return
  await tx
    .insert(urgentNotices)
    .values(later.map(({ id }) => ({ userId: id, jobId: job.id })))
    .onConflictDoNothing()
  for (const { id, due } of later) await enqueueAt(tx, 'urgent', id, sql`${due}::timestamptz`)
}

export async function notifyUrgent(userId: string): Promise<void> {
  await transaction(async (tx) => {
    const [mark] = await tx.select().from(urgentMarks).where(eq(urgentMarks.userId, userId)).for('update')
    const [admin] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, userId), areNotified))
    const [{ found, count }, isTooSoon] = await Promise.all([unnotified(tx, userId), wasNotified(tx, userId)])
    if (mark && admin && found.length > 0) {
      if (isTooSoon) throw new Error(`Told less than ${QUIET_MINUTES} minutes ago`)
      await tx.update(urgentMarks).set({ toldAt: sql`now()` }).where(eq(urgentMarks.userId, userId))
      if (count === 1) await notify(tx, 'job_urgent', found[0]!, { admins: new Set([userId]) })
      else {
        const waiting = { lines: found.map(lineOf), count }
        const unsubscribeId = await lastingLink(tx, 'unsubscribe', userId)
        const list = { jobRef: countedJobs(count, 'urgent '), path: '/admin/jobs?status=pending&urgency=high' }
        await notifyWaiting(tx, 'jobs_urgent', admin, { waiting, unsubscribeId, ...list })
      }
    }
    await tx.delete(urgentNotices).where(eq(urgentNotices.userId, userId))
  })
}

const wasNotified = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx.$count(
    urgentMarks,
    and(eq(urgentMarks.userId, userId), happenedWithin(urgentMarks.toldAt, sql`${QUIET} - interval '1 second'`)),
  )) > 0

async function unnotified(tx: Tx, userId: string): Promise<{ found: JobRow[]; count: number }> {
  const isWaiting = db
    .select({ is: and(jobSql.isToAssign(), jobSql.isUrgent())! })
    .from(jobs)
    .where(eq(jobs.id, urgentNotices.jobId))
  // Not a join: with statistics from before thousands of jobs came, each notice would read every pending one.
  const waits = and(eq(urgentNotices.userId, userId), sql`${isWaiting}`)
  const ids = db.select({ id: urgentNotices.jobId }).from(urgentNotices).where(waits)
  const found = await tx
    .select()
    .from(jobs)
    .where(inArray(jobs.id, ids))
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(literal(MAX_GATHERED))
  return { found, count: found.length < MAX_GATHERED ? found.length : await tx.$count(urgentNotices, waits) }
}

const SHOWN = 200

const lineOf = ({ id, jobRef, propertyName, propertyAddress, estateAgency, issueDescription }: JobRow) => ({
  ...{ heading: '', late: '', path: `/admin/jobs/${id}` },
  title: `${propertyName}, ${propertyAddress.replaceAll(/\s*\n\s*/g, ', ')}`,
  text: `${jobRef}, ${estateAgency}. ${[...issueDescription].slice(0, SHOWN).join('')}`,
})
