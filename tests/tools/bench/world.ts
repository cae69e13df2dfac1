import { SQL } from 'bun'
import { EMBEDDED_ROLE, SOCKET_NAME } from '#db/embedded/paths.ts'
import { hashPassword } from '#src/accounts/sign-in/hash.ts'
import { sha256 } from '#src/guard/sha256.ts'

export type WorldSize = { jobs: number; agents: number; contractors: number }

export const WORLD_PASSWORD = 'correct horse'

/** The session of a user; agents and contractors are numbered from 1. */
export const tokenOf = (role: 'agent' | 'contractor' | 'admin', number = 1): string => `${role}-${number}`

/** Without the app's time limits. */
export const openSocket = (socketFolder: string, max = 4): SQL =>
  new SQL({
    adapter: 'postgres',
    path: `${socketFolder}/${SOCKET_NAME}`,
    username: EMBEDDED_ROLE,
    password: '',
    database: EMBEDDED_ROLE,
    tls: false,
    max,
  })

export const keyOf = (role: 'agent' | 'contractor' | 'admin', number = 1): string =>
  `0000000${{ agent: 1, contractor: 2, admin: 3 }[role]}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

/** UUIDs that grow with their number, as the app's time-ordered ones do. */
const key = (kind: number, number: string) =>
  `('0000000${kind}-0000-7000-8000-' || lpad(to_hex((${number})::bigint), 12, '0'))::uuid`

/** SQL that picks a word by an expression that gives a number. */
const pick = (words: string[], number: string) =>
  `(array[${words.map((word) => `'${word}'`).join(', ')}])[1 + ((${number})::bigint % ${words.length})]`

// Everything about job i follows from i, by a hash, so that the world is the same at every run.
const HOUSES = ['Rose Cottage', 'Flat', 'The Old Mill', 'Harbour View', 'Elm House', 'Station Court', 'Garden Flat']
const STREETS = ['Mill Lane', 'High Street', 'Church Road', 'Station Road', 'Victoria Street', 'Park Lane', 'The Green']
const TOWNS = ['Guildford GU1', 'Leeds LS6', 'Bristol BS3', 'York YO1', 'Brighton BN1', 'Cardiff CF10', 'Norwich NR2']
const OPEN = ['pending', 'pending', 'pending', 'assigned', 'assigned', 'in_progress', 'quote_pending', 'quote_approved']
const VISITED = "'quote_pending', 'quote_approved', 'completed', 'invoiced'"
const ISSUE =
  'The boiler loses pressure every night and the radiators stay cold. The tenant says that it began last week.'

const TRADES = [
  'general',
  'general',
  'plumbing',
  'plumbing',
  'plumbing',
  'heating_gas',
  'electrical',
  'roofing',
  'drainage',
]

/** On whom a job waits, or what for. */
function waiting(what: 'on' | 'for'): string {
  const cases = [
    ['pending', 'admin', 'assign'],
    ['assigned', 'contractor', 'book'],
    ['in_progress', 'contractor', 'finish'],
    ['quote_pending', 'agent', 'decide'],
    ['quote_approved', 'contractor', 'book'],
    ['completed', 'admin', 'invoice'],
  ].map(([status, on, waitsFor]) => `when '${status}' then '${what === 'on' ? on : waitsFor}'`)
  return `case status ${cases.join(' ')} else ${what === 'on' ? "'nobody'" : 'null'} end`
}

/** Triggers count each row of these. */
const TALLIED = ['jobs', 'job_visits', 'quotes', 'invoices']

/** The newest jobs are open. */
const OPEN_SHARE = 0.1

/** Fills a migrated, empty database: seven years of jobs, a twentieth of them quote work. */
export async function fillWorld(sql: SQL, { jobs, agents, contractors }: WorldSize): Promise<void> {
  await people(sql, agents, contractors)
  const firstOpen = Math.floor(jobs * (1 - OPEN_SHARE))
  const chunk = 100_000
  // Indexes are built when the rows are there: row by row takes many times as long.
  const indexes: { name: string; definition: string }[] = await sql`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid in ('jobs'::regclass, 'job_visits'::regclass, 'quotes'::regclass, 'invoices'::regclass,
      'job_events'::regclass) and not exists (select from pg_constraint where conindid = indexrelid)`
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`)
  const triggers = (state: 'disable' | 'enable') =>
    Promise.all(TALLIED.map((table) => sql.unsafe(`alter table ${table} ${state} trigger user`)))
  await triggers('disable')
  await sql`alter table jobs enable trigger jobs_words`
  for (let from = 1; from <= jobs; from += chunk) {
    const to = Math.min(jobs, from + chunk - 1)
    await sql.unsafe(jobRows({ from, to, jobs, agents, contractors, firstOpen }))
  }
  for (const statement of WHAT_FOLLOWS) await sql.unsafe(statement)
  for (const { definition } of indexes) await sql.unsafe(definition)
  await triggers('enable')
  await sql`select tally_everything()`
  await sql`select setval('job_refs', ${jobs})`
  await sql.unsafe('vacuum (analyze)')
}

