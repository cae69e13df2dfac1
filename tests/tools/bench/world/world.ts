import { SQL } from 'bun'
import { EMBEDDED_ROLE, SOCKET_NAME } from '#db/embedded/paths.ts'
import { copyRows } from './copy.ts'
import { fillPeople } from './people.ts'
import { TABLES, type WorldSize } from './rows.ts'

/** Without the app's time limits. */
export const openSocket = (socketFolder: string, { max = 4, username = EMBEDDED_ROLE } = {}): SQL =>
  new SQL({
    adapter: 'postgres',
    path: `${socketFolder}/${SOCKET_NAME}`,
    username,
    password: '',
    database: EMBEDDED_ROLE,
    tls: false,
    max,
  })

/** PostgreSQL's settings while a world is made: nothing is kept if it fails. */
export const FILLING = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  checkpoint_timeout: '1h',
  max_wal_size: '4GB',
  shared_buffers: '512MB',
  maintenance_work_mem: '1GB',
}

export type Filling = { socketFolder: string; files: string; size: WorldSize; say: (what: string) => void }

/** Fills a migrated, empty database. */
export async function fillWorld({ socketFolder, files, size, say }: Filling): Promise<void> {
  const sql = openSocket(socketFolder)
  await fillRows({ socketFolder, files, size, say }, sql)
  await checkWords(sql)
  for (const statement of WHAT_FOLLOWS) await sql.unsafe(statement)
  await sql`select tally_everything()`
  await sql`select sum_invoices_anew()`
  await settle(socketFolder, sql)
}

/** After it the server stops at once, however much was written. */
export async function settle(socketFolder: string, sql: SQL): Promise<void> {
  await sql.unsafe('vacuum (analyze)')
  await sql.close()
  const superuser = openSocket(socketFolder, { max: 1, username: 'postgres' })
  await superuser.unsafe('checkpoint')
  await superuser.close()
}

/** The rows and their indexes, of an earlier version too: as many columns as there are. */
export async function fillRows({ socketFolder, files, size, say }: Filling, sql: SQL): Promise<void> {
  await fillPeople(sql, size.agents, size.contractors)
  const indexes = await dropIndexes(sql)
  const superuser = openSocket(socketFolder, { max: 1, username: 'postgres' })
  await copyRows(superuser, files, size, say)
  await superuser.close()
  await buildIndexes(sql, indexes, say)
  await sql`select setval('job_refs', ${size.jobs})`
}

/** The trigger that makes the words costs more than the whole copying. */
async function checkWords(sql: SQL): Promise<void> {
  const [row] = await sql`
    select count(*)::int as wrong from (select * from jobs order by id limit 1000) first
    where words is distinct from words_of_job(property_name, property_address, job_ref, issue_description,
      estate_agent_name, estate_agency)`
  if (row.wrong > 0) throw new Error(`The words of ${row.wrong} jobs in 1,000 are not as the trigger makes them`)
}

/** Indexes are built when the rows are there: row by row takes many times as long. Returns how. */
async function dropIndexes(sql: SQL): Promise<string[]> {
  const indexes: { name: string; definition: string }[] = await sql`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid::regclass::text = any(string_to_array(${TABLES.join(' ')}, ' '))
      and not exists (select from pg_constraint where conindid = indexrelid)`
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`)
  return indexes.map(({ definition }) => definition)
}

async function buildIndexes(sql: SQL, definitions: string[], say: (what: string) => void): Promise<void> {
  // Those that take long begin first.
  const waiting = [...definitions].sort((a, b) => Number(b.includes('USING gin')) - Number(a.includes('USING gin')))
  const build = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const begin = performance.now()
      await sql.unsafe(next)
      const seconds = (performance.now() - begin) / 1000
      if (seconds > 30) say(`${/INDEX (\w+)/.exec(next)?.[1]} in ${Math.round(seconds)} s`)
    }
  }
  await Promise.all([build(), build()])
}

const WHAT_FOLLOWS = [
  // The triggers make their conversations and what is unread of them.
  `insert into messages (job_id, author_id, author_name, author_role, text, created_at)
     select id, estate_agent_id, estate_agent_name, 'estate_agent', 'When does somebody come?', created_at
     from jobs where right(job_ref, 6)::int % 20 = 9 order by created_at`,
  `insert into past_contractors select distinct part.contractor_id, part.job_id from (
     select contractor_id, job_id from job_visits union all select contractor_id, job_id from quotes) part
     join jobs on jobs.id = part.job_id and jobs.contractor_id is distinct from part.contractor_id
     where part.contractor_id is not null`,
  `select learn_words(string_agg(words, '')) from (select words from jobs order by id desc limit 20000) newest`,
  `insert into settings (name, done) values ('job_places_filled', true), ('job_words_filled', true),
     ('job_waits_judged', true), ('past_visitors_filled', true), ('job_spellings_filled', true)`,
]
