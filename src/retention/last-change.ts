import { type SQL, sql } from 'drizzle-orm'
import { quoteSql, visitSql } from '#db/query/predicates.ts'
import { OPEN } from '#src/domain/job/status.ts'

const UNFINISHED = sql.raw(OPEN.map((status) => `'${status}'`).join(', '))

export const isUnfinished = (job: SQL): SQL => sql`${job}.status in (${UNFINISHED})`

/** `offset 0` makes it one look by an index for each job; else the planner may read a whole table for thousands of jobs. */
const thereIs = (row: SQL): SQL => sql`exists (select from ${row} offset 0)`

const hasToInvoice = (job: SQL): SQL => sql`(
  ${thereIs(sql`job_visits where job_id = ${job}.id and ${visitSql.isToInvoice()}`)}
  or ${thereIs(sql`quotes where job_id = ${job}.id and ${quoteSql.isWorkToInvoice()}`)})`

const hasChangedSince = (job: SQL, then: SQL): SQL => {
  const follows = [
    sql`job_visits where job_id = ${job}.id and greatest(created_at, updated_at, visit_date) >= ${then}`,
    sql`quotes where job_id = ${job}.id and updated_at >= ${then}`,
    sql`messages where job_id = ${job}.id and created_at >= ${then}`,
    sql`job_events where job_id = ${job}.id and created_at >= ${then}`,
    sql`invoices where job_id = ${job}.id and greatest(invoice_date, created_at, updated_at, voided_at) >= ${then}`,
    sql`uploaded_objects where job_id = ${job}.id and created_at >= ${then}`,
    sql`job_visits visit join uploaded_objects photo on photo.visit_id = visit.id
      where visit.job_id = ${job}.id and photo.created_at >= ${then}`,
    sql`links where job_id = ${job}.id and greatest(created_at, used_at) >= ${then}`,
    sql`quotes quote join links on links.quote_id = quote.id
      where quote.job_id = ${job}.id and greatest(links.created_at, links.used_at) >= ${then}`,
  ]
  return sql`(${job}.updated_at >= ${then} or coalesce(${job}.appointment_ends_at >= ${then}, false)
    or ${sql.join(follows.map(thereIs), sql` or `)})`
}

export const isLongDone = (then: SQL): SQL => {
  const mustStay = (job: SQL) => sql`${isUnfinished(job)} or ${hasChangedSince(job, then)} or ${hasToInvoice(job)}`
  // The first two conditions are those that the index of updated_at answers.
  return sql`jobs.parent_job_id is null and jobs.updated_at < ${then} and not (${mustStay(sql`jobs`)})
    and not exists (select from jobs half where half.parent_job_id = jobs.id and (${mustStay(sql`half`)}))`
}
