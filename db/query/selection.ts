import { is, Placeholder, SQL, sql } from 'drizzle-orm'
import { PgColumn } from 'drizzle-orm/pg-core'
import { clientOf, type DbOrTx, db } from '#db/connect/client.ts'
import { RecurringRows } from './recurring.ts'

type Cell = PgColumn | SQL

export type Shape = Record<string, Cell | Record<string, Cell>>

type ValueOf<Of extends Cell> = Of extends PgColumn
  ? Of['_']['notNull'] extends true
    ? Of['_']['data']
    : Of['_']['data'] | null
  : Of extends SQL<infer Value>
    ? Value
    : never

export type RowOf<Of extends Shape> = {
  -readonly [Name in keyof Of]: Of[Name] extends Cell
    ? ValueOf<Of[Name]>
    : Of[Name] extends Record<string, Cell>
      ? { -readonly [Column in keyof Of[Name]]: ValueOf<Of[Name][Column]> } | null
      : never
}

type Row = Readonly<Record<string, unknown>>
type Reader = (row: Row) => unknown

export type Values = Readonly<Record<string, string>>
export type Selection<Found> = (values: Values, rest?: SQL | Ending, tx?: DbOrTx) => Promise<Found[]>

// A select whose text is made once, as drizzle takes longer for it than PostgreSQL for the answer. `values` fill its
// placeholders; `rest` is what only a call knows, such as conditions, order and limit.
export function selection<const Of extends Shape>(shape: Of, from: SQL): Selection<RowOf<Of>> {
  const readers = readersOf(shape)
  return reading<RowOf<Of>>(shape, from, (row) => readAll(readers, row) as RowOf<Of>)
}

/** For lists that recur: an unchanged row is the same frozen object. `id` names the cell that tells rows apart. */
export function recurringSelection<const Of extends Shape>(
  shape: Of,
  from: SQL,
  id = 'id',
): Selection<Readonly<RowOf<Of>>> {
  const readers = readersOf(shape)
  const rows = new RecurringRows<Readonly<RowOf<Of>>>(id)
  const read = (row: Row) => readAll(readers, row) as RowOf<Of>
  return reading(shape, from, (row) => rows.itemOf(row, read))
}

function reading<Item>(shape: Shape, from: SQL, itemOf: (row: Row) => Item): Selection<Item> {
  const columns = cellsOf(shape).map(([name, cell]) => sql`${cell} as ${sql.identifier(name)}`)
  const { textAfter, names } = statement(sql`select ${sql.join(columns, sql`, `)} ${from} `)
  const ended = new WeakMap<Ending, string>()
  const textWith = (ending: Ending): string => {
    const text = ended.get(ending) ?? textAfter(ending.names.length) + ending.text
    ended.set(ending, text)
    return text
  }
  return async (values, rest = NOTHING, tx = db) => {
    const of = (all: readonly string[]) => all.map((name) => values[name])
    if (rest instanceof Ending) {
      const rows = await send(tx, textWith(rest), [...of(rest.names), ...of(names)])
      return rows.map(itemOf)
    }
    const { sql: end, params } = db.execute(rest).getQuery()
    const rows = await send(tx, textAfter(params.length) + end, [...params, ...of(names)])
    return rows.map(itemOf)
  }
}

export class Ending {
  readonly text: string
  readonly names: readonly string[]
  constructor(rest: SQL) {
    const { textAfter, names } = statement(rest)
    this.text = textAfter(0)
    this.names = names
  }
}

const cellsOf = (shape: Shape): (readonly [string, Cell])[] =>
  Object.entries(shape).flatMap(([name, part]) =>
    isCell(part)
      ? [[name, part] as const]
      : Object.entries(part).map(([column, cell]) => [`${name}.${column}`, cell] as const),
  )

const readersOf = (shape: Shape): (readonly [string, Reader])[] =>
  Object.entries(shape).map(([name, part]) => [name, isCell(part) ? cellReader(name, part) : groupReader(name, part)])

const NOTHING = new Ending(sql``)

/** The driver prepares only what has a parameter. PostgreSQL passes over a part that nothing reads. */
const PARAMETER = 'with parameter as (select $1::text) '

const send = (tx: DbOrTx, text: string, parameters: unknown[]): Promise<Row[]> =>
  parameters.length ? clientOf(tx).unsafe(text, parameters) : clientOf(tx).unsafe(PARAMETER + text, [''])

function statement(select: SQL) {
  const { sql: text, params } = db.execute(select).getQuery()
  const parameters = params.map((param) => {
    if (is(param, Placeholder)) return param.name
    throw new Error('A selection is made once: its parameters must be placeholders')
  })
  const names = [...new Set(parameters)]
  const [begin = '', ...others] = text.split(/\$\d+/)
  const parts = others.map((other, index) => [names.indexOf(parameters[index]!) + 1, other] as const)
  const textAfter = (count: number) => parts.reduce((all, [place, other]) => `${all}$${count + place}${other}`, begin)
  return { names, textAfter }
}

function readAll(readers: readonly (readonly [string, Reader])[], row: Row): Row {
  const item: Record<string, unknown> = {}
  for (const [name, read] of readers) item[name] = read(row)
  return item
}

const isCell = (part: Shape[string]): part is Cell => part instanceof PgColumn || is(part, SQL)

function cellReader(name: string, cell: Cell): Reader {
  if (!(cell instanceof PgColumn) || cell.dataType === 'date' || isPlain(cell)) return (row) => row[name]
  return (row) => (row[name] === null ? null : cell.mapFromDriverValue(row[name]))
}

const isPlain = (column: PgColumn): boolean => column.mapFromDriverValue === PgColumn.prototype.mapFromDriverValue

function groupReader(name: string, group: Record<string, Cell>): Reader {
  const readers = Object.entries(group).map(
    ([column, cell]) => [column, cellReader(`${name}.${column}`, cell)] as const,
  )
  const id = `${name}.id`
  return (row) => (row[id] === null ? null : readAll(readers, row))
}
