import type { SQL } from 'bun'
import { log } from '#src/runtime/log.ts'
import { liftLimits, openAlone, rawClient } from './client.ts'
import { holding, lockNow } from './lock.ts'

// What lists filter and sort by, beside the columns that an index is ordered by: only jobs that are shown are then read.
const KIND = 'hidden_from_estate_agent, status, urgency, job_type, contractor_type, updated_at'
const WAIT = 'waiting_on, waiting_since'
const VISIT = 'visit_by, first_visit_at'

const IS_OPEN = `status in ('pending', 'assigned', 'in_progress', 'quote_pending', 'quote_approved')`
const TO_VISIT = `visit_by is not null and first_visit_at is null
  and ${IS_OPEN}`

const DUE_BY = 'least(case when first_visit_at is null then visit_by end, hazard_due)'

const SEARCHED = `plain_words(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '') || ' ' ||
  coalesce(username, '') || ' ' || coalesce(company, '') || ' ' || coalesce(phone, '')) gin_trgm_ops`

// Indexes of large tables, built while everybody goes on: a migration would lock the table. To change one, give it
// another name, and its old name to GONE.
export const INDEXES: Readonly<Record<string, string>> = {
  jobs_to_assign_index: `jobs (urgency, waiting_since, id) where status = 'pending'`,
  jobs_waited_for_index: `jobs (waiting_on, waiting_since, id) include (created_at, ${VISIT}, ${KIND})
    where waiting_on <> 'nobody'`,
  // Many are counted in it: equal entries share their place.
  jobs_waited_for_urgency_index: `jobs (waiting_on, urgency) where waiting_on <> 'nobody'`,
  jobs_to_visit_index: `jobs (visit_by, id) include (created_at, first_visit_at, ${WAIT}, ${KIND})
    where ${TO_VISIT}`,
  // With the columns of its expression it may be read alone.
  jobs_due_index: `jobs ((${DUE_BY}), id) include (created_at, hazard_due, ${VISIT}, ${WAIT}, ${KIND})
    where ${DUE_BY} is not null and ${IS_OPEN}`,
  jobs_hazard_index: `jobs (hazard_level, hazard_due, id) where hazard_level is not null and ${IS_OPEN}`,
  jobs_urgent_index: `jobs (urgency, created_at, id) include (${WAIT}, ${VISIT}, hidden_from_estate_agent, status, job_type,
    contractor_type, updated_at) where ${IS_OPEN}`,
  jobs_in_hand_index: `jobs (contractor_id, visit_by) include (first_visit_at) where status in ('assigned', 'in_progress')`,
  jobs_booked_index: `jobs (appointment_starts_at, contractor_id)
    where status in ('assigned', 'in_progress') and appointment_starts_at is not null`,
  // Whose a job is follows its words: a search of one's own reads no others' rows.
  jobs_searched_index: `jobs using gin ((words || tenant_words) gin_trgm_ops,
    (array[estate_agent_id, contractor_id]))`,
  jobs_raised_index: `jobs (estate_agent_id, created_at, id) include (contractor_id, ${WAIT}, ${VISIT}, ${KIND})`,
  jobs_held_index: `jobs (contractor_id, created_at, id) include (estate_agent_id, ${WAIT}, ${VISIT}, ${KIND})`,
  // What follows the order is judged in the index: an index of an expression is never read alone.
  jobs_of_agency_index: 'jobs (lower(estate_agency), created_at, id, status, urgency, waiting_on)',
  jobs_trade_status_index: 'jobs (contractor_type, status, urgency, created_at, id) where contractor_type is not null',
  jobs_to_visit_of_trade_index: `jobs (contractor_type, urgency, created_at, id) include (visit_by, first_visit_at, status)
    where ${TO_VISIT} and contractor_type is not null`,
  jobs_quote_work_done_index: `jobs (created_at, id)
    where job_type = 'quote_work' and status in ('completed', 'invoiced')`,
  jobs_quote_work_status_index: `jobs (status, created_at, id) where job_type = 'quote_work'`,
  jobs_waiting_on_nobody_index: `jobs (created_at, id) where waiting_on = 'nobody'`,
  jobs_longest_waiting_index: `jobs (waiting_since, id) where waiting_on <> 'nobody'`,
  quotes_updated_index: 'quotes (updated_at)',
  jobs_quote_work_held_index: `jobs (contractor_id, status, created_at, id, parent_job_id) where job_type = 'quote_work'`,
  quotes_made_index: 'quotes (contractor_id, status, created_at, id)',
  users_named_index: `users using gin (plain_words(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' ||
    coalesce(company, '')) gin_trgm_ops) where role = 'contractor'`,
  users_contractors_searched_index: `users using gin (${SEARCHED}) where role = 'contractor'`,
  users_agents_searched_index: `users using gin (${SEARCHED}) where role = 'estate_agent'`,
  message_marks_unread_index: `message_marks (user_id, newest_at, job_id) where newest_id > read_up_to`,
  messages_author_index: 'messages (author_id, id) where author_id is not null',
  message_threads_outside_index: 'message_threads (last_at, job_id) where last_outside',
  email_notifications_sent_index: `email_notifications (sent_at) where status = 'sent'`,
  email_notifications_address_index: 'email_notifications (lower(contractor_email), id)',
  links_about_index: `links (about, created_at) where about is not null`,
  job_visits_date_index: 'job_visits (visit_date, id)',
  job_visits_unfinished_index: `job_visits (outcome, visit_date, id) where outcome <> 'done'`,
  job_visits_early_photos_index: `job_visits (job_id)
    where outcome <> 'done' and invoicing_status = 'not_billable' and cardinality(photos_urls) > 0`,
  job_visits_updated_index: 'job_visits (coalesce(updated_at, created_at))',
  invoices_of_contractor_index: 'invoices (contractor_id, invoice_date, id)',
  invoices_updated_index: 'invoices (updated_at)',
  // What figures count of a month, read in the index alone.
  jobs_closed_index: `jobs (closed_at, id) include (created_at, status, urgency, job_type) where closed_at is not null`,
  jobs_assigned_index: `jobs (first_assigned_at, id) include (created_at, job_type) where first_assigned_at is not null`,
  jobs_visited_index: `jobs (first_visit_at, id) include (created_at, visit_by, job_type) where first_visit_at is not null`,
  jobs_visited_late_index: `jobs (first_visit_at, id) include (created_at, job_type, urgency) where first_visit_at > visit_by`,
  jobs_happened_before_raised_index: `jobs (created_at, id)
    where least(first_assigned_at, first_visit_at, closed_at) < created_at`,
  jobs_counted_index: `jobs (created_at, id) include (urgency, job_type, contractor_type, property_key)`,
  jobs_open_at_index: `jobs using gist
    (tstzrange(created_at, case when closed_at is not null then greatest(closed_at, created_at) end))
    where job_type = 'visit'`,
  quotes_counted_index: `quotes (created_at, id) include (status, amount, first_decided_at, job_id)`,
  job_events_decided_index: `job_events (job_id, id) include (created_at)
    where event = any('{quoteApproved,quoteDeclined,newPriceAsked}'::text[])`,
  job_events_actor_index: 'job_events (actor_id, id) where actor_id is not null',
  hazard_summaries_sender_index: 'hazard_summaries (sent_by_id, id) where sent_by_id is not null',
  invoices_tax_day_index: `invoices (coalesce(tax_point, (invoice_date at time zone 'Europe/London')::date), invoice_date, id)
    include (amount, type, voided_at)`,
  uploaded_objects_certificate_index: 'uploaded_objects (certificate_id) where certificate_id is not null',
  uploaded_objects_user_index: 'uploaded_objects (user_id, id) where user_id is not null',
  uploaded_objects_loose_index: `uploaded_objects (created_at)
    where visit_id is null and job_id is null and certificate_id is null`,
  certificate_jobs_kind_index: 'certificate_jobs (kind, job_id) where job_id is not null',
  certificates_current_index: `certificates (ends_on, id)
    where replaced_by is null and excuse is distinct from 'not_here'`,
  certificates_kind_index: 'certificates (kind, ends_on, id) where replaced_by is null',
  certificates_without_document_index: `certificates (ends_on, id) where replaced_by is null and document_path is null`,
  certificates_unsatisfactory_index: 'certificates (ends_on, id) where replaced_by is null and unsatisfactory',
  certificates_searched_index: `certificates using gin (plain_words(property_name || ' ' || property_address || ' ' ||
    coalesce(reference, '') || ' ' || coalesce(done_by, '') || ' ' || name || ' ' || agency) gin_trgm_ops)`,
  invoices_of_agency_index: 'invoices (lower(agency), invoice_date, id)',
  invoices_owed_by_agency_index: `invoices (lower(agency), due_on, id)
    where due_on is not null and paid_on is null and voided_at is null`,
  invoices_void_index: 'invoices (invoice_date, id) where voided_at is not null',
  invoices_paid_index: 'invoices (invoice_date, id) where paid_on is not null',
  invoices_of_property_index: 'invoices (property_key, invoice_date, id)',
  invoices_searched_index: `invoices using gin (plain_words(invoice_number || ' ' || contractor_name || ' ' ||
    coalesce(contractor_company, '') || ' ' || property_address || ' ' || coalesce(property_name, '') || ' ' ||
    coalesce(job_ref, '') || ' ' || coalesce(agency, '')) gin_trgm_ops)`,
}

