import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

// Plans are generic (see client.ts), so the planner knows no parameter's value: a partial index is used only where what
// it is limited to stands in the statement's own text.

const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`

/** `column = 'value'`, the value in the statement's text: for the program's own words, never for what was typed. */
export const is = <Column extends PgColumn>(column: Column, value: Column['_']['data'] & string): SQL =>
  sql`${column} = ${sql.raw(quoted(value))}`

/** `column in ('a', 'b')`, as `is`. */
export const isOneOf = <Column extends PgColumn>(
  column: Column,
  values: readonly (Column['_']['data'] & string)[],
): SQL => sql`${column} in (${sql.raw(values.map(quoted).join(', '))})`

/** `column = any(ids)`: one statement however many ids there are, where `in` would be prepared for every number of them. */
export const isAmong = (column: PgColumn, ids: readonly string[]): SQL =>
  sql`${column} = any(${`{${ids.join(',')}}`}::uuid[])`

/**
 * A number for `.limit()` that stands in the statement's text. drizzle makes a parameter of a plain one, and for an unknown
 * limit the planner reckons with a tenth of the table. Its types know no third kind, though its code does.
 */
export const literal = (count: number): Placeholder => sql.raw(String(Math.trunc(count))) as unknown as Placeholder
