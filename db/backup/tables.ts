import type { SQL } from 'bun'

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Without unlogged tables, which a crash may empty anyway. */
export async function tablesOf(sql: SQL): Promise<string[]> {
  const rows: { name: string }[] = await sql.unsafe(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' order by 1`,
  )
  return rows.map(({ name }) => name)
}

export async function tableColumns(sql: SQL, table: string): Promise<string[]> {
  const rows: { name: string }[] = await sql.unsafe(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
      and attgenerated = '' order by attnum`,
    [quoted(table)],
  )
  return rows.map(({ name }) => name)
}

export async function migrationsOf(sql: SQL): Promise<string[]> {
  const [{ found, halfway }] = await sql.unsafe(`
    select to_regclass('drizzle.__drizzle_migrations') is not null as found,
      to_regclass('drizzle.parts_done') is not null as halfway`)
  if (!found) throw new Error('There is no Fettle in this database.')
  if (halfway) throw new Error('This database is being upgraded: its tables are of no version. Try again afterwards.')
  const rows: { hash: string }[] = await sql.unsafe('select hash from drizzle.__drizzle_migrations order by created_at')
  return rows.map(({ hash }) => hash)
}

export type SequenceState = { last: string; called: boolean }

export async function sequencesOf(sql: SQL): Promise<Record<string, SequenceState>> {
  const rows: { name: string }[] = await sql.unsafe(
    `select sequencename as name from pg_sequences where schemaname = 'public' order by 1`,
  )
  const states: Record<string, SequenceState> = {}
  for (const { name } of rows) {
    const [state] = await sql.unsafe(`select last_value::text as last, is_called as called from ${quoted(name)}`)
    states[name] = state as SequenceState
  }
  return states
}