const GONE: Readonly<Record<string, (sql: SQL) => Promise<boolean>>> = {
  jobs_search_index: areWordsFilled,
  jobs_trade_index: async () => true,
  jobs_waiting_index: async () => true,
  jobs_visit_by_index: async () => true,
  jobs_of_agent_index: async () => true,
  jobs_of_contractor_index: async () => true,
  jobs_late_of_contractor_index: async () => true,
  jobs_agency_index: async () => true,
  jobs_words_index: async () => true,
  jobs_found_index: async () => true,
  jobs_quote_work_of_contractor_index: async () => true,
  certificates_words_index: async () => true,
  invoices_words_index: async () => true,
}

export async function areWordsFilled(sql: SQL = rawClient): Promise<boolean> {
  const [row] = await sql`
    select not exists (select from settings where name = 'job_words_missing')
      or exists (select from settings where name = 'job_words_filled' and done) as filled`
  return row?.filled ?? false
}

export async function goneIndexes(sql: SQL): Promise<Set<string>> {
  const gone = new Set<string>()
  for (const [name, isReplaced] of Object.entries(GONE)) if (await isReplaced(sql)) gone.add(name)
  return gone
}

/** Held by whoever builds, and by a migration: each would wait for the other. */
export const INDEX_LOCK = 7_235_019_463

