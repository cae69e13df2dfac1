import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'

/** Of each kind how many rows: `what` is a select of one column of that name. */
const counted = (what: SQL): SQL => sql`(select coalesce(jsonb_object_agg(what, count), '{}') from (
  select what, count(*) as count from (${what}) found group by what) counted)`

/** What a life has left. Every life of one plot must leave the same: what waits to be gathered in one e-mail counts as told. */
export async function leftBy(name: string): Promise<unknown> {
  const ofJobs = sql`job_id in (select id from jobs where property_name = ${name})`
  const [left] = await db.execute(sql`select
    ${counted(sql`select concat_ws(' ', job_type, status, urgency) as what from jobs where property_name = ${name}`)} as jobs,
    ${counted(sql`select event as what from job_events where ${ofJobs}`)} as events,
    ${counted(sql`select concat_ws(' ', outcome, invoicing_status, cardinality(photos_urls)) as what from job_visits where ${ofJobs}`)} as visits,
    ${counted(sql`select concat_ws(' ', status, version, amount, work_status, invoicing_status) as what
      from quotes where ${ofJobs}`)} as quotes,
    ${counted(sql`select concat_ws(' ', type, amount) as what from invoices
      where property_address like ${`${name},%`}`)} as invoices,
    ${counted(sql`select concat_ws(' ', text, cardinality(photos_urls)) as what from messages where ${ofJobs}`)} as messages,
    ${counted(sql`select email_type as what from email_notifications where ${ofJobs}
      union all select 'job_urgent' from urgent_notices where ${ofJobs}`)} as emails,
    ${counted(sql`select concat_ws(' ', role, phone, areas, deleted_at is not null) as what
      from users where company = ${name}`)} as people,
    ${counted(sql`select event as what from account_events
      where user_id in (select id from users where company = ${name})`)} as history`)
  return left
}

/** What all lives together have left. */
export async function leftInAll() {
  const [left] = await db.execute<{
    jobs: number
    refs: number
    photos: number
    keys: number
    counter: number
  }>(sql`select
    (select count(*)::int from jobs) as jobs,
    (select count(distinct job_ref)::int from jobs) as refs,
    (select count(*)::int from uploaded_objects) as photos,
    (select count(*)::int from idempotency_keys) as keys,
    (select coalesce(max(counter), 0)::int from settings where name = 'invoice_number') as counter`)
  return left!
}
