import type { SQL } from 'bun'
import { openAlone } from '#db/client.ts'
import { columnsOf, migrationsOf, quoted, type SequenceState, tablesOf } from './tables.ts'

export type Filling = {
  migrations: string[]
  /** Each row is a line of JSON. */
  add(table: string, rows: string[]): Promise<void>
  setSequences(states: Record<string, SequenceState>): Promise<void>
  count(table: string): Promise<number>
  /** Ends the cursors of events that were given out: what they stand for may not be in the backup. */
  beginEpoch(): Promise<void>
}

export class NotEmpty extends Error {
  constructor(table: string) {
    super(`This database is not empty: there are rows in ${table}. Restore into a new one.`)
    this.name = 'NotEmpty'
  }
}

/** All or nothing. Triggers do not run, since the rows they would write are in the backup. Throws NotEmpty. */
export async function fillEmptyDatabase<T>(work: (into: Filling) => Promise<T>): Promise<T> {
  const sql = openAlone()
  try {
    await sql.unsafe('begin')
    const tables = await tablesOf(sql)
    const keys = await foreignKeys(sql)
    for (const { table, name } of keys) await sql.unsafe(`alter table ${table} drop constraint ${quoted(name)}`)
    for (const table of tables) await sql.unsafe(`alter table ${quoted(table)} disable trigger user`)
    for (const table of tables) {
      const [row] = await sql.unsafe(`select exists (select from ${quoted(table)}) as found`)
      if (row?.found) throw new NotEmpty(table)
    }
    const result = await work(await into(sql, tables))
    for (const table of tables) await sql.unsafe(`alter table ${quoted(table)} enable trigger user`)
    for (const { table, name, definition } of keys)
      await sql.unsafe(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
    await sql.unsafe('commit')
    await sql.unsafe('analyze')
    return result
  } finally {
    await sql.close({ timeout: 1 })
  }
}

async function into(sql: SQL, tables: string[]): Promise<Filling> {
  const columns = new Map<string, string>()
  for (const table of tables) columns.set(table, (await columnsOf(sql, table)).map(quoted).join(', '))
  return {
    migrations: await migrationsOf(sql),
    add: async (table, rows) => {
      const names = columns.get(table)
      if (!names) throw new Error(`There is no table ${table}.`)
      await sql.unsafe(
        `insert into ${quoted(table)} (${names})
          select ${names} from json_populate_recordset(null::${quoted(table)}, $1::text::json)`,
        [`[${rows.join(',')}]`],
      )
    },
    setSequences: async (states) => {
      for (const [name, { last, called }] of Object.entries(states))
        await sql.unsafe('select setval($1::regclass, $2::text::bigint, $3)', [quoted(name), last, called])
    },
    count: async (table) => {
      const [row] = await sql.unsafe(`select count(*)::int as count from ${quoted(table)}`)
      return Number(row?.count)
    },
    beginEpoch: async () => {
      await sql.unsafe(
        `insert into settings (name, counter) values ('changes_epoch', $1)
          on conflict (name) do update set counter = excluded.counter`,
        [Math.floor(Math.random() * 2 ** 40)],
      )
    },
  }
}

type ForeignKey = { table: string; name: string; definition: string }

const foreignKeys = (sql: SQL): Promise<ForeignKey[]> =>
  sql.unsafe(`select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`)