async function people(sql: SQL, agents: number, contractors: number): Promise<void> {
  const password = await hashPassword(WORLD_PASSWORD)
  const groups = [
    ['agent', 'estate_agent', 1, agents],
    ['contractor', 'contractor', 2, contractors],
    ['admin', 'admin', 3, 1],
  ] as const
  for (const [name, role, kind, count] of groups) {
    await sql.unsafe(
      `insert into users (id, email, username, first_name, last_name, role, company, phone, hashed_password, auth_type)
       select ${key(kind, 'n')}, '${name}' || n || '@bench.example', '${name}' || n,
         ${pick(['Olivia', 'Carl', 'Ada', 'Mina'], 'n')}, ${pick(['Hart', 'Mason', 'King'], 'n')}, '${role}',
         'Company ' || n, '020 7946 ' || lpad(n::text, 4, '0'), $1, 'local'
       from generate_series(1, ${count}) n`,
      [password],
    )
    const sessions = Array.from({ length: Math.min(count, 200) }, (_, n) => [sha256(tokenOf(name, n + 1)), n + 1])
    for (const [sid, number] of sessions)
      await sql.unsafe(
        `insert into sessions (sid, user_id, sess, expire) values ($1, ${key(kind, String(number))}, '{}', now() + interval '30 days')`,
        [sid],
      )
  }
}

type Rows = WorldSize & { from: number; to: number; firstOpen: number }

function jobRows({ from, to, jobs, agents, contractors, firstOpen }: Rows): string {
  const agent = key(1, `1 + (hashint8(n) & 2147483647) % ${agents}`)
  const contractor = key(2, `1 + (hashint8(n + 1) & 2147483647) % ${contractors}`)
  const address = `(1 + n % 240) || ' ' || ${pick(STREETS, 'n / 7')} || ', ' || ${pick(TOWNS, 'n / 49')}`
  // What propertyKeyOf makes of such an address.
  const propertyKey = `regexp_replace(lower(${address}), '[^a-z0-9]', '', 'g')`
  return `
    insert into jobs (id, job_ref, estate_agent_id, contractor_id, estate_agent_name, estate_agency, property_name,
      property_address, issue_description, access_notes, status, urgency, job_type, parent_job_id, created_at, updated_at,
      property_key, contractor_type, waiting_on, waiting_for, waiting_since, visit_by, first_visit_at)
    select ${key(4, 'i')}, 'JOB-' || lpad(i::text, greatest(6, length(i::text)), '0'), ${agent},
      case when status in ('pending', 'cancelled') then null else ${contractor} end,
      'Olivia Hart', 'Agency ' || (1 + (hashint8(n) & 2147483647) % ${agents}) / 4, ${pick(HOUSES, 'n')} || ' ' || n,
      ${address},
      '${ISSUE}', 'Key at the office', status::job_status, ${pick(['low', 'medium', 'high'], 'i')}::urgency,
      case when child then 'quote_work' else 'visit' end::job_type, case when child then ${key(4, 'i - 1')} end,
      created, created + interval '3 days',
      ${propertyKey}, ${pick(TRADES, 'n / 11')}, ${waiting('on')}::waiting_on, ${waiting('for')}::waiting_for,
      case when status = 'pending' then created else created + interval '1 day' end,
      case when not child then created + ${pick(['28 days', '7 days', '1 day'], 'i')}::interval end,
      case when not child and status in (${VISITED}) then created + interval '1 day' end
    from (
      select i, case when i % 20 = 0 then i - 1 else i end as n, i % 20 = 0 as child,
        now() - interval '7 years' * ((${jobs} - i)::float / ${jobs}) - interval '1 minute' as created,
        case
          when i % 20 = 19 and i > ${firstOpen} then 'quote_approved'
          when i % 20 = 0 and i > ${firstOpen} then 'assigned'
          when i % 20 in (19, 0) then 'invoiced'
          when i > ${firstOpen} then ${pick(OPEN, 'i * 7')}
          when i % 50 = 7 then 'cancelled'
          when i % 10 = 3 then 'completed'
          else 'invoiced'
        end as status
      from generate_series(${from}::bigint, ${to}) i
    ) job`
}

