import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { literal } from '#db/query/conditions.ts'
import { jobs } from '#db/schema.ts'

type Order = { column: PgColumn | SQL; descending?: boolean }

export function firstOf(each: readonly (SQL | undefined)[], { column, descending }: Order, limit: number): SQL {
  const direction = descending ? sql`desc` : sql``
  const first = (where: SQL = sql`true`) => sql`(select ${jobs.id}, ${column} as at from ${jobs}
    where ${where} order by ${column} ${direction}, ${jobs.id} ${direction} limit ${literal(limit)})`
  const [only, ...others] = each
  if (others.length === 0) return sql`(select id from ${first(only)} first)`
  const all = sql.join(each.map(first), sql` union all `)
  return sql`(select id from (${all}) first order by at ${direction}, id ${direction} limit ${literal(limit)})`
}
