import { expect, test } from 'bun:test'
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import {
  certificateSql,
  deliverySql,
  emailSql,
  invoiceSql,
  jobEventSql,
  jobSql,
  photoSql,
  quoteSql,
  userSql,
  visitSql,
} from '#db/query/predicates.ts'
import { selection } from '#db/query/selection.ts'
import {
  certificates,
  emailNotifications,
  invoices,
  jobEvents,
  jobs,
  jobVisits,
  quotes,
  uploadedObjects,
  users,
  webhookDeliveries,
} from '#db/schema.ts'
import * as roles from '#src/domain/account/roles.ts'
import * as ofEmail from '#src/domain/email/state.ts'
import * as ofInvoice from '#src/domain/invoice/state.ts'
import { isLate, isToVisit } from '#src/domain/job/first-visit.ts'
import * as ofJob from '#src/domain/job/state.ts'
import { WAITING_FOR, WAITING_ON } from '#src/domain/job/waiting.ts'
import * as ofPhoto from '#src/domain/photo/state.ts'
import * as ofCertificate from '#src/domain/property/certificate/state.ts'
import { dueBy, type HazardShown, hasOpenHazard, isDue, isHazardLate } from '#src/domain/property/hazard/state.ts'
import { isTurnedDown } from '#src/domain/quote/quote.ts'
import * as ofQuote from '#src/domain/quote/state.ts'
import * as ofVisit from '#src/domain/visit/state.ts'
import { isToDeliver } from '#src/domain/webhook/webhook.ts'

// Each word for a state is asked of every state there is: PostgreSQL makes a row for each, and its SQL must say the same.

const all = (type: string, column: string) =>
  sql.raw(`unnest(enum_range(null::${type}) || null::${type}) as ${column}_of(${column})`)
const DAYS = (column: string) =>
  sql.raw(`unnest(array[null, now() - interval '2 days', now() - interval '1 day', now() + interval '1 day'])
    as ${column}_of(${column})`)
const every = (...columns: SQL[]) => sql`(select * from ${sql.join(columns, sql` cross join `)}) walked`

type Word<Row> = [name: string, sql: SQL, isSo: (row: Row) => boolean]

async function expectSame<Row extends Record<string, unknown>>(
  columns: Parameters<typeof selection>[0],
  from: SQL,
  words: Word<Row>[],
) {
  const asked = Object.fromEntries(words.map(([name, condition]) => [name, sql<boolean | null>`${condition}`]))
  const rows = (await selection({ ...columns, ...asked }, sql`from ${from}`)({})) as unknown as Row[]
  for (const [name, , isSo] of words) {
    const wrong = rows.filter((row) => isSo(row) !== (row[name] === true))
    expect([name, wrong.slice(0, 3)]).toEqual([name, []])
    expect([name, new Set(rows.map(isSo)).size]).toEqual([name, 2])
  }
}

const NEVER = new Date(8.64e15)

type JobStates = Pick<
  typeof jobs.$inferSelect,
  'status' | 'jobType' | 'urgency' | 'waitingOn' | 'waitingFor' | 'waitingSince' | 'visitBy' | 'firstVisitAt'
>

test('words and SQL agree on each hazard of a job', async () => {
  const walked = alias(jobs, 'walked')
  const { status, hazardLevel, hazardDue } = walked
  await expectSame<HazardShown>(
    { status, hazardLevel, hazardDue },
    every(
      sql.raw('unnest(enum_range(null::job_status)) as status_of(status)'),
      all('hazard_level', 'hazard_level'),
      DAYS('hazard_due'),
    ),
    [
      ['hasOpenHazard', jobSql.hasOpenHazard(walked), (job) => hasOpenHazard(job)],
      ['isHazardLate', jobSql.isHazardLate(walked), (job) => isHazardLate(job)],
    ],
  )
})

test('words and SQL agree on what of a job is due', async () => {
  const walked = alias(jobs, 'walked')
  const { status, visitBy, firstVisitAt, hazardDue } = walked
  await expectSame<Parameters<typeof isDue>[0]>(
    { status, visitBy, firstVisitAt, hazardDue },
    every(
      sql.raw('unnest(enum_range(null::job_status)) as status_of(status)'),
      ...['visit_by', 'first_visit_at', 'hazard_due'].map((name) => DAYS(name)),
    ),
    [
      ['isDue', jobSql.isDue(walked), (job) => isDue(job)],
      [
        'late',
        sql`(${jobSql.isDue(walked)} and ${jobSql.dueBy(walked)} < now())`,
        (job) => (dueBy(job) ?? NEVER) < new Date(),
      ],
    ],
  )
})

