import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import type { Found } from '#src/domain/limits.ts'

// A common word is found soon in the list's own order, a rare one by its index. The planner knows neither which a word is
// nor what a walk that ends early costs: the first rows of the list tell.
const SAMPLE = 1000
const READ_THROUGH = 10_000
const COUNTED_THROUGH = 30_000
/** Where the rows of another table are looked up, so many for each match: the indexes take longest there. */
const COUNTED_THROUGH_FOR_EACH = 30
/** Fewer of them in a sample are counted by the indexes. */
const FEW = 7
/** So many in a thousand are counted by looking at each. */
const COMMON = 50

export type Search = {
  /** Selects id, the list's column as `at` and what `joined` and `matches` look at, of all that may be found. */
  among: SQL
  /** Joins rows of another table to a few of `among`. */
  joined?: SQL
  matches: SQL
  /** Selects id and `at` of the same by the search's indexes; ends in its `where`. */
  indexed: SQL
  ascending?: boolean
  /** An index has all of `among` together, but not in order: to count they are read as they come. */
  unordered?: boolean
  /** How many times as much a row of `among` costs as one that is read in the order of its table, and only looked at. */
  dear?: number
}

/** How many of the first rows match, also in a thousand; and all that match, where there are no more rows than those. */
export type Sample = { found: number; share: number; all: number | null }

const inOrder = ({ ascending }: Search) => (ascending ? sql`order by at, id` : sql`order by at desc, id desc`)

const rowsOf = (search: Search, most: number): SQL => sql.raw(String(Math.ceil(most / (search.dear ?? 1))))

const first = (search: Search, most: number): SQL =>
  sql`(${search.among} ${inOrder(search)} limit ${rowsOf(search, most)}) looked_through ${search.joined ?? sql``}`

const some = (search: Search, most: number): SQL =>
  search.unordered
    ? sql`(${search.among} limit ${rowsOf(search, most)}) looked_through ${search.joined ?? sql``}`
    : first(search, most)

export async function sampleMatches(search: Search): Promise<Sample> {
  const [row] = await db.execute<{ looked: number; found: number }>(sql`
    select count(*)::int as looked, (count(*) filter (where ${search.matches}))::int as found from ${some(search, SAMPLE)}`)
  const { looked = 0, found = 0 } = row ?? {}
  const all = looked < SAMPLE / (search.dear ?? 1) ? found : null
  return { found, share: looked ? (found * 1000) / looked : 0, all }
}

const isEnough = ({ share }: Sample, { dear = 1 }: Search, through: number, wanted: number): boolean =>
  (share * through) / dear >= wanted * 1000

/** Selects the ids of the first matches. The sample decides only how they are found. */
export function firstMatches(limit: number, search: Search, sample: Sample): SQL {
  const most = sql.raw(String(limit))
  const order = inOrder(search)
  const walked = sql`select id, at from ${first(search, READ_THROUGH)} where ${search.matches} ${order} limit ${most}`
  if (sample.all !== null) return sql`(select id from (${walked}) found)`
  // Materialized, or the planner would walk all rows in order for the few that match.
  if (!isEnough(sample, search, READ_THROUGH, limit))
    return sql`(with found as materialized (${search.indexed}) select id from found ${order} limit ${most})`
  return sql`(
    with first as materialized (${walked}), others as materialized (
      ${search.indexed} and (select count(*) from first) < ${most}
    )
    select id from (select * from first union select * from others) found ${order} limit ${most}
  )`
}

/** With `most`, counts no further. */
export async function countMatches(most: number | undefined, search: Search, sample: Sample): Promise<number> {
  if (sample.all !== null) return Math.min(sample.all, most ?? sample.all)
  const count = async (found: SQL) => {
    const [row] = await db.execute<{ count: number }>(sql`select count(*)::int as count from (${found}) found`)
    return row?.count ?? 0
  }
  if (most === undefined) return count(isLookedThrough(search, sample) ? allOf(search) : search.indexed)
  const limit = sql`limit ${sql.raw(String(most))}`
  const through = search.joined ? COUNTED_THROUGH_FOR_EACH * most : COUNTED_THROUGH
  if (isEnough(sample, search, through, most)) {
    const { found, isAll } = await countAmong(search, through, most)
    if (isAll || found === most) return found
  }
  return count(sql`${search.indexed} ${limit}`)
}

/** Of common words the indexes name rows of the other table that have none in this one, and as many of those as there are. */
const isLookedThrough = ({ joined }: Search, { share }: Sample): boolean => joined !== undefined && share >= COMMON
const allOf = ({ among, joined, matches }: Search): SQL =>
  sql`select from (${among}) looked_through ${joined} where ${matches}`

/** How many of the first so many rows match, up to `most`, and whether there are no more rows than those. */
async function countAmong(search: Search, through: number, most: number): Promise<{ found: number; isAll: boolean }> {
  const matches = sql`select from ${some(search, through)} where ${search.matches} limit ${sql.raw(String(most))}`
  const [row] = await db.execute<{ found: number }>(sql`select count(*)::int as found from (${matches}) matches`)
  const found = row?.found ?? 0
  if (found === most) return { found, isAll: false }
  const rows = rowsOf(search, through)
  const [all] = await db.execute<{ isAll: boolean }>(
    sql`select count(*) < ${rows} as "isAll" from (select from (${search.among}) among limit ${rows}) looked_through`,
  )
  return { found, isAll: all?.isAll ?? false }
}

/** As countMatches; of what is common, and would take long to count, how many at least: those in the sample. */
export const countSome = async (most: number, search: Search, sample: Sample): Promise<Found> =>
  sample.all === null && sample.found >= FEW ? { atLeast: sample.found } : countMatches(most, search, sample)
