import { type SQL, sql } from 'drizzle-orm'
import { db } from './client.ts'

const LOOKED_THROUGH = 2000
const COUNTED_THROUGH = 20_000

type Search = {
  /** Selects id, the list's column as `at` and what `matches` looks at, of all that may be found. */
  among: SQL
  matches: SQL
  /** Selects id and `at` of the same by the search's indexes; ends in its `where`. */
  indexed: SQL
  ascending?: boolean
}

// Common words are found among the first rows, rare ones by the indexes: the planner cannot know which a word is.
export function firstMatches(limit: number, { among, matches, indexed, ascending }: Search): SQL {
  const most = sql.raw(String(limit))
  const inOrder = ascending ? sql`order by at, id` : sql`order by at desc, id desc`
  return sql`(
    with first as materialized (
      select id, at from (${among} ${inOrder} limit ${sql.raw(String(LOOKED_THROUGH))}) looked_through
      where ${matches} ${inOrder} limit ${most}
    ), others as materialized (
      ${indexed} and (select count(*) from first) < ${most}
    )
    select id from (select * from first union select * from others) found ${inOrder} limit ${most}
  )`
}

/** With `most`, counts no further. */
export async function countMatches(most: number | undefined, { among, matches, indexed }: Search): Promise<number> {
  const limit = most === undefined ? sql`` : sql`limit ${sql.raw(String(most))}`
  const count = async (found: SQL) => {
    const [row] = await db.execute<{ count: number }>(sql`select count(*)::int as count from (${found} ${limit}) found`)
    return row?.count ?? 0
  }
  // More than a share of the newest can have is counted by the index at once.
  if (most !== undefined && most * 10 <= COUNTED_THROUGH) {
    const newest = sql`select at from (${among} order by at desc, id desc limit ${sql.raw(String(COUNTED_THROUGH))}) newest
      where ${matches}`
    if ((await count(newest)) === most) return most
  }
  return count(indexed)
}
