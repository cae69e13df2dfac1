import { type SQL, sql } from 'drizzle-orm'

const LOOKED_THROUGH = 2000

type Search = {
  /** Selects id, created_at and what `matches` looks at, of all that may be found. */
  among: SQL
  matches: SQL
  /** Selects id and created_at of the same by the search's indexes; ends in its `where`. */
  indexed: SQL
}

// Common words are found among the newest rows, rare ones by the indexes: the planner cannot know which a word is.
export function newestMatches(limit: number, { among, matches, indexed }: Search): SQL {
  const most = sql.raw(String(limit))
  const newestFirst = sql`order by created_at desc, id desc`
  return sql`(
    with newest as materialized (
      select id, created_at from (${among} ${newestFirst} limit ${sql.raw(String(LOOKED_THROUGH))}) looked_through
      where ${matches} ${newestFirst} limit ${most}
    ), others as materialized (
      ${indexed} and (select count(*) from newest) < ${most}
    )
    select id from (select * from newest union select * from others) found ${newestFirst} limit ${most}
  )`
}
