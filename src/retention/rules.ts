import { lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { literal } from '#db/query/conditions.ts'
import { interval, isAhead } from '#db/query/time-marks.ts'
import {
  apiTokens,
  bulkActions,
  changes,
  complaints,
  emailNotifications,
  idempotencyKeys,
  jobs,
  links,
  rateLimits,
  reminders,
  sessions,
  signInAddresses,
  signInDevices,
  signInFailures,
  spentChallenges,
  users,
  webhookDeliveries,
} from '#db/schema.ts'
import { DEVICE_DAYS } from '#src/access/devices.ts'
import { KNOWN_ADDRESS_DAYS } from '#src/access/limits/limits.ts'
import { isOpen } from '#src/access/session-end.ts'
import { KEY_DAYS } from '#src/domain/limits.ts'
import { LOG_DAYS as WEBHOOK_LOG_DAYS } from '#src/domain/webhook/webhook.ts'
import { env } from '#src/runtime/env.ts'
import { isLongDone, isUnfinished } from './last-change.ts'

// As in the privacy policy.
const JOB_YEARS = 7
const ACCOUNT_YEARS = 7
const EMAIL_YEARS = 3
const SESSION_YEARS = 2
const FAILURE_DAYS = 1
const REMINDER_DAYS = 30
const TOKEN_DAYS = 30
const LINK_DAYS = 30

/** In the statement's text: of a time in a parameter the planner assumes that a third of the table is older. */
const ago = (unit: 'years' | 'days', count: number) => sql`now() - make_interval(${sql.raw(unit)} => ${literal(count)})`
const yearsAgo = (years: number) => ago('years', years)
const daysAgo = (days: number) => ago('days', days)

export type RetentionRule = {
  name: string
  table: PgTable
  since: PgColumn
  old: SQL
}

/** A mark that a wrong clock wrote holds nothing, and goes. Records are not marks: they stay until their time has come. */
const isOver = (mark: PgColumn, then: SQL, longest?: SQL) => sql`(${mark} < ${then} or ${isAhead(mark, longest)})`

export const SHORT_LIVED: readonly RetentionRule[] = [
  {
    name: 'idempotency keys',
    table: idempotencyKeys,
    since: idempotencyKeys.createdAt,
    old: isOver(idempotencyKeys.createdAt, daysAgo(KEY_DAYS)),
  },
  {
    name: 'rate limits',
    table: rateLimits,
    since: rateLimits.windowEnds,
    old: isOver(rateLimits.windowEnds, sql`now()`, interval('1 hours')),
  },
  {
    name: 'answered questions for passkeys',
    table: spentChallenges,
    since: spentChallenges.expiresAt,
    old: isOver(spentChallenges.expiresAt, sql`now()`, interval('1 hours')),
  },
]

export const RECORDS: readonly RetentionRule[] = [
  {
    name: 'e-mail notifications',
    table: emailNotifications,
    since: emailNotifications.createdAt,
    old: lt(emailNotifications.createdAt, yearsAgo(EMAIL_YEARS)),
  },
  {
    name: 'complaints',
    table: complaints,
    since: complaints.closedAt,
    old: lt(complaints.closedAt, yearsAgo(EMAIL_YEARS)),
  },
  {
    name: 'what was done at once',
    table: bulkActions,
    since: bulkActions.createdAt,
    old: lt(bulkActions.createdAt, yearsAgo(SESSION_YEARS)),
  },
  {
    name: 'sessions',
    table: sessions,
    since: sessions.expire,
    old: sql`(not ${isOpen(sql`${sessions.expire}`)} or (${sessions.sess}->>'createdAt')::timestamptz < ${yearsAgo(SESSION_YEARS)})`,
  },
  {
    name: 'failed sign-ins',
    table: signInFailures,
    since: signInFailures.createdAt,
    old: isOver(signInFailures.createdAt, daysAgo(FAILURE_DAYS)),
  },
  {
    name: 'sign-in addresses',
    table: signInAddresses,
    since: signInAddresses.lastUsedAt,
    old: isOver(signInAddresses.lastUsedAt, daysAgo(KNOWN_ADDRESS_DAYS)),
  },
  {
    name: 'sign-in devices',
    table: signInDevices,
    since: signInDevices.lastUsedAt,
    old: isOver(signInDevices.lastUsedAt, daysAgo(DEVICE_DAYS)),
  },
  {
    name: 'reminders',
    table: reminders,
    since: reminders.toldOn,
    old: isOver(reminders.toldOn, daysAgo(REMINDER_DAYS), interval('1 days')),
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
    old: isOver(webhookDeliveries.createdAt, daysAgo(WEBHOOK_LOG_DAYS)),
  },
  { name: 'expired links', table: links, since: links.expiresAt, old: lt(links.expiresAt, daysAgo(LINK_DAYS)) },
]

export const EVENTS: RetentionRule = {
  name: 'events',
  table: changes,
  since: changes.at,
  old: lt(changes.at, daysAgo(env.EVENTS_DAYS)),
}

export const JOBS: RetentionRule = {
  name: 'jobs',
  table: jobs,
  since: jobs.updatedAt,
  old: isLongDone(yearsAgo(JOB_YEARS)),
}

/** Each by an index of its own, as an unfinished job may be either's. */
const isNamed = (column: 'contractor_id' | 'estate_agent_id') =>
  sql`exists (select from jobs job where job.${sql.raw(column)} = users.id and ${isUnfinished(sql`job`)})`

/** An account that an unfinished job names stays: somebody must do it, and somebody decide. */
export const ACCOUNTS: RetentionRule = {
  name: 'accounts',
  table: users,
  since: users.deletedAt,
  old: sql`${lt(users.deletedAt, yearsAgo(ACCOUNT_YEARS))}
    and not ${isNamed('contractor_id')} and not ${isNamed('estate_agent_id')}`,
}
