import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'

const HALVES = (id: string) => sql`(select id from jobs where id = ${id} or parent_job_id = ${id})`

/** As if nothing had happened to the job for so long, nor to anything that follows it; nothing is left to invoice. */
export async function longUntouched(id: string, interval = '9 years'): Promise<void> {
  const then = sql`now() - ${interval}::interval`
  const halves = HALVES(id)
  const visits = sql`(select id from job_visits where job_id in ${halves})`
  const quotes = sql`(select id from quotes where job_id in ${halves})`
  await db.execute(sql`update jobs set created_at = ${then}, updated_at = ${then} where id in ${halves}`)
  await db.execute(sql`update job_visits set created_at = ${then}, visit_date = ${then}, updated_at = ${then}, invoicing_status =
    (case when invoicing_status = 'pending' then 'invoiced' else invoicing_status::text end)::invoicing_status where job_id in ${halves}`)
  await db.execute(sql`update quotes set created_at = ${then}, updated_at = ${then}, invoicing_status =
    (case when invoicing_status = 'pending' then 'invoiced' else invoicing_status::text end)::invoicing_status where job_id in ${halves}`)
  await db.execute(sql`update job_events set created_at = ${then} where job_id in ${halves}`)
  await db.execute(sql`update messages set created_at = ${then} where job_id in ${halves}`)
  await db.execute(
    sql`update uploaded_objects set created_at = ${then} where job_id in ${halves} or visit_id in ${visits}`,
  )
  await db.execute(sql`update links set created_at = ${then} where job_id in ${halves} or quote_id in ${quotes}`)
  await db.execute(sql`update invoices set created_at = ${then}, updated_at = ${then}, invoice_date = ${then},
    voided_at = (case when voided_at is not null then ${then} end)
    where job_id in ${halves}`)
}
