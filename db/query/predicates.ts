import { and, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgColumn } from 'drizzle-orm/pg-core'
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
import { OPEN } from '#src/domain/job/status.ts'
import type { WaitingFor, WaitingOn } from '#src/domain/job/waiting.ts'
import { SOON_DAYS } from '#src/domain/property/certificate/state.ts'
import { TURNED_DOWN } from '#src/domain/quote/quote.ts'
import { is, isOneOf } from './conditions.ts'

// The SQL of the words for states in src/domain/, under the same names; a test holds that both say the same of each state.
// Each takes the table or an alias of it.

export type ColumnsOf<Table, Names extends keyof Table> = {
  [Name in Names]: Table[Name] extends PgColumn ? AnyPgColumn<{ data: Table[Name]['_']['data'] }> : never
}
type Jobs = typeof jobs
type Quotes = typeof quotes
type Visits = typeof jobVisits

const isUnvisited = (job: ColumnsOf<Jobs, 'visitBy' | 'firstVisitAt'>): SQL =>
  and(isNotNull(job.visitBy), isNull(job.firstVisitAt))!

type Waits = ColumnsOf<Jobs, 'waitingOn' | 'waitingSince'>
type Due = ColumnsOf<Jobs, 'visitBy' | 'firstVisitAt' | 'hazardDue'>
type Visited = ColumnsOf<Jobs, 'status' | 'visitBy' | 'firstVisitAt'>

export const jobSql = {
  isToAssign: (job: ColumnsOf<Jobs, 'status'> = jobs) => is(job.status, 'pending'),
  isToDecide: (job: ColumnsOf<Jobs, 'status'> = jobs) => is(job.status, 'quote_pending'),
  isBeingCarriedOut: (job: ColumnsOf<Jobs, 'status'> = jobs) => is(job.status, 'quote_approved'),
  isCancelled: (job: ColumnsOf<Jobs, 'status'> = jobs) => is(job.status, 'cancelled'),
  isQuoteWork: (job: ColumnsOf<Jobs, 'jobType'> = jobs) => is(job.jobType, 'quote_work'),
  isVisitJob: (job: ColumnsOf<Jobs, 'jobType'> = jobs) => is(job.jobType, 'visit'),
  // Together the condition of jobs_hazard_index: without any one of them it is not used.
  hasOpenHazard: (job: ColumnsOf<Jobs, 'status' | 'hazardLevel'> = jobs) =>
    and(isNotNull(job.hazardLevel), isOneOf(job.status, OPEN))!,
  isHazardLate: (job: ColumnsOf<Jobs, 'status' | 'hazardLevel' | 'hazardDue'> = jobs, now: SQL | Date = sql`now()`) =>
    and(jobSql.hasOpenHazard(job), lt(job.hazardDue, now))!,
  /** As jobs_due_index has it in order. */
  dueBy: (job: Due = jobs) =>
    sql`least(case when ${job.firstVisitAt} is null then ${job.visitBy} end, ${job.hazardDue})`,
  isDue: (job: Due & ColumnsOf<Jobs, 'status'> = jobs) => and(isNotNull(jobSql.dueBy(job)), isOneOf(job.status, OPEN))!,
  isUrgent: (job: ColumnsOf<Jobs, 'urgency'> = jobs) => is(job.urgency, 'high'),
  waitsOn: (whom: WaitingOn, job: ColumnsOf<Jobs, 'waitingOn'> = jobs) => is(job.waitingOn, whom),
  waitsFor: (what: WaitingFor, job: ColumnsOf<Jobs, 'waitingFor'> = jobs) => is(job.waitingFor, what),
  isWaiting: (job: Waits = jobs) => sql`(${job.waitingOn} <> 'nobody' and ${job.waitingSince} is not null)`,
  isNotWaiting: (job: Waits = jobs) =>
    sql`(${job.waitingOn} is null or ${job.waitingOn} = 'nobody' or ${job.waitingSince} is null)`,
  // Together the condition of jobs_to_visit_index: without any one of them it is not used.
  isToVisit: (job: Visited = jobs) => and(isUnvisited(job), isOneOf(job.status, OPEN))!,
  isLate: (job: Visited = jobs) => and(jobSql.isPastVisitTarget(job), isOneOf(job.status, OPEN))!,
  /** Late, where the job is known to be open. */
  isPastVisitTarget: (job: ColumnsOf<Jobs, 'visitBy' | 'firstVisitAt'> = jobs, now: SQL | Date = sql`now()`) =>
    and(isUnvisited(job), lt(job.visitBy, now))!,
}

type Step = ColumnsOf<typeof jobEvents, 'fromStatus' | 'toStatus'>

export const jobEventSql = {
  isCompletion: (step: Step = jobEvents) =>
    sql`(${is(step.toStatus, 'completed')} and ${step.fromStatus} not in ('completed', 'invoiced'))`,
  isAssignment: (step: ColumnsOf<typeof jobEvents, 'toStatus'> = jobEvents) => is(step.toStatus, 'assigned'),
}

type Work = ColumnsOf<Quotes, 'status' | 'workStatus'>

