import type { SQL } from 'bun'
import { liftLimits, openAlone } from '#db/connect/client.ts'
import { migrationsOf, quoted, type SequenceState, sequencesOf, tablesOf } from './tables.ts'

export type Snapshot = {
  migrations: string[]
  tables: string[]
  rowsOf(table: string): AsyncGenerator<string[], void>
  /** Read at the end, so that no number of the snapshot is given out twice. */
  sequences(): Promise<Record<string, SequenceState>>
}

/** Making JSON is most of the work, and the server does it: while one reader's rows are written, the other's are made. */
const READERS = 2
const PAGES = 32

export async function withSnapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const clients = Array.from({ length: READERS }, () => openAlone())
  try {
    const readers = await Promise.all(clients.map((client) => client.reserve()))
    for (const reader of readers) await liftLimits(reader)
    const first = await beginTogether(readers)
    const result = await work({
      migrations: await migrationsOf(first),
      tables: await tablesOf(first),
      sequences: () => sequencesOf(first),
      rowsOf: (table) => rowsOf(readers, table),
    })
    for (const reader of readers) await reader.unsafe('rollback')
    return result
  } finally {
    await Promise.all(clients.map((client) => client.close({ timeout: 0 })))
  }
}

async function beginTogether([first, ...others]: SQL[]): Promise<SQL> {
  await first!.unsafe('begin isolation level repeatable read read only')
  const [moment] = await first!.unsafe('select pg_export_snapshot() as name')
  for (const other of others) {
    await other.unsafe('begin isolation level repeatable read read only')
    await other.unsafe(`set transaction snapshot '${moment?.name}'`)
  }
  return first!
}

async function* rowsOf(readers: SQL[], table: string): AsyncGenerator<string[], void> {
  const { pages, step } = await pagesOf(readers[0]!, table)
  const reading: Promise<string[]>[] = []
  let from = 0
  const readOn = () => {
    if (from >= pages) return
    const rows = rowsIn(readers[(from / step) % readers.length]!, table, from, step)
    // It is awaited below, unless reading ends before.
    rows.catch(() => {})
    reading.push(rows)
    from += step
  }
  for (const _ of readers) readOn()
  for (let next = reading.shift(); next; next = reading.shift()) {
    const rows = await next
    readOn()
    yield rows
  }
}

async function pagesOf(reader: SQL, table: string): Promise<{ pages: number; step: number }> {
  // Until the end nobody may write the table anew, in other pages.
  await reader.unsafe(`lock table ${quoted(table)} in access share mode`)
  const [size] = await reader.unsafe(
    `select ceil(pg_relation_size($1::regclass) / current_setting('block_size')::numeric)::int as pages,
      pg_relation_size($1::regclass)::float8 / greatest(1, pg_table_size($1::regclass)) as share`,
    [quoted(table)],
  )
  const { pages, share } = size as { pages: number; share: number }
  // Long texts are kept beside a table's pages: where there are many, fewer pages hold as much.
  return { pages, step: Math.max(1, Math.round(PAGES * share)) }
}

async function rowsIn(reader: SQL, table: string, from: number, pages: number): Promise<string[]> {
  const [found] = await reader.unsafe(
    `select string_agg(row_to_json(t)::text, e'\\n') as rows from ${quoted(table)} t
      where t.ctid >= $1::text::tid and t.ctid < $2::text::tid`,
    [`(${from},0)`, `(${from + pages},0)`],
  )
  return found?.rows ? (found.rows as string).split('\n') : []
}
