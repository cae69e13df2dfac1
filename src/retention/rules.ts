import { lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { literal } from '#db/conditions.ts'
import {
  apiTokens,
  changes,
  emailNotifications,
  idempotencyKeys,
  jobs,
  links,
  rateLimits,
  reminders,
  sessions,
  signInAddresses,
  signInFailures,
  users,
  webhookDeliveries,
} from '#db/schema.ts'
import { env } from '#src/env.ts'
import { KNOWN_ADDRESS_DAYS } from '#src/guard/limits.ts'
import { IN_HAND } from '#src/jobs/job.ts'
import { LOG_DAYS as WEBHOOK_LOG_DAYS } from '#src/webhooks/webhook.ts'

// As in the privacy policy.
const JOB_YEARS = 7
const ACCOUNT_YEARS = 7
const EMAIL_YEARS = 3
const SESSION_YEARS = 2
const FAILURE_DAYS = 1
/** Longer than two working days ever take. */
const REMINDER_DAYS = 30
const TOKEN_DAYS = 30
const LINK_DAYS = 30
const KEY_HOURS = 24

/** In the statement's text: of a time in a parameter the planner assumes that a third of the table is older. */
const ago = (unit: 'years' | 'days' | 'hours', count: number) =>
  sql`now() - make_interval(${sql.raw(unit)} => ${literal(count)})`
const yearsAgo = (years: number) => ago('years', years)
const daysAgo = (days: number) => ago('days', days)

export type Rule = {
  name: string
  table: PgTable
  since: PgColumn
  old: SQL
}

export const SHORT_LIVED: readonly Rule[] = [
  {
    name: 'idempotency keys',
    table: idempotencyKeys,
    since: idempotencyKeys.createdAt,
    old: lt(idempotencyKeys.createdAt, ago('hours', KEY_HOURS)),
  },
  { name: 'rate limits', table: rateLimits, since: rateLimits.windowEnds, old: lt(rateLimits.windowEnds, sql`now()`) },
]

export const RECORDS: readonly Rule[] = [
  {
    name: 'e-mail notifications',
    table: emailNotifications,
    since: emailNotifications.createdAt,
    old: lt(emailNotifications.createdAt, yearsAgo(EMAIL_YEARS)),
  },
  {
    name: 'sessions',
    table: sessions,
    since: sessions.expire,
    old: sql`(${sessions.expire} < now() or (${sessions.sess}->>'createdAt')::timestamptz < ${yearsAgo(SESSION_YEARS)})`,
  },
  {
    name: 'failed sign-ins',
    table: signInFailures,
    since: signInFailures.createdAt,
    old: lt(signInFailures.createdAt, daysAgo(FAILURE_DAYS)),
  },
  {
    name: 'sign-in addresses',
    table: signInAddresses,
    since: signInAddresses.lastUsedAt,
    old: lt(signInAddresses.lastUsedAt, daysAgo(KNOWN_ADDRESS_DAYS)),
  },
  {
    name: 'reminders',
    table: reminders,
    since: reminders.toldOn,
    old: lt(reminders.toldOn, daysAgo(REMINDER_DAYS)),
  },
  {
    name: 'expired API tokens',
    table: apiTokens,
    since: apiTokens.expiresAt,
    old: lt(apiTokens.expiresAt, daysAgo(TOKEN_DAYS)),
  },
  {
    name: 'deliveries to webhooks',
    table: webhookDeliveries,
    since: webhookDeliveries.createdAt,
    old: lt(webhookDeliveries.createdAt, daysAgo(WEBHOOK_LOG_DAYS)),
  },
  { name: 'expired links', table: links, since: links.expiresAt, old: lt(links.expiresAt, daysAgo(LINK_DAYS)) },
]

export const EVENTS: Rule = {
  name: 'events',
  table: changes,
  since: changes.at,
  old: lt(changes.at, daysAgo(env.EVENTS_DAYS)),
}

const isLongDone = (job: SQL) => sql`${job}.parent_job_id is null and ${job}.updated_at < ${yearsAgo(JOB_YEARS)}
  and not exists (select 1 from jobs child
    where child.parent_job_id = ${job}.id and child.updated_at >= ${yearsAgo(JOB_YEARS)})`

export const JOBS: Rule = { name: 'jobs', table: jobs, since: jobs.updatedAt, old: isLongDone(sql`jobs`) }

const longDeleted = lt(users.deletedAt, yearsAgo(ACCOUNT_YEARS))
const inHandOf = sql`from jobs job join jobs root on root.id = coalesce(job.parent_job_id, job.id)
  where job.contractor_id = users.id and job.status in (${sql.raw(IN_HAND.map((status) => `'${status}'`).join(', '))})`

/** An account with a job in hand stays, because the job must have a contractor. */
export const ACCOUNTS: Rule = {
  name: 'accounts',
  table: users,
  since: users.deletedAt,
  old: sql`${longDeleted} and not exists (select 1 ${inHandOf})`,
}

/** For a count before the jobs are removed: jobs that will be removed do not keep their account. */
export const ACCOUNTS_TO_BE: Rule = {
  ...ACCOUNTS,
  old: sql`${longDeleted} and not exists (select 1 ${inHandOf} and not (${isLongDone(sql`root`)}))`,
}
