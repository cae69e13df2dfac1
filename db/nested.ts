import { type SQL, sql } from 'drizzle-orm'
import { PgColumn } from 'drizzle-orm/pg-core'

/** Columns by name; a group of columns is an object of its own, or null when its `id` is. */
type Shape = Record<string, PgColumn | Record<string, PgColumn>>

type ValueOf<Column extends PgColumn> = Column['_']['notNull'] extends true
  ? Column['_']['data']
  : Column['_']['data'] | null

type RowOf<Of extends Shape> = {
  [Name in keyof Of]: Of[Name] extends PgColumn
    ? ValueOf<Of[Name]>
    : Of[Name] extends Record<string, PgColumn>
      ? { [Column in keyof Of[Name]]: ValueOf<Of[Name][Column]> } | null
      : never
}

type Reader = (values: unknown[], from: number) => unknown

/**
 * The rows of a subquery as one column of the rows around it: `[]` when there are none. A list of things with their
 * parts is then one statement, which costs the process a fifth of one statement for each kind of part.
 *
 * `from` says where they come from and may speak of the tables around it, which must be joined: drizzle leaves out the
 * table's name in a select from a single table. Tables inside it are aliases.
 */
export function rowsOf<const Of extends Shape>(shape: Of, from: SQL, order: SQL): SQL<RowOf<Of>[]> {
  const columns: PgColumn[] = []
  const readers: [string, number, Reader][] = []
  for (const [name, part] of Object.entries(shape)) {
    readers.push([name, columns.length, part instanceof PgColumn ? readColumn(part) : readGroup(part)])
    columns.push(...(part instanceof PgColumn ? [part] : Object.values(part)))
  }
  const list = sql.join(columns, sql`, `)
  // Arrays, not objects: names would be sent and read again with every row.
  const rows = sql<unknown[][]>`(select coalesce(json_agg(json_build_array(${list}) order by ${order}), '[]') ${from})`
  return rows.mapWith((found: unknown[][]) =>
    found.map((values) => Object.fromEntries(readers.map(([name, at, read]) => [name, read(values, at)]))),
  ) as SQL<RowOf<Of>[]>
}

const readColumn =
  (column: PgColumn): Reader =>
  (values, at) =>
    values[at] === null ? null : column.mapFromDriverValue(values[at])

function readGroup(group: Record<string, PgColumn>): Reader {
  const readers = Object.entries(group).map(([name, column]) => [name, readColumn(column)] as const)
  const id = Object.keys(group).indexOf('id')
  return (values, at) =>
    values[at + id] === null
      ? null
      : Object.fromEntries(readers.map(([name, read], index) => [name, read(values, at + index)]))
}
