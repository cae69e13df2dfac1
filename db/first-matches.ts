import { type SQL, sql } from 'drizzle-orm'

const LOOKED_THROUGH = 2000

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
