import { rm, stat, statfs } from 'node:fs/promises'
import { socketFolder } from '#db/embedded/paths.ts'
import { ROOT } from '#tests/support/root.ts'
import { settings } from '#tests/tools/bench/server.ts'
import { number, type Row } from '#tests/tools/bench/table.ts'
import type { Migrated, Waits } from '#tests/tools/bench/waits.ts'
import { openSocket } from './world.ts'

/** A job with all that follows from it takes 3 KB, and some more while its indexes are built; without those of a start 2. */
const BYTES_A_JOB = { made: 4000, restored: 3000 }

/** Throws when the disk has no room for another world of so many jobs. */
export async function requireRoom(folder: string, jobs: number, what: keyof typeof BYTES_A_JOB): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const [free, needed] = [bavail * bsize, jobs * BYTES_A_JOB[what]]
  if (free < needed)
    throw new Error(`${folder} has ${number(free / 1e9)} GB free, and this takes ${number(needed / 1e9)} GB`)
}

const inBytes = (bytes: number) => (bytes >= 1e9 ? `${number(bytes / 1e9)} GB` : `${number(bytes / 1e6)} MB`)

/** How much disk each table and index takes, the largest first; the app runs on `dataDir`. */
export async function measureSizes(dataDir: string, jobs: number): Promise<Row[]> {
  const sql = openSocket(socketFolder(dataDir))
  const found: { name: string; of: string | null; bytes: number }[] = await sql`
    select c.relname as name, i.indrelid::regclass::text as of,
      (case when i.indexrelid is null then pg_table_size(c.oid) else pg_relation_size(c.oid) end)::float8 as bytes
    from pg_class c left join pg_index i on i.indexrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i') order by 3 desc`
  const [{ whole }] = await sql`select pg_database_size(current_database())::float8 as whole`
  await sql.close()
  const part = (which: (one: (typeof found)[number]) => boolean) =>
    found.filter(which).reduce((sum, { bytes }) => sum + bytes, 0)
  return [
    ['the database', `${inBytes(whole)}, ${number(whole / jobs)} bytes a job`, ''],
    ['its tables', inBytes(part(({ of }) => of === null)), ''],
    ['its indexes', inBytes(part(({ of }) => of !== null)), ''],
    ...found
      .filter(({ bytes }) => bytes > whole / 100)
      .map(({ name, of, bytes }): Row => [of ? `  ${name} (${of})` : `  ${name}, the table`, inBytes(bytes), '']),
  ]
}

type Run = { seconds: number; megabytes: number }

/** Runs a command as an operator would. Returns how long it took, and the most memory that it had, without PostgreSQL. */
async function run(script: string, dataDir: string, ...args: string[]): Promise<Run> {
  const begin = performance.now()
  const child = Bun.spawn([process.execPath, script, ...args], {
    cwd: ROOT,
    env: settings(dataDir),
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const said = await new Response(child.stderr).text()
  if (await child.exited) throw new Error(`${script}: ${said}`)
  const seconds = (performance.now() - begin) / 1000
  console.log(`  ${script} ${args.join(' ')}: ${number(seconds)} s`)
  return { seconds, megabytes: (child.resourceUsage()?.maxRSS ?? Number.NaN) / 1e6 }
}

/** Backup, restore and a day's retention of a world on which nothing runs. Retention takes a day's jobs from it. */
export async function measureKeeping(dataDir: string, jobs: number, age: () => Promise<number>): Promise<Row[]> {
  const [file, restored] = [`${dataDir}.tar`, `${dataDir}.restored`]
  const figures = ({ seconds, megabytes }: Run) =>
    `${number(seconds)} s, ${number(jobs / seconds)} jobs a second, ${number(megabytes)} MB of memory`
  try {
    const backup = await run('src/backup/run-backup.ts', dataDir, file)
    const { size } = await stat(file)
    const restore = await run('src/backup/run-restore.ts', restored, file)
    await rm(restored, { recursive: true })
    const looked = await run('src/retention/command.ts', dataDir, '--dry-run')
    const old = await age()
    const removed = await run('src/retention/command.ts', dataDir)
    return [
      [`backup, ${inBytes(size)}`, figures(backup), ''],
      ['restore into an empty folder', figures(restore), ''],
      ['retention, --dry-run', `${number(looked.seconds)} s`, ''],
      [`retention of a day's ${number(old)} jobs`, `${number(removed.seconds)} s`, ''],
    ]
  } finally {
    await rm(file, { force: true })
    await rm(restored, { recursive: true, force: true })
  }
}

const DAYS_KEPT = 7 * 365

/** Makes the oldest day's finished jobs older than retention keeps them, with what follows them. Returns how many. */
export async function ageOldest(dataDir: string, jobs: number): Promise<number> {
  const count = Math.ceil(jobs / DAYS_KEPT)
  const sql = openSocket(socketFolder(dataDir))
  const then = `now() - interval '7 years 1 day'`
  await sql.unsafe(`create table oldest as select id from jobs where status in ('completed', 'invoiced', 'cancelled')
    and parent_job_id is null order by created_at, id limit ${count}`)
  const halves = `(select id from oldest union all select jobs.id from jobs join oldest on parent_job_id = oldest.id)`
  await sql.unsafe(`update jobs set updated_at = ${then}, status = 'invoiced' where id in ${halves}`)
  await sql.unsafe(`update job_visits set created_at = ${then}, visit_date = ${then}, invoicing_status = 'not_billable'
    where job_id in ${halves}`)
  await sql.unsafe(`update quotes set created_at = ${then}, updated_at = ${then}, invoicing_status = 'not_billable'
    where job_id in ${halves}`)
  for (const table of ['job_events', 'messages', 'uploaded_objects', 'links'])
    await sql.unsafe(`update ${table} set created_at = ${then} where job_id in ${halves}`)
  await sql.unsafe(`update uploaded_objects set created_at = ${then}
    where visit_id in (select id from job_visits where job_id in ${halves})`)
  await sql.unsafe(`update invoices set created_at = ${then}, updated_at = ${then}, invoice_date = ${then}
    where job_id in ${halves}`)
  await sql.unsafe('drop table oldest')
  await sql.close()
  return count
}

const LONGEST_WAIT = 1

/** How long each migration takes a database that the first version filled, and how long a reader and a writer waited. */
export async function measureMigrations(dataDir: string, people: string[]): Promise<Row[]> {
  const child = Bun.spawn([process.execPath, 'tests/tools/bench/world/migrate-world.ts', ...people], {
    cwd: ROOT,
    env: settings(dataDir),
    stderr: 'inherit',
  })
  const lines = (await new Response(child.stdout).text()).trim().split('\n')
  await rm(dataDir, { recursive: true, force: true })
  if (await child.exited) throw new Error('The migrations could not be measured')
  return lines.map((line): Row => {
    const { what, seconds, waits } = JSON.parse(line) as Migrated
    const waited = (kind: keyof Waits) => `${number(waits[kind].seconds)} s (${waits[kind].table})`
    const figures = `${number(seconds)} s; a reader waited at most ${waited('read')}, a writer ${waited('write')}`
    const longest = Math.max(waits.read.seconds, waits.write.seconds)
    return [what, figures, `waits ≤ ${LONGEST_WAIT} s`, longest <= LONGEST_WAIT]
  })
}
