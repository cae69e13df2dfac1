import { and, inArray, isNotNull, isNull, lt, notExists, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '#db/client.ts'
import { emailNotifications, jobs, jobVisits, sessions, signInFailures, uploadedObjects, users } from '#db/schema.ts'
import { IN_HAND } from '#src/jobs/job.ts'
import { log } from '#src/web/log.ts'
import { transaction } from '#src/web/transaction.ts'
import { enqueueRemoval } from './outbox.ts'

// The figures of the privacy policy.
const JOB_YEARS = 7
const ACCOUNT_YEARS = 7
const EMAIL_YEARS = 3
const SESSION_YEARS = 2
/** Failures count for minutes; a day leaves room to look into an attack. */
const FAILURE_DAYS = 1

/** Rows a transaction: locks stay short however much has come due. */
const BATCH = 200

const yearsAgo = (years: number) => sql`now() - make_interval(years => ${years})`

/** Removes what the privacy policy no longer lets us keep, and logs how much of what. */
export async function applyRetention(): Promise<void> {
  const removed = {
    jobs: await inBatches(removeOldJobs),
    // After the jobs, so that most of what names an account is gone already.
    accounts: await inBatches((tx) => removeRows(tx, users, users.id, oldAccounts())),
    'e-mail notifications': await inBatches((tx) =>
      removeRows(
        tx,
        emailNotifications,
        emailNotifications.id,
        lt(emailNotifications.createdAt, yearsAgo(EMAIL_YEARS)),
      ),
    ),
    sessions: await inBatches((tx) => removeRows(tx, sessions, sessions.sid, oldSessions)),
    'failed sign-ins': await inBatches((tx) =>
      removeRows(
        tx,
        signInFailures,
        signInFailures.id,
        lt(signInFailures.createdAt, sql`now() - make_interval(days => ${FAILURE_DAYS})`),
      ),
    ),
  }
  const told = Object.entries(removed).filter(([, count]) => count > 0)
  if (told.length)
    log.info('retention', `Retention removed ${told.map(([name, count]) => `${count} ${name}`).join(', ')}.`)
}

async function inBatches(remove: (tx: Tx) => Promise<number>): Promise<number> {
  let total = 0
  for (let batch = BATCH; batch === BATCH; total += batch) batch = await transaction(remove)
  return total
}

/** Rows that another transaction works on are left for tomorrow. */
async function removeRows(tx: Tx, table: PgTable, key: PgColumn, old: SQL): Promise<number> {
  const due = await tx.select({ key }).from(table).where(old).limit(BATCH).for('update', { skipLocked: true })
  if (due.length)
    await tx.delete(table).where(
      inArray(
        key,
        due.map((row) => row.key),
      ),
    )
  return due.length
}

const oldSessions = sql`${sessions.expire} < now()
  or (${sessions.sess}->>'createdAt')::timestamptz < ${yearsAgo(SESSION_YEARS)}`

const oldAccounts = () =>
  and(
    isNotNull(users.deletedAt),
    lt(users.deletedAt, yearsAgo(ACCOUNT_YEARS)),
    // A job in hand must have a contractor. Deleting an account takes its jobs away, so there is none.
    sql`not exists (select 1 from jobs where jobs.contractor_id = users.id
      and jobs.status in (${sql.join(
        IN_HAND.map((status) => sql`${status}`),
        sql`, `,
      )}))`,
  )!

const child = alias(jobs, 'child')

/** A job and the quote work that came of it are kept or removed together. Invoices keep their own copies. */
async function removeOldJobs(tx: Tx): Promise<number> {
  const due = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        isNull(jobs.parentJobId),
        lt(jobs.updatedAt, yearsAgo(JOB_YEARS)),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(child)
            .where(sql`${child.parentJobId} = ${jobs.id} and ${child.updatedAt} >= ${yearsAgo(JOB_YEARS)}`),
        ),
      ),
    )
    .limit(BATCH)
    .for('update', { skipLocked: true })
  if (due.length === 0) return 0
  const ids = due.map((job) => job.id)
  const photos = await tx
    .select({ id: uploadedObjects.id })
    .from(uploadedObjects)
    .innerJoin(jobVisits, sql`${jobVisits.id} = ${uploadedObjects.visitId}`)
    .innerJoin(jobs, sql`${jobs.id} = ${jobVisits.jobId}`)
    .where(sql`coalesce(${jobs.parentJobId}, ${jobs.id}) in ${ids}`)
  await enqueueRemoval(
    tx,
    photos.map((photo) => photo.id),
  )
  await tx.delete(jobs).where(inArray(jobs.id, ids))
  return ids.length
}