test('words and SQL agree on each state of a job', async () => {
  const walked = alias(jobs, 'walked')
  const {
    waitsOn,
    waitsFor,
    isPastVisitTarget,
    hasOpenHazard: _,
    isHazardLate: __,
    dueBy: ___,
    isDue: ____,
    ...plain
  } = jobSql
  const words = { ...ofJob, isLate, isToVisit }
  const { status, jobType, urgency, waitingOn, waitingFor, waitingSince, visitBy, firstVisitAt } = walked
  await expectSame<JobStates>(
    { status, jobType, urgency, waitingOn, waitingFor, waitingSince, visitBy, firstVisitAt },
    every(
      sql.raw('unnest(enum_range(null::job_status)) as status_of(status)'),
      sql.raw('unnest(enum_range(null::job_type)) as job_type_of(job_type)'),
      sql.raw('unnest(enum_range(null::urgency)) as urgency_of(urgency)'),
      all('waiting_on', 'waiting_on'),
      all('waiting_for', 'waiting_for'),
      sql.raw('unnest(array[null, now()]) as waiting_since_of(waiting_since)'),
      DAYS('visit_by'),
      DAYS('first_visit_at'),
    ),
    [
      ...(Object.keys(plain) as (keyof typeof plain)[]).map(
        (name): Word<JobStates> => [name, plain[name](walked), (job) => words[name](job)],
      ),
      ['isPastVisitTarget', isPastVisitTarget(walked), (job) => isLate({ ...job, status: 'assigned' })],
      ...WAITING_ON.map(
        (whom): Word<JobStates> => [`on ${whom}`, waitsOn(whom, walked), (job) => ofJob.waitsOn(job, whom)],
      ),
      ...WAITING_FOR.map(
        (what): Word<JobStates> => [`for ${what}`, waitsFor(what, walked), (job) => ofJob.waitsFor(job, what)],
      ),
    ],
  )
})

test('words and SQL agree on each step in a timeline', async () => {
  const walked = alias(jobEvents, 'walked')
  const words = { ...ofJob }
  type Steps = Pick<typeof jobEvents.$inferSelect, 'fromStatus' | 'toStatus'>
  await expectSame<Steps>(
    { fromStatus: walked.fromStatus, toStatus: walked.toStatus },
    every(all('job_status', 'from_status'), all('job_status', 'to_status')),
    (Object.keys(jobEventSql) as (keyof typeof jobEventSql)[]).map((name) => [
      name,
      jobEventSql[name](walked),
      words[name],
    ]),
  )
})

test('words and SQL agree on each state of a quote', async () => {
  const walked = alias(quotes, 'walked')
  type States = Pick<typeof quotes.$inferSelect, 'status' | 'workStatus' | 'invoicingStatus'>
  const words = { ...ofQuote, isTurnedDown }
  await expectSame<States>(
    { status: walked.status, workStatus: walked.workStatus, invoicingStatus: walked.invoicingStatus },
    every(
      all('quote_status', 'status'),
      all('work_status', 'work_status'),
      all('invoicing_status', 'invoicing_status'),
    ),
    (Object.keys(quoteSql) as (keyof typeof quoteSql)[]).map((name) => [name, quoteSql[name](walked), words[name]]),
  )
})

test('words and SQL agree on each state of a visit', async () => {
  const walked = alias(jobVisits, 'walked')
  const words = { ...ofVisit }
  type States = Pick<typeof jobVisits.$inferSelect, 'outcome' | 'invoicingStatus'>
  await expectSame<States>(
    { outcome: walked.outcome, invoicingStatus: walked.invoicingStatus },
    every(all('visit_outcome', 'outcome'), all('invoicing_status', 'invoicing_status')),
    (Object.keys(visitSql) as (keyof typeof visitSql)[]).map((name) => [name, visitSql[name](walked), words[name]]),
  )
})

