import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { db } from '#db/connect/client.ts'
import type { Found } from '#src/domain/limits.ts'
import { isAmong, literal } from './conditions.ts'

// A common word is found soon in the list's own order, a rare one by its index. The planner knows neither which a word is
// nor what a walk that ends early costs, so that each statement looks at the first rows of the list before it goes on.
const NEAR = 1000
const FAR = 10_000
/** With so many of those wanted among the near ones, the far ones have the others. */
const ENOUGH_NEAR = 0.15
/** Of one's own, which the index finds together with words, but common words slowly. */
const FAR_OF_OWN = 20_000
const COUNTED_THROUGH = 30_000
/** Where the rows of another table are looked up, so many for each match: the indexes take longest there. */
const COUNTED_THROUGH_FOR_EACH = 30
/** Fewer of them among the near ones are counted by the indexes. */
const FEW = 7
/** Where one in so many of the near ones matches, all are counted by looking at each. */
const COMMON = 20

export type Search = {
  /** The list's column, as `at`. */
  column: PgColumn | SQL
  /** Selects id, that column as `at` and what `joined` and `matches` look at, of all that may be found; ends in its `where`. */
  among: SQL
  /** Joins rows of another table to a few of `among`. */
  joined?: SQL
  matches: SQL
  /** Selects id and `at` of the same by the search's indexes; ends in its `where`. */
  indexed: SQL
  /** Each selects id and `at` of what is found beside those: a few that no index of the search knows. */
  others?: SQL[]
  ascending?: boolean
  /** An index has all of `among` together, but not in order: to count they are read as they come. */
  unordered?: boolean
  /** Somebody's own, of which even what is common among all is not much. */
  isOwn?: boolean
  /** How many times as much a row of `among` costs as one that is read in the order of its table, and only looked at. */
  dear?: number
}

const inOrder = ({ ascending }: Search): SQL => (ascending ? sql`order by at, id` : sql`order by at desc, id desc`)

const rowsOf = ({ dear = 1 }: Search, most: number): number => Math.ceil(most / dear)

const looked = ({ joined = sql`` }: Search, rows: SQL): SQL => sql`(${rows}) looked_through ${joined}`

/** Of the first rows of a list: how many were looked at, and how many of them match. */
type Near = { looked: number; found: number }

/** The ids of the first matches: near ones, far ones where many are near, and the rest by the index. */
async function firstMatches(id: PgColumn, limit: number, search: Search): Promise<{ ids: string[]; near: Near }> {
  const { column, among, matches, indexed, others = [], ascending, isOwn } = search
  const near = rowsOf(search, NEAR)
  const far = rowsOf(search, isOwn ? FAR_OF_OWN : FAR)
  const enough = literal(isOwn ? 1 : Math.ceil(limit * ENOUGH_NEAR))
  const order = inOrder(search)
  const end = sql`${order} limit ${literal(limit)}`
  const last = sql`(select at, id from near ${ascending ? sql`order by at desc, id desc` : sql`order by at, id`} limit 1)`
  const behind = sql`${among} and (${column}, ${id}) ${ascending ? sql`>` : sql`<`} ${last} ${order}`
  const goesOn = sql`exists (select from (${behind} limit 1 offset ${literal(far - near)}) further)`
  const inNear = sql`(select count(*) from near where matches)`
  // Materialized, or the planner would walk all rows in order for the few that match.
  const found = await db.execute<Near & { id: string }>(sql`
    with near as materialized (select id, at, (${matches}) as matches from ${looked(search, sql`${among} ${order} limit ${literal(near)}`)}),
      far as materialized (select id, at from ${looked(search, sql`${behind} limit ${literal(far - near)}`)}
        where ${inNear} between ${enough} and ${literal(limit - 1)} and ${matches} ${end}),
      walked as materialized (select id, at from near where matches union all select id, at from far),
      rest as materialized (${indexed} and (select count(*) from walked) < ${literal(limit)}
        and case when (select count(*) from near) < ${literal(near)} then false
          when ${inNear} >= ${enough} then ${goesOn} else true end)
    select id, (select count(*)::int from near) as looked, ${inNear}::int as found
    from (${sql.join([sql`select * from walked`, sql`select * from rest`, ...others], sql` union `)}) matches ${end}`)
  const [first] = found
  return { ids: found.map(({ id }) => id), near: { looked: first?.looked ?? 0, found: first?.found ?? 0 } }
}

