import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

// Plans are generic (see client.ts), so a partial index is used only if its condition stands in the statement's text.

const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`

/** `column = 'value'` in the statement's text: for constants, never for input. */
export const is = <Column extends PgColumn>(column: Column, value: Column['_']['data'] & string): SQL =>
  sql`${column} = ${sql.raw(quoted(value))}`

export const isOneOf = <Column extends PgColumn>(
  column: Column,
  values: readonly (Column['_']['data'] & string)[],
): SQL => sql`${column} in (${sql.raw(values.map(quoted).join(', '))})`

/** `column = any(ids)`: one statement for any number of ids, where `in` is prepared for each number. */
export const isAmong = (column: PgColumn | SQL, ids: readonly string[] | Placeholder): SQL =>
  sql`${column} = any(${Array.isArray(ids) ? idList(ids) : ids}::uuid[])`

/** As agencyKeyOf() makes it of the agency's name. */
export const agencyKey = (name: PgColumn): SQL<string> => sql<string>`lower(trim(${name}))`

export const isAmongTexts = (column: PgColumn | SQL, texts: readonly string[]): SQL =>
  sql`${column} = any(array(select jsonb_array_elements_text(${JSON.stringify(texts)}::text::jsonb)))`

/** Of the ids that a select finds. For `in` the planner would weigh what follows against that select, and read whole tables. */
export const isSelected = (column: PgColumn, ids: SQL): SQL => sql`${column} = any(array${ids})`

export const idList = (ids: readonly string[]): string => `{${ids.join(',')}}`

/** A limit in the statement's text: of a parameter the planner assumes a tenth of the table. */
export const literal = (count: number): Placeholder => sql.raw(String(Math.trunc(count))) as unknown as Placeholder

export const limitTo = (count: number | undefined): SQL => (count === undefined ? sql`` : sql`limit ${literal(count)}`)

export const at = (moment: Date): SQL => sql`${moment.toISOString()}::timestamptz`