test('words and SQL agree on each state of an invoice', async () => {
  const walked = alias(invoices, 'walked')
  const { isOverdue, ...plain } = invoiceSql
  const today = '2026-11-25'
  const words = { ...ofInvoice }
  const days = (column: string) =>
    sql.raw(`unnest(array[null, '2026-11-24', '2026-11-25', '2026-11-26']::date[]) as ${column}_of(${column})`)
  type States = Pick<typeof invoices.$inferSelect, 'voidedAt' | 'paidOn' | 'dueOn'>
  await expectSame<States>(
    { voidedAt: walked.voidedAt, paidOn: walked.paidOn, dueOn: walked.dueOn },
    every(DAYS('voided_at'), days('paid_on'), days('due_on')),
    [
      ...(Object.keys(plain) as (keyof typeof plain)[]).map(
        (name): Word<States> => [name, plain[name](walked), words[name]],
      ),
      ['isOverdue', isOverdue(sql.raw(`'${today}'::date`), walked), (invoice) => ofInvoice.isOverdue(invoice, today)],
    ],
  )
})

test('words and SQL agree on each state of a certificate', async () => {
  const walked = alias(certificates, 'walked')
  const { isCertificateLate, isCertificateSoon, isCertificateCurrent } = certificateSql
  const today = '2026-11-25'
  const day = sql.raw(`'${today}'::date`)
  type States = Pick<typeof certificates.$inferSelect, 'replacedBy' | 'excuse' | 'endsOn'>
  await expectSame<States>(
    { replacedBy: walked.replacedBy, excuse: walked.excuse, endsOn: walked.endsOn },
    every(
      sql.raw('unnest(array[null, gen_random_uuid()]) as replaced_by_of(replaced_by)'),
      sql.raw(`unnest(array[null, 'not_here', 'elsewhere']) as excuse_of(excuse)`),
      sql.raw(`unnest(array['2026-11-24', '2026-11-25', '2026-12-25', '2026-12-26']::date[]) as ends_on_of(ends_on)`),
    ),
    [
      ['isCertificateCurrent', isCertificateCurrent(walked), ofCertificate.isCertificateCurrent],
      ['isCertificateLate', isCertificateLate(day, walked), (one) => ofCertificate.isCertificateLate(one, today)],
      ['isCertificateSoon', isCertificateSoon(day, walked), (one) => ofCertificate.isCertificateSoon(one, today)],
    ],
  )
})

test('words and SQL agree on each role', async () => {
  const walked = alias(users, 'walked')
  const words = { ...roles }
  await expectSame<Pick<typeof users.$inferSelect, 'role'>>(
    { role: walked.role },
    every(all('role', 'role')),
    (Object.keys(userSql) as (keyof typeof userSql)[]).map((name) => [name, userSql[name](walked), words[name]]),
  )
})

test('words and SQL agree on each state of an e-mail, of a webhook’s delivery and of a photo', async () => {
  const email = alias(emailNotifications, 'walked')
  const ofEmails: Record<
    keyof typeof emailSql,
    (row: Pick<typeof emailNotifications.$inferSelect, 'status'>) => boolean
  > = ofEmail
  await expectSame(
    { status: email.status },
    every(sql.raw('unnest(enum_range(null::email_status)) as status_of(status)')),
    (Object.keys(emailSql) as (keyof typeof emailSql)[]).map((name) => [name, emailSql[name](email), ofEmails[name]]),
  )
  const delivery = alias(webhookDeliveries, 'walked')
  await expectSame<Pick<typeof webhookDeliveries.$inferSelect, 'status'>>(
    { status: delivery.status },
    every(sql.raw('unnest(enum_range(null::webhook_delivery_status)) as status_of(status)')),
    [['isToDeliver', deliverySql.isToDeliver(delivery), isToDeliver]],
  )
  const photo = alias(uploadedObjects, 'walked')
  const ofPhotos = { ...ofPhoto }
  await expectSame<Pick<typeof uploadedObjects.$inferSelect, 'state'>>(
    { state: photo.state },
    every(sql.raw('unnest(enum_range(null::object_state)) as state_of(state)')),
    (Object.keys(photoSql) as (keyof typeof photoSql)[]).map((name) => [name, photoSql[name](photo), ofPhotos[name]]),
  )
})