export const quoteSql = {
  isPending: (quote: ColumnsOf<Quotes, 'status'> = quotes) => is(quote.status, 'pending'),
  isApproved: (quote: ColumnsOf<Quotes, 'status'> = quotes) => is(quote.status, 'approved'),
  isWithdrawn: (quote: ColumnsOf<Quotes, 'status'> = quotes) => is(quote.status, 'withdrawn'),
  isTurnedDown: (quote: ColumnsOf<Quotes, 'status'> = quotes) => isOneOf(quote.status, TURNED_DOWN),
  isBillable: (quote: Work = quotes) => and(quoteSql.isApproved(quote), is(quote.workStatus, 'completed'))!,
  isWorkToInvoice: (quote: Work & ColumnsOf<Quotes, 'invoicingStatus'> = quotes) =>
    and(quoteSql.isBillable(quote), is(quote.invoicingStatus, 'pending'))!,
}

export const visitSql = {
  isToInvoice: (visit: ColumnsOf<Visits, 'invoicingStatus'> = jobVisits) => is(visit.invoicingStatus, 'pending'),
  isBilledByItsQuote: (visit: ColumnsOf<Visits, 'invoicingStatus'> = jobVisits) =>
    is(visit.invoicingStatus, 'not_billable'),
  isWorkDone: (visit: ColumnsOf<Visits, 'outcome'> = jobVisits) => is(visit.outcome, 'done'),
  foundNobodyIn: (visit: ColumnsOf<Visits, 'outcome'> = jobVisits) => is(visit.outcome, 'no_access'),
}

type Invoices = typeof invoices
type Owed = ColumnsOf<Invoices, 'voidedAt' | 'paidOn'>

export const invoiceSql = {
  isVoid: (invoice: ColumnsOf<Invoices, 'voidedAt'> = invoices) => isNotNull(invoice.voidedAt),
  isPaid: (invoice: ColumnsOf<Invoices, 'paidOn'> = invoices) => isNotNull(invoice.paidOn),
  isOwed: (invoice: Owed = invoices) => and(isNull(invoice.paidOn), isNull(invoice.voidedAt))!,
  /** `today` is 'YYYY-MM-DD'. With isOwed it is the condition of invoices_due_index. */
  isOverdue: (today: SQL | string, invoice: Owed & ColumnsOf<Invoices, 'dueOn'> = invoices) =>
    and(isNotNull(invoice.dueOn), invoiceSql.isOwed(invoice), lt(invoice.dueOn, today))!,
}

type Certificates = typeof certificates
type KeptCertificate = ColumnsOf<Certificates, 'replacedBy' | 'excuse'>
type EndingCertificate = KeptCertificate & ColumnsOf<Certificates, 'endsOn'>

/** `today` is 'YYYY-MM-DD'. The condition of certificates_agency_index and certificates_end_index is in each. */
export const certificateSql = {
  isCertificateCurrent: (certificate: KeptCertificate = certificates) =>
    and(isNull(certificate.replacedBy), sql`${certificate.excuse} is distinct from 'not_here'`)!,
  isCertificateLate: (today: SQL | string, certificate: EndingCertificate = certificates) =>
    and(certificateSql.isCertificateCurrent(certificate), lt(certificate.endsOn, today))!,
  isCertificateSoon: (today: SQL | string, certificate: EndingCertificate = certificates) =>
    and(
      certificateSql.isCertificateCurrent(certificate),
      sql`${certificate.endsOn} between ${today}::date and ${today}::date + ${sql.raw(String(SOON_DAYS))}`,
    )!,
}

export const userSql = {
  isAdmin: (user: ColumnsOf<typeof users, 'role'> = users) => is(user.role, 'admin'),
  isContractor: (user: ColumnsOf<typeof users, 'role'> = users) => is(user.role, 'contractor'),
  isAgent: (user: ColumnsOf<typeof users, 'role'> = users) => is(user.role, 'estate_agent'),
}

type EmailState = ColumnsOf<typeof emailNotifications, 'status'>

export const emailSql = {
  isSent: (email: EmailState = emailNotifications) => is(email.status, 'sent'),
  isUnsent: (email: EmailState = emailNotifications) => sql`${email.status} <> 'sent'`,
  // With the condition of email_notifications_unsent_index: without it that is not used.
  isQueued: (email: EmailState = emailNotifications) => and(emailSql.isUnsent(email), is(email.status, 'queued'))!,
  isFailed: (email: EmailState = emailNotifications) => and(emailSql.isUnsent(email), is(email.status, 'failed'))!,
}

export const deliverySql = {
  isToDeliver: (delivery: ColumnsOf<typeof webhookDeliveries, 'status'> = webhookDeliveries) =>
    is(delivery.status, 'waiting'),
}

type PhotoColumns = ColumnsOf<typeof uploadedObjects, 'state'>

export const photoSql = {
  isPromised: (photo: PhotoColumns = uploadedObjects) => is(photo.state, 'promised'),
  isStored: (photo: PhotoColumns = uploadedObjects) => is(photo.state, 'stored'),
  isBeingRemoved: (photo: PhotoColumns = uploadedObjects) => is(photo.state, 'removing'),
}
