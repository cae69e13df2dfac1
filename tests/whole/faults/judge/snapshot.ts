import type { SQL } from 'bun'
import type { EmailStatus, EmailType } from '#src/domain/email/kinds.ts'
import type { InvoiceType } from '#src/domain/invoice/invoice.ts'
import type { JobType } from '#src/domain/job/job-type.ts'
import type { JobStatus } from '#src/domain/job/status.ts'
import type { TimelineEvent } from '#src/domain/job/transitions.ts'
import type { QuoteStatus, WorkStatus } from '#src/domain/quote/quote.ts'

export type JobRow = { id: string; name: string; status: JobStatus; type: JobType; parent: string | null }
export type EventRow = {
  job: string
  event: TimelineEvent
  from: JobStatus | null
  to: JobStatus | null
  /** Of items sent to invoiced and back. */
  invoice: string | null
}
export type VisitRow = { id: string; job: string; invoicing: string; photos: string[] }
export type QuoteRow = { id: string; job: string; status: QuoteStatus; work: WorkStatus; invoicing: string }
export type EmailRow = { id: string; name: string; type: EmailType; status: EmailStatus }
export type InvoiceRow = { number: string; type: InvoiceType; address: string }
export type ObjectRow = { id: string; state: 'promised' | 'stored' | 'removing'; visit: string | null }
export type OutboxRow = { kind: 'email' | 'remove_object'; subject: string }
export type Tally = { of: string; status: string; kind: string; count: number; pence: number }

/** Everything that a load may have written, at one moment. Jobs, e-mails and invoices are known by the property's name. */
export type Snapshot = {
  jobs: JobRow[]
  events: EventRow[]
  visits: VisitRow[]
  quotes: QuoteRow[]
  emails: EmailRow[]
  invoices: InvoiceRow[]
  objects: ObjectRow[]
  outbox: OutboxRow[]
  /** How many invoice numbers have been given out. */
  invoiceCounter: number
  /** What is counted, and what there is. */
  tallied: Tally[]
  counted: Tally[]
}

/** Reads it all in one transaction, so that a delivery that still works changes nothing between two reads. */
export const takeSnapshot = (sql: SQL): Promise<Snapshot> =>
  sql.begin('isolation level repeatable read read only', async (tx) => ({
    jobs: await tx`select id, property_name as name, status, job_type as type, parent_job_id as parent from jobs`,
    events: await tx`select job_id as job, event, from_status as from, to_status as to, detail->>'invoice' as invoice
      from job_events order by id`,
    visits: await tx`select id, job_id as job, invoicing_status as invoicing, photos_urls as photos from job_visits`,
    quotes: await tx`select id, job_id as job, status, work_status as work, invoicing_status as invoicing from quotes`,
    emails: await tx`select id, content->>'propertyName' as name, email_type as type, status from email_notifications`,
    invoices: await tx`select invoice_number as number, type, property_address as address from invoices`,
    objects: await tx`select id, state, visit_id as visit from uploaded_objects`,
    outbox: await tx`select kind, subject from outbox`,
    invoiceCounter: await tx`select counter::int from settings where name = 'invoice_number'`.then(
      (rows: { counter: number }[]) => rows[0]?.counter ?? 0,
    ),
    tallied: await tx`select "of", status, kind, sum(count)::int as count, sum(pence)::float8 as pence from tallies
      group by 1, 2, 3 having sum(count) <> 0 or sum(pence) <> 0 order by 1, 2, 3`,
    counted: await tx`select * from (
      select 'jobs' as "of", status::text, job_type::text as kind, count(*)::int as count, 0::float8 as pence
      from jobs group by 2, 3
      union all select 'job_visits', invoicing_status::text, visit_kind(job_visits), count(*)::int, 0
      from job_visits group by 2, 3
      union all select 'quotes', status::text, quote_kind(quotes), count(*)::int, sum(amount * 100)::float8
      from quotes group by 2, 3
      union all select 'invoices', '', '', count(*)::int, 0 from invoices having count(*) > 0) c order by 1, 2, 3`,
  }))
