import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { db } from '#db/connect/client.ts'
import { isOneOf } from '#db/query/conditions.ts'
import { jobEventSql, jobSql, visitSql } from '#db/query/predicates.ts'
import { readTallies } from '#db/query/tallies.ts'
import { jobEvents, jobs, jobVisits } from '#db/schema.ts'
import type { WeekOfWork } from '#src/domain/job/counts.ts'
import { OPEN } from '#src/domain/job/status.ts'

const WEEKS = 12
const week = (of: ReturnType<typeof sql>) => sql`date_trunc('week', ${of} at time zone 'Europe/London')`
const thisWeek = week(sql`now()`)
const start = sql`${thisWeek} - interval '${sql.raw(String(WEEKS - 1))} weeks'`
/** The type of the columns, so that their index is used. */
const since = sql`(${start}) at time zone 'Europe/London'`

const [j, v, e] = [alias(jobs, 'j'), alias(jobVisits, 'v'), alias(jobEvents, 'e')]

// The visit is looked up only until it is filled in for a job of an earlier version. `greatest` passes over null.
const raisedByWeek = sql`
  select week, count(*)::int as raised,
    (count(*) filter (where visited is null and is_open))::int as unvisited,
    percentile_cont(0.5) within group (
      order by case when visited is not null then greatest(0, extract(epoch from visited - created_at) / 86400) end) as days
  from (
    select ${week(sql`j.created_at`)} as week, j.created_at, ${isOneOf(j.status, OPEN)} as is_open,
      coalesce(j.first_visit_at, (select min(v.visit_date) from job_visits v
        where v.job_id = j.id and not ${visitSql.foundNobodyIn(v)})) as visited
    from jobs j
    where ${jobSql.isVisitJob(j)} and j.created_at >= ${since}) raised
  group by grouping sets ((week), ())`

// updated_at limits the jobs by an index: one that finished since then was changed since then.
const finishedByWeek = sql`
  select ${week(sql`e.created_at`)} as week, count(*)::int as finished
  from jobs j join job_events e on e.job_id = j.id
  where ${jobSql.isVisitJob(j)} and j.updated_at >= ${since} and e.created_at >= ${since}
    and ${jobEventSql.isCompletion(e)}
  group by 1`

type Row = {
  week: string | null
  raised: number | null
  unvisited: number | null
  finished: number | null
  days: number | null
}

type Figures = { weeks: WeekOfWork[] } & Pick<WeekOfWork, 'days' | 'unvisited'>

const FRESH_UP_TO = 20_000
/** Milliseconds: figures are fresh for KEPT, and are shown for SERVING while new ones are read. */
const KEPT = 60_000
const SERVING = 10 * KEPT
let kept: { since: number; figures: Promise<Figures> } | undefined

/** Monday to Sunday in London, the present week last. Where there are very many jobs it may be minutes old. */
export async function activity(): Promise<Figures> {
  const tally = await readTallies()
  if (tally('jobs').count <= FRESH_UP_TO) return figures()
  const before = kept
  // A clock that was set back must not keep them until it is there again.
  const age = Math.abs(Date.now() - (before?.since ?? 0))
  if (before && age < KEPT) return before.figures
  const now = { since: Date.now(), figures: figures() }
  kept = now
  now.figures.catch(() => {
    if (kept === now) kept = before
  })
  return before && age < SERVING ? before.figures : now.figures
}

async function figures(): Promise<Figures> {
  const rows = await db.execute<Row>(sql`
    with raised as (${raisedByWeek}), finished as (${finishedByWeek})
    select to_char(w, 'YYYY-MM-DD') as week, raised.raised, raised.unvisited, finished.finished,
      raised.days
    from generate_series(${start}, ${thisWeek}, interval '1 week') w
    left join raised on raised.week = w
    left join finished on finished.week = w
    union all
    select null, raised, unvisited, null, days from raised where week is null
    order by week nulls last`)
  const weeks = rows.flatMap(({ week, raised, unvisited, finished, days }) =>
    week === null ? [] : [{ week, raised: raised ?? 0, unvisited: unvisited ?? 0, finished: finished ?? 0, days }],
  )
  const whole = rows.find((row) => row.week === null)
  return { weeks, days: whole?.days ?? null, unvisited: whole?.unvisited ?? 0 }
}
