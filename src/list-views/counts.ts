import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { literal } from '#db/query/conditions.ts'
import { jobs } from '#db/schema.ts'
import { type CountedView, type ListView, MAX_VIEW_COUNT } from '#src/domain/list-view/list-view.ts'
import { filteredBy } from '#src/jobs/search/filters.ts'
import { bareReason, log } from '#src/runtime/log.ts'
import { jobFilterIn } from './list-query.ts'

/** In milliseconds, as all below. */
const FRESH = 5000
/** What nobody has asked for so long is counted no more. */
const FORGOTTEN = 30_000
/** Counting takes at most a twentieth of the time. */
const REST = 20
const AFTER_FAILURE = 60_000

type Counted = { count: number | null; asked: number }

/** By query, for all readers: an administrator's view finds the same whoever reads it. */
const known = new Map<string, Counted>()
let due = 0
let underWay: Promise<void> | null = null

/** Of a search an index would read all matches, and of what changed since then a walk all jobs. */
function conditionOf(query: string): SQL | null | undefined {
  try {
    const { search, updatedSince, ...filter } = jobFilterIn(query)
    return search || updatedSince ? null : filteredBy(filter)
  } catch {
    return null
  }
}

async function count(queries: readonly string[]): Promise<void> {
  const begin = performance.now()
  const counted = queries.flatMap((query) => {
    const where = conditionOf(query)
    return where === null ? [] : [{ query, where }]
  })
  const columns = counted.map(
    ({ where }, at) => sql`(select count(*)::int from (select from ${jobs} where ${where ?? sql`true`}
      limit ${literal(MAX_VIEW_COUNT + 1)}) found) as ${sql.identifier(`count${at}`)}`,
  )
  const [row] = columns.length
    ? await db.execute<Record<string, number>>(sql`select ${sql.join(columns, sql`, `)}`)
    : []
  const found = new Map(counted.map(({ query }, at) => [query, row?.[`count${at}`] ?? null]))
  for (const query of queries) known.set(query, { asked: begin, ...known.get(query), count: found.get(query) ?? null })
  due = performance.now() + Math.max(FRESH, REST * (performance.now() - begin))
}

function recount(queries: readonly string[]): Promise<void> {
  const since = performance.now() - FORGOTTEN
  for (const [query, { asked }] of known) if (asked < since) known.delete(query)
  return count([...new Set([...queries, ...known.keys()])]).catch((error) => {
    log.warn('views.count', 'Views could not be counted.', { reason: bareReason(error) })
    due = performance.now() + AFTER_FAILURE
    for (const query of queries) known.set(query, { count: null, asked: performance.now() })
  })
}

/** One statement counts the views of all readers, at most each five seconds; a view that is new is counted at once. */
export async function countedViews(views: readonly ListView[]): Promise<CountedView[]> {
  const queries = views.map(({ query }) => query)
  const isDue = () => performance.now() >= due || queries.some((query) => !known.has(query))
  while (underWay) await underWay
  if (views.length && isDue()) {
    underWay = recount(queries).finally(() => {
      underWay = null
    })
    await underWay
  }
  return views.map(withKnownCount)
}

/** As it was last counted: inside a transaction nothing is read beside it. */
export function withKnownCount(view: ListView): CountedView {
  const found = known.get(view.query)
  if (found) found.asked = performance.now()
  return { ...view, count: found?.count ?? null }
}

export function forgetCounts(): void {
  known.clear()
  due = 0
}
