import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SQL } from 'bun'
import { addJob, COLUMNS, TABLES, type Table, type WorldSize } from './rows.ts'

// Bun's driver has no COPY from the client: rows go by files that the server reads, and only a superuser may have them
// read. The superuser also leaves triggers and foreign keys out.

const JOBS_IN_A_FILE = 25_000

/** Which of a table's columns there are, by their place among COLUMNS: an earlier version has fewer. */
type Columns = Record<Table, { names: string[]; places: number[] }>

async function columnsOf(sql: SQL): Promise<Columns> {
  const entries = TABLES.map(async (table) => {
    const rows: { name: string }[] = await sql`
      select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`
    const known = new Set(rows.map(({ name }) => name))
    const places = COLUMNS[table].flatMap((name, place) => (known.has(name) ? [place] : []))
    return [table, { names: places.map((place) => COLUMNS[table][place]), places }] as const
  })
  return Object.fromEntries(await Promise.all(entries)) as Columns
}

/** Fills the tables. `folder` is one that the server's user can enter. While some rows are read, the next are made. */
export async function copyRows(superuser: SQL, folder: string, size: WorldSize, say: (what: string) => void) {
  const now = Date.now()
  const columns = await columnsOf(superuser)
  await mkdir(folder, { recursive: true, mode: 0o755 })
  await superuser.begin(async (tx) => {
    await tx.unsafe('set local session_replication_role = replica')
    // Rows of a table that was emptied in the same transaction are not logged, and need no vacuum.
    await tx.unsafe(`truncate ${TABLES.join(', ')} cascade`)
    let copying: Promise<unknown> = Promise.resolve()
    for (let from = 1; from <= size.jobs; from += JOBS_IN_A_FILE) {
      const to = Math.min(size.jobs, from + JOBS_IN_A_FILE - 1)
      const files = await writeRows(folder, columns, { from, to, size, now })
      await copying
      copying = copyFiles(tx, columns, files)
      if (to % 1_000_000 === 0) say(`${to.toLocaleString('en-GB')} jobs`)
    }
    await copying
  })
  await rm(folder, { recursive: true })
}

type File = { table: Table; path: string }
type Part = { from: number; to: number; size: WorldSize; now: number }

function writeRows(folder: string, columns: Columns, { from, to, size, now }: Part): Promise<File[]> {
  const lines = Object.fromEntries(TABLES.map((table) => [table, '']))
  for (let i = from; i <= to; i++)
    addJob(
      (table, ...values) => {
        let line = ''
        for (const place of columns[table].places) line += `${line && '\t'}${values[place] ?? '\\N'}`
        lines[table] += `${line}\n`
      },
      i,
      size,
      now,
    )
  return Promise.all(
    TABLES.map(async (table) => {
      const path = join(folder, `${table}-${from}`)
      await Bun.write(path, lines[table] ?? '')
      return { table, path }
    }),
  )
}

async function copyFiles(tx: SQL, columns: Columns, files: File[]): Promise<void> {
  for (const { table, path } of files) {
    await tx.unsafe(`copy ${table} (${columns[table].names.join(', ')}) from '${path}' with (freeze)`)
    await rm(path)
  }
}