const LATER_MS = 600_000

export class IndexBuilder {
  #client: SQL | undefined
  #stopped = false

  async build(): Promise<number | undefined> {
    const client = openAlone()
    this.#client = client
    try {
      using connection = await client.reserve()
      await liftLimits(connection)
      if (!(await lockNow(connection, INDEX_LOCK))) return LATER_MS
      return await holding(connection, INDEX_LOCK, () => bringToList(connection))
    } catch (error) {
      if (this.#stopped) return undefined
      throw error
    } finally {
      this.#client = undefined
      await client.close({ timeout: 0 })
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#client?.close({ timeout: 0 })
  }
}

async function bringToList(connection: SQL): Promise<number | undefined> {
  for (const [name, on] of Object.entries(INDEXES)) await buildIndex(connection, { name, on })
  const gone = await goneIndexes(connection)
  for (const name of gone) await connection.unsafe(`drop index concurrently if exists ${name}`)
  return gone.size < Object.keys(GONE).length ? LATER_MS : undefined
}

export type BuiltIndex = { name: string; on: string; unique?: boolean }

export async function buildIndex(connection: SQL, { name, on, unique = false }: BuiltIndex): Promise<void> {
  const [found] = await connection.unsafe(
    `select indisvalid as valid from pg_index where indexrelid = to_regclass('${name}')`,
  )
  if (found?.valid) return
  // Left by a process that was killed: it costs every write, and no read uses it.
  if (found) await connection.unsafe(`drop index concurrently ${name}`)
  const begin = performance.now()
  await connection.unsafe(`create ${unique ? 'unique ' : ''}index concurrently ${name} on ${on}`)
  const seconds = Math.round((performance.now() - begin) / 100) / 10
  if (seconds > 1) log.info('database.index', `Index ${name} was built.`, { seconds })
}
