import { type SQL, sql } from 'drizzle-orm'
import { db } from './client.ts'

// A common word is found soon in the list's own order, a rare one by its index. The planner knows neither which a word is
// nor what a walk that ends early costs: the first rows of the list tell.
const SAMPLE = 1000
const READ_THROUGH = 10_000
const COUNTED_THROUGH = 30_000
export type Search = {
  /** Selects id, the list's column as `at` and what `joined` and `matches` look at, of all that may be found. */
  among: SQL
  /** Joins rows of another table to a few of `among`. */
  joined?: SQL
  matches: SQL
  /** Selects id and `at` of the same by the search's indexes; ends in its `where`. */
  indexed: SQL
  ascending?: boolean
  /** How many times as much a row of `among` costs as one that is read in the order of its table, and only looked at. */
  dear?: number
}

const inOrder = ({ ascending }: Search) => (ascending ? sql`order by at, id` : sql`order by at desc, id desc`)

const first = (search: Search, most: number): SQL =>
  sql`(${search.among} ${inOrder(search)} limit ${sql.raw(String(most / (search.dear ?? 1)))})
    looked_through ${search.joined ?? sql``}`

/** How many of the list's first rows match, in a thousand. */
export async function sampleMatches(search: Search): Promise<number> {
  const [row] = await db.execute<{ share: number | null }>(
    sql`select avg(case when ${search.matches} then 1000 else 0 end)::float8 as share from ${first(search, SAMPLE)}`,
  )
  return row?.share ?? 0
}

/** `sampled` in a thousand are so many among so many. */
const isEnough = (sampled: number, { dear = 1 }: Search, through: number, wanted: number): boolean =>
  (sampled * through) / dear >= wanted * 1000

/** Selects the ids of the first matches. `sampled` decides only how they are found. */
export function firstMatches(limit: number, search: Search, sampled: number): SQL {
  const most = sql.raw(String(limit))
  const order = inOrder(search)
  // Materialized, or the planner would walk all rows in order for the few that match.
  if (!isEnough(sampled, search, READ_THROUGH, limit))
    return sql`(with found as materialized (${search.indexed}) select id from found ${order} limit ${most})`
  return sql`(
    with first as materialized (
      select id, at from ${first(search, READ_THROUGH)} where ${search.matches} ${order} limit ${most}
    ), others as materialized (
      ${search.indexed} and (select count(*) from first) < ${most}
    )
    select id from (select * from first union select * from others) found ${order} limit ${most}
  )`
}

/** With `most`, counts no further. */
export async function countMatches(most: number | undefined, search: Search, sampled: number): Promise<number> {
  const limit = most === undefined ? sql`` : sql`limit ${sql.raw(String(most))}`
  const count = async (found: SQL) => {
    const [row] = await db.execute<{ count: number }>(sql`select count(*)::int as count from (${found} ${limit}) found`)
    return row?.count ?? 0
  }
  if (most !== undefined && isEnough(sampled, search, COUNTED_THROUGH, most)) {
    const counted = await count(sql`select at from ${first(search, COUNTED_THROUGH)} where ${search.matches}`)
    if (counted === most) return most
  }
  return count(search.indexed)
}