const tail = 'substr(j.id::text, 25)'
const WHAT_FOLLOWS = [
  `insert into job_visits (id, job_id, contractor_id, visit_date, work_description, photos_urls, is_quote_required,
     invoicing_status, created_at)
   select ('00000005-0000-7000-8000-' || ${tail})::uuid, j.id, j.contractor_id, j.created_at + interval '1 day',
     'Topped up the pressure and bled the radiators.', array['/objects/a', '/objects/b'],
     case when j.status in ('quote_pending', 'quote_approved') then 'yes' else 'no' end::yes_no,
     case when j.status = 'invoiced' then 'invoiced' else 'pending' end::invoicing_status, j.created_at + interval '1 day'
   from jobs j
   where j.job_type = 'visit' and j.status in (${VISITED})`,
  `insert into quotes (id, job_id, contractor_id, visit_id, description, amount, status, work_status, invoicing_status,
     created_at, updated_at)
   select ('00000006-0000-7000-8000-' || ${tail})::uuid, j.id, j.contractor_id, v.id, 'Replace the expansion vessel.',
     100 + (extract(epoch from j.created_at)::bigint % 900),
     case when j.status = 'quote_pending' then 'pending' when c.id is not null then 'approved' else 'declined' end::quote_status,
     case when c.status in ('completed', 'invoiced') then 'completed' else 'not_started' end::work_status,
     case when c.status = 'invoiced' then 'invoiced' else 'pending' end::invoicing_status,
     j.created_at + interval '1 day', j.created_at + interval '2 days'
   from jobs j join job_visits v on v.job_id = j.id left join jobs c on c.parent_job_id = j.id
   where j.status in ('quote_pending', 'quote_approved') or c.id is not null or right(j.job_ref, 1) in ('2', '5')`,
  `insert into invoices (id, invoice_number, type, job_id, contractor_id, visit_id, description, amount,
     contractor_name, property_address, invoice_date, created_at)
   select ('00000007-0000-7000-8000-' || ${tail})::uuid, 'INV-' || substr(j.job_ref, 5), 'contractor_visit', j.id, j.contractor_id,
     v.id, 'Visit fee', 60, 'Carl Mason', j.property_address, j.created_at + interval '5 days', j.created_at
   from jobs j join job_visits v on v.job_id = j.id where j.status = 'invoiced'`,
  `insert into job_words select word, count(*)::int from (select words from jobs order by id desc limit 20000) newest,
     unnest(string_to_array(btrim(words), ' ')) word where word ~ '^[a-z]{4,}$' group by word`,
  `insert into settings (name, since) values ('job_words_learnt', now())`,
  `insert into settings (name, done) values ('job_places_filled', true), ('job_words_filled', true),
     ('job_waits_filled', true)`,
  `insert into job_events (job_id, actor_name, event, from_status, to_status, created_at)
   select id, 'Olivia Hart', 'created', null, 'pending', created_at from jobs`,
  `insert into job_events (job_id, actor_name, event, from_status, to_status, created_at)
   select id, 'Carl Mason', 'completed', 'in_progress', 'completed', created_at + interval '1 day'
   from jobs where status in ('completed', 'invoiced')`,
  `insert into email_notifications (id, job_id, contractor_email, email_type, content, status, created_at, sent_at)
   select ('00000008-0000-7000-8000-' || ${tail})::uuid, j.id, 'contractor@bench.example', 'job_assigned', '{}',
     case when right(j.job_ref, 4) = '7777' then 'failed' else 'sent' end::email_status, j.created_at, j.created_at
   from jobs j where j.contractor_id is not null`,
]
