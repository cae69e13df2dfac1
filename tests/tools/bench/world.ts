import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SQL } from 'bun'
import { EMBEDDED_ROLE, SOCKET_NAME } from '#db/embedded/paths.ts'
import { fillPeople } from './people.ts'
import { addJob, COLUMNS, TABLES, type Table, type WorldSize } from './rows.ts'

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

/** For the filling only: what is filled in a table's first transaction is then not logged. */
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

const IN_ONE_FILE = 25_000

type Said = (what: string) => void

/**
 * Fills a migrated, empty database. `files` is a folder that the server's user can enter: Bun's driver has no COPY from
 * the client, so that rows go by files which the server reads.
 */
export async function fillWorld(socketFolder: string, files: string, size: WorldSize, say: Said): Promise<void> {
  const sql = openSocket(socketFolder)
  // Only the superuser may read files, and leave the triggers and foreign keys out.
  const superuser = openSocket(socketFolder, { max: 1, username: 'postgres' })
  await fillPeople(sql, size.agents, size.contractors)
  const indexes = await dropIndexes(sql)
  await mkdir(files, { recursive: true, mode: 0o755 })
  await copyRows(superuser, files, size, say)
  await rm(files, { recursive: true })
  await checkWords(sql)
  for (const statement of WHAT_FOLLOWS) await sql.unsafe(statement)
  await buildIndexes(sql, indexes, say)
  await sql`select tally_everything()`
  await sql`select setval('job_refs', ${size.jobs})`
  await sql.unsafe('vacuum (analyze)')
  await Promise.all([sql.close(), superuser.close()])
}

/** Rows by the thousand go into a file for each table; while the server reads some, the next are made. */
async function copyRows(superuser: SQL, folder: string, size: WorldSize, say: Said): Promise<void> {
  const now = Date.now()
  await superuser.begin(async (tx) => {
    await tx.unsafe('set local session_replication_role = replica')
    // Rows of a table that was emptied in the same transaction are not logged, and need no vacuum.
    await tx.unsafe(`truncate ${TABLES.join(', ')} cascade`)
    let copying: Promise<unknown> = Promise.resolve()
    for (let from = 1; from <= size.jobs; from += IN_ONE_FILE) {
      const to = Math.min(size.jobs, from + IN_ONE_FILE - 1)
      const written = await writeRows(folder, { from, to }, size, now)
      await copying
      copying = copyFiles(tx, written)
      if (to % 1_000_000 === 0) say(`${to.toLocaleString('en-GB')} jobs`)
    }
    await copying
  })
}

type Written = { table: Table; path: string }

async function writeRows(
  folder: string,
  { from, to }: { from: number; to: number },
  size: WorldSize,
  now: number,
): Promise<Written[]> {
  const lines = Object.fromEntries(TABLES.map((table) => [table, [] as string[]])) as Record<Table, string[]>
  for (let i = from; i <= to; i++)
    addJob((table, ...values) => lines[table].push(values.map((value) => value ?? '\\N').join('\t')), i, size, now)
  return Promise.all(
    TABLES.map(async (table) => {
      const path = join(folder, `${table}-${from}`)
      await Bun.write(path, lines[table].length ? `${lines[table].join('\n')}\n` : '')
      return { table, path }
    }),
  )
}

async function copyFiles(tx: SQL, files: Written[]): Promise<void> {
  for (const { table, path } of files) {
    await tx.unsafe(`copy ${table} (${COLUMNS[table]}) from '${path}' with (freeze)`)
    await rm(path)
  }
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

async function buildIndexes(sql: SQL, definitions: string[], say: Said): Promise<void> {
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
  `insert into job_words select word, count(*)::int from (select words from jobs order by id desc limit 20000) newest,
     unnest(string_to_array(btrim(words), ' ')) word where word ~ '^[a-z]{4,}$' group by word`,
  `insert into settings (name, since) values ('job_words_learnt', now())`,
  `insert into settings (name, done) values ('job_places_filled', true), ('job_words_filled', true),
     ('job_waits_filled', true)`,
]
