import type { SQL } from 'bun'
import { liftLimits, openAlone } from '#db/connect/client.ts'
import { goneIndexes } from '#db/connect/indexes.ts'
import { migrationsOf, quoted, type SequenceState, tableColumns, tablesOf } from './tables.ts'

type FilledTable = {
  migrations: string[]
  /** Each row is a line of JSON. Returns how many rows the table has got. */
  add(table: string, rows: string): Promise<number>
  setSequences(states: Record<string, SequenceState>): Promise<void>
  /** Ends the cursors of events and the versions of dashboards that were given out: what they stand for may not be in the backup. */
  beginEpoch(): Promise<void>
}

class NotEmpty extends Error {
  constructor(table: string) {
    super(`This database is not empty: there are rows in ${table}. Restore into a new one.`)
    this.name = 'NotEmpty'
  }
}

const MEMORY = '256MB'

/** All or nothing. Triggers do not run, since the rows they would write are in the backup. Throws NotEmpty. */
export async function fillEmptyDatabase<T>(work: (into: FilledTable) => Promise<T>): Promise<T> {
  const client = openAlone()
  try {
    using sql = await client.reserve()
    await liftLimits(sql)
    await sql.unsafe('begin')
    await sql.unsafe(`set local maintenance_work_mem = '${MEMORY}'`)
    const tables = await tablesOf(sql)
    const keys = await foreignKeys(sql)
    for (const { table, name } of keys) await sql.unsafe(`alter table ${table} drop constraint ${quoted(name)}`)
    for (const table of tables) await sql.unsafe(`alter table ${quoted(table)} disable trigger user`)
    for (const table of tables) {
      const [row] = await sql.unsafe(`select exists (select from ${quoted(table)}) as found`)
      if (row?.found) throw new NotEmpty(table)
    }
    // A table that was emptied in the same transaction is not logged row by row where the server need not.
    await sql.unsafe(`truncate ${tables.map(quoted).join(', ')}`)
    const indexes = await dropIndexes(sql)
    const result = await work(await into(sql, tables))
    await buildIndexes(sql, indexes)
    for (const table of tables) await sql.unsafe(`alter table ${quoted(table)} enable trigger user`)
    for (const { table, name, definition } of keys)
      await sql.unsafe(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
    await sql.unsafe('commit')
    await sql.unsafe('analyze').catch(() => {})
    return result
  } finally {
    await client.close({ timeout: 1 })
  }
}

async function into(sql: SQL, tables: string[]): Promise<FilledTable> {
  const columns = new Map<string, string>()
  for (const table of tables) columns.set(table, (await tableColumns(sql, table)).map(quoted).join(', '))
  return {
    migrations: await migrationsOf(sql),
    add: async (table, rows) => {
      const names = columns.get(table)
      if (!names) throw new Error(`There is no table ${table}.`)
      const { count } = await sql.unsafe(
        `insert into ${quoted(table)} (${names})
          select ${names} from json_populate_recordset(null::${quoted(table)}, $1::text::json)`,
        [`[${rows.trimEnd().replaceAll('\n', ',')}]`],
      )
      return Number(count)
    },
    setSequences: async (states) => {
      for (const [name, { last, called }] of Object.entries(states))
        await sql.unsafe('select setval($1::regclass, $2::text::bigint, $3)', [quoted(name), last, called])
    },
    beginEpoch: async () => {
      await sql.unsafe(
        `insert into settings (name, counter) values ('changes_epoch', $1)
          on conflict (name) do update set counter = excluded.counter`,
        [Math.floor(Math.random() * 2 ** 40)],
      )
      // Beyond all that was given out, also after an earlier restore: nobody's jobs change each millisecond.
      await sql.unsafe('update users set activity_version = activity_version + $1::text::bigint', [String(Date.now())])
    },
  }
}

type ForeignKey = { table: string; name: string; definition: string }

const foreignKeys = (sql: SQL): Promise<ForeignKey[]> =>
  sql.unsafe(`select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`)

type Index = { name: string; definition: string }

/** Indexes are built when the rows are there: row by row takes many times as long. */
async function dropIndexes(sql: SQL): Promise<Index[]> {
  const indexes: Index[] = await sql.unsafe(`
    select c.relname as name, pg_get_indexdef(c.oid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = c.oid)
      order by 1`)
  for (const { name } of indexes) await sql.unsafe(`drop index ${quoted(name)}`)
  return indexes
}

/** Those that nothing uses any more are left out. Those that a start builds while everybody goes on are left to it. */
async function buildIndexes(sql: SQL, dropped: Index[]): Promise<void> {
  const gone = await goneIndexes(sql)
  for (const { name, definition } of dropped) if (!gone.has(name)) await sql.unsafe(definition)
}
