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
  figureChanges,
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
  atOnce?: number
}

const rule = (name: string, since: PgColumn, old: SQL): RetentionRule => ({ name, table: since.table, since, old })

const record = (name: string, since: PgColumn, then: SQL) => rule(name, since, lt(since, then))

/** A mark that a wrong clock wrote holds nothing, and goes. Records are not marks: they stay until their time has come. */
const mark = (name: string, since: PgColumn, then: SQL, longest?: SQL) =>
  rule(name, since, sql`(${since} < ${then} or ${isAhead(since, longest)})`)

export const SHORT_LIVED: readonly RetentionRule[] = [
  mark('idempotency keys', idempotencyKeys.createdAt, daysAgo(KEY_DAYS)),
  mark('rate limits', rateLimits.windowEnds, sql`now()`, interval('1 hours')),
  mark('changes of figures', figureChanges.createdAt, daysAgo(1)),
  mark('answered questions for passkeys', spentChallenges.expiresAt, sql`now()`, interval('1 hours')),
]

export const RECORDS: readonly RetentionRule[] = [
  record('e-mail notifications', emailNotifications.createdAt, yearsAgo(EMAIL_YEARS)),
  record('complaints', complaints.closedAt, yearsAgo(EMAIL_YEARS)),
  record('what was done at once', bulkActions.createdAt, yearsAgo(SESSION_YEARS)),
  rule(
    'sessions',
    sessions.expire,
    sql`(not ${isOpen(sql`${sessions.expire}`)} or (${sessions.sess}->>'createdAt')::timestamptz < ${yearsAgo(SESSION_YEARS)})`,
  ),
  mark('failed sign-ins', signInFailures.createdAt, daysAgo(FAILURE_DAYS)),
  mark('sign-in addresses', signInAddresses.lastUsedAt, daysAgo(KNOWN_ADDRESS_DAYS)),
  rule(
    'sign-in devices',
    signInDevices.lastUsedAt,
    sql`(${isAhead(signInDevices.lastUsedAt)} or (${lt(signInDevices.lastUsedAt, daysAgo(DEVICE_DAYS))}
      and exists (select from sign_in_devices later where later.user_id = sign_in_devices.user_id
        and later.last_used_at > sign_in_devices.last_used_at)))`,
  ),
  mark('reminders', reminders.toldOn, daysAgo(REMINDER_DAYS), interval('1 days')),
  record('expired API tokens', apiTokens.expiresAt, daysAgo(TOKEN_DAYS)),
  mark('deliveries to webhooks', webhookDeliveries.createdAt, daysAgo(WEBHOOK_LOG_DAYS)),
  record('expired links', links.expiresAt, daysAgo(LINK_DAYS)),
]

export const EVENTS = record('events', changes.at, daysAgo(env.EVENTS_DAYS))

export const JOBS = rule('jobs', jobs.updatedAt, isLongDone(yearsAgo(JOB_YEARS)))

/** Each by an index of its own, as an unfinished job may be either's. */
const isNamed = (column: 'contractor_id' | 'estate_agent_id') =>
  sql`exists (select from jobs job where job.${sql.raw(column)} = users.id and ${isUnfinished(sql`job`)})`

/** An account that an unfinished job names stays: somebody must do it, and somebody decide. */
export const ACCOUNTS: RetentionRule = {
  ...rule(
    'accounts',
    users.deletedAt,
    sql`${lt(users.deletedAt, yearsAgo(ACCOUNT_YEARS))}
      and not ${isNamed('contractor_id')} and not ${isNamed('estate_agent_id')}`,
  ),
  // With each go rows of many tables.
  atOnce: 5,
}