const rowsLookedAt = (search: Search, most: number): SQL =>
  looked(
    search,
    sql`${search.among} ${search.unordered ? sql`` : inOrder(search)} limit ${literal(rowsOf(search, most))}`,
  )

const counted = (found: SQL, most?: number): SQL =>
  sql`(select count(*)::int from (${found} ${most === undefined ? sql`` : sql`limit ${literal(most)}`}) counted)`

/** Reads how many of the near ones match, and of all what `further` makes of that. */
async function countAfterNear(search: Search, further: SQL): Promise<{ near: number; count: number | null }> {
  const [row] = await db.execute<{ near: number; count: number | null }>(sql`
    with near as materialized (
      select count(*)::int as looked, (count(*) filter (where ${search.matches}))::int as found
      from ${rowsLookedAt(search, NEAR)})
    select found as near, case when looked < ${literal(rowsOf(search, NEAR))} then found ${further} end
      + ${sql.join([sql`0`, ...(search.others ?? []).map((one) => counted(one))], sql` + `)} as count
    from near`)
  const { near = 0, count = 0 } = row ?? {}
  return { near, count }
}

async function countMatches(most: number | undefined, search: Search): Promise<number> {
  const otherwise = sql`else ${counted(search.indexed, most)}`
  const { count } = await countAfterNear(search, sql`${countedThrough(most, search)} ${otherwise}`)
  return Math.min(count ?? 0, most ?? Number.POSITIVE_INFINITY)
}

/** What is common is counted by looking at each, as far as `most` are found so. */
function countedThrough(most: number | undefined, search: Search): SQL {
  const { among, joined, matches, isOwn } = search
  const all = counted(sql`select from ${looked(search, among)} where ${matches}`, most)
  if (isOwn) return sql`when found > 0 then ${all}`
  // Of common words the indexes name rows of the other table that have none in this one, and as many of those as there are.
  if (most === undefined) return joined ? sql`when found * ${literal(COMMON)} >= looked then ${all}` : sql``
  const through = joined ? COUNTED_THROUGH_FOR_EACH * most : COUNTED_THROUGH
  const walked = counted(sql`select from ${rowsLookedAt(search, through)} where ${matches}`, most)
  return sql`when found * ${literal(through / NEAR)} >= ${literal(most)} and ${walked} = ${literal(most)} then ${literal(most)}`
}

/** As countMatches; of what is common, and would take long to count, how many at least: the near ones. */
async function countSome(most: number, search: Search): Promise<Found> {
  const further = sql`when found < ${literal(FEW)} then ${counted(search.indexed, most)}`
  const { near, count } = await countAfterNear(search, further)
  return count === null ? { atLeast: near } : Math.min(count, most)
}

type Narrowing<By> = { remaining: SQL | undefined; limit: number; by?: By }

/** What a list of `id`'s table that searches is read and counted by. `remaining` narrows it, `By` is what it is ordered by. */
export function matchesOf<By>(id: PgColumn, searchOf: (remaining?: SQL, by?: By) => Promise<Search> | Search) {
  let near: Near | undefined
  async function first<Item>(
    read: (where: SQL) => Promise<Item[]>,
    narrowing: Narrowing<By>,
    tries = 3,
  ): Promise<Item[]> {
    const { remaining, limit, by } = narrowing
    const found = await firstMatches(id, limit, await searchOf(remaining, by))
    if (!remaining && !by) near = found.near
    const rows = found.ids.length ? await read(isAmong(id, found.ids)) : []
    // One went between the two statements: the page would seem to be the last.
    return rows.length < found.ids.length && tries > 1 ? first(read, narrowing, tries - 1) : rows
  }
  return {
    first,
    count: async (most?: number): Promise<number> => countMatches(most, await searchOf()),
    async countSome(most: number): Promise<Found> {
      const search = await searchOf()
      const isCommon = near && near.looked === rowsOf(search, NEAR) && near.found >= FEW
      return isCommon ? { atLeast: near!.found } : countSome(most, search)
    },
  }
}
