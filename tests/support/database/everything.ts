import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'

export const TABLES = [
  'jobs',
  'job_visits',
  'quotes',
  'invoices',
  'job_events',
  'email_notifications',
  'outbox',
  'users',
  'api_tokens',
  'account_events',
  'links',
  'messages',
  'message_marks',
  'past_contractors',
  'list_views',
  'complaints',
  'person_records',
  'certificates',
  'certificate_excuses',
  'webhooks',
  'webhook_deliveries',
  'webhook_attempts',
]

/** One value that changes when anything changes that a request may change. */
export async function everything(): Promise<unknown> {
  const parts = [...TABLES, 'sessions', 'uploaded_objects'].map(
    (table) => sql`(select md5(coalesce(string_agg(t::text, '' order by t::text), '')) from ${sql.raw(table)} t)`,
  )
  const [row] = await db.execute(sql`select ${sql.join(parts, sql` || `)} as all`)
  return row
}
