import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { SQL } from 'bun'
import { drizzle } from 'drizzle-orm/bun-sql'
import { migrate } from 'drizzle-orm/bun-sql/migrator'
import { startEmbedded } from '#db/embedded/start.ts'
import { temporaryFolder } from '#tests/support/process/child-app.ts'
import { ROOT } from '#tests/support/root.ts'

const MIGRATIONS = join(ROOT, 'db/migrations')
type Journal = { entries: { tag: string }[] }
const journal = (await Bun.file(join(MIGRATIONS, 'meta/_journal.json')).json()) as Journal

export const TAGS = journal.entries.map(({ tag }) => tag)

/** A server of its own, with databases as earlier versions had them. */
export async function earlierVersions() {
  const folder = temporaryFolder()
  const dataDir = join(folder.path, 'data')
  const migrationsFolder = join(folder.path, 'migrations')
  await mkdir(dataDir)
  await cp(MIGRATIONS, migrationsFolder, { recursive: true })
  const server = await startEmbedded({ dataDir, settings: { fsync: 'off' } })
  const path = `${server.socketFolder}/.s.PGSQL.5432`
  const connect = (database: string, { username = 'fettle', max = 1 } = {}) =>
    new SQL({ adapter: 'postgres', path, username, password: '', database, tls: false, max })
  const admin = connect('postgres', { username: 'postgres' })
  return {
    connect,
    create: (name: string, from = 'template1') => admin.unsafe(`create database ${name} owner fettle template ${from}`),
    /** As earlier versions did: by drizzle's migrator, the statements of the files one after the other, in one transaction. */
    async bringTo(database: string, newest: number): Promise<void> {
      const entries = journal.entries.slice(0, newest + 1)
      await Bun.write(join(migrationsFolder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
      const client = connect(database)
      await migrate(drizzle({ client }), { migrationsFolder })
      await client.close()
    },
    async stop(): Promise<void> {
      await admin.close({ timeout: 0 })
      await server.stop()
      await folder.remove(dataDir)
    },
  }
}

/** Everything of the schema, a line for each thing. */
export async function schemaOf(sql: SQL): Promise<string[]> {
  const rows: { line: string }[] = await sql.unsafe(`
    with tables as (select * from pg_class where relnamespace = 'public'::regnamespace)
    select concat_ws(' ', relkind, relname, relpersistence) as line from tables where relkind in ('r', 'S')
    union all select concat_ws(' ', 'column', relname, attnum, attname, format_type(atttypid, atttypmod), attnotnull,
      attgenerated, pg_get_expr(adbin, adrelid))
      from tables join pg_attribute a on attrelid = tables.oid and attnum > 0 and relkind = 'r'
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select concat_ws(' ', 'index', indisvalid, indisunique, pg_get_indexdef(indexrelid))
      from pg_index join tables on tables.oid = indexrelid
    union all select concat_ws(' ', 'trigger', tgenabled, pg_get_triggerdef(t.oid))
      from pg_trigger t join tables on tables.oid = tgrelid where not tgisinternal
    union all select concat_ws(' ', 'function', pg_get_functiondef(p.oid)) from pg_proc p
      where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    union all select concat_ws(' ', 'enum', enumtypid::regtype, string_agg(enumlabel, ' ' order by enumsortorder))
      from pg_enum group by enumtypid
    union all select concat_ws(' ', 'migration', hash, created_at) from drizzle.__drizzle_migrations
    order by 1`)
  return rows.map(({ line }) => line)
}

/** Jobs with all that follows, as the first version wrote them. */
export const FIRST_ROWS = `
  with people as (
    insert into users (id, role, email, first_name, auth_type)
    select md5('user ' || n)::uuid, (case n % 2 when 0 then 'contractor' else 'estate_agent' end)::role,
      n || '@people.example', 'Person ' || n, 'local' from generate_series(1, 20) n),
  work as (
    insert into jobs (id, job_ref, estate_agent_id, contractor_id, estate_agent_name, estate_agency, property_name,
      property_address, issue_description, status, created_at)
    select md5('job ' || n)::uuid, 'JOB-' || n, md5('user ' || n % 10 * 2 + 1)::uuid, md5('user ' || n % 9 * 2 + 2)::uuid,
      'Person', 'Agency', 'Flat ' || n, n || ' Mill Lane, Leeds LS6 1AA', 'It drips.',
      (array['pending', 'assigned', 'completed', 'invoiced'])[n % 4 + 1]::job_status, now() - n * interval '1 hour'
    from generate_series(1, 400) n),
  visits as (
    insert into job_visits (id, job_id, contractor_id, work_description, photos_urls, invoicing_status)
    select md5('visit ' || n)::uuid, md5('job ' || n)::uuid, md5('user ' || n % 9 * 2 + 2)::uuid, 'Looked at it.',
      case n % 3 when 0 then '{/photos/1}'::text[] else '{}' end,
      (array['pending', 'invoiced'])[n % 2 + 1]::invoicing_status from generate_series(1, 300) n),
  offers as (
    insert into quotes (id, job_id, contractor_id, visit_id, description, amount, status, work_status, invoicing_status)
    select md5('quote ' || n)::uuid, md5('job ' || n)::uuid, md5('user ' || n % 9 * 2 + 2)::uuid, md5('visit ' || n)::uuid,
      'A new tap.', n + 0.25, (array['pending', 'approved', 'declined'])[n % 3 + 1]::quote_status,
      (array['not_started', 'completed'])[n % 2 + 1]::work_status,
      (array['pending', 'invoiced'])[n / 2 % 2 + 1]::invoicing_status from generate_series(1, 300) n),
  bills as (
    insert into invoices (id, invoice_number, type, job_id, visit_id, description, amount, contractor_name, property_address)
    select md5('invoice ' || n)::uuid, 'INV-' || n, 'contractor_visit', md5('job ' || n)::uuid, md5('visit ' || n)::uuid,
      'Visit', 75, 'Person', 'Mill Lane' from generate_series(1, 100) n),
  doings as (
    insert into job_events (job_id, actor_name, event, to_status)
    select md5('job ' || n)::uuid, 'Person', 'completed', 'completed' from generate_series(1, 300) n),
  pictures as (
    insert into uploaded_objects (id, user_id) select md5('photo ' || n)::uuid, md5('user 2')::uuid
    from generate_series(1, 50) n)
  insert into sessions (sid, user_id, sess, expire)
  select 'session ' || n, md5('user ' || n % 20 + 1)::uuid, json_build_object('createdAt', now() - interval '3 days'),
    now() + interval '40 days' from generate_series(1, 2500) n`

/** What the triggers' sums say, and what counting everything says. */
export async function talliedAndCounted(sql: SQL): Promise<[tallied: unknown[], counted: unknown[]]> {
  const sums = () =>
    sql.unsafe(`select "of", status, kind, sum(count)::int as count, sum(pence)::int as pence from tallies
      group by 1, 2, 3 having sum(count) <> 0 or sum(pence) <> 0 order by 1, 2, 3`)
  const tallied = await sums()
  await sql.unsafe('select tally_everything()')
  return [[...tallied], [...(await sums())]]
}
