import { inArray, type SQL, sql } from 'drizzle-orm'
import { jobs } from '#db/schema.ts'
import { containing } from './queries.ts'

/** How many of the newest jobs are looked through before the index of the search is asked. */
const LOOKED_THROUGH = 2000

/**
 * The newest `limit` jobs that contain what was typed, of those that `narrowed` selects, as a condition. What is common
 * is found among the newest jobs, what is rare by the index: the planner knows no word, and would walk through every job
 * for the one or fetch and sort a third of them for the other.
 */
export function newestFound(typed: string, narrowed: SQL | undefined, limit: number): SQL {
  const matches = containing(jobs.searchText, typed)
  const selected = narrowed ?? sql`true`
  const newestFirst = sql`order by created_at desc, id desc limit ${sql.raw(String(limit))}`
  return inArray(
    jobs.id,
    sql`(
      with newest as materialized (
        select id, created_at from (
          select id, created_at, search_text from jobs where ${selected}
          order by created_at desc, id desc limit ${sql.raw(String(LOOKED_THROUGH))}
        ) jobs where ${matches} ${newestFirst}
      ), others as materialized (
        select id, created_at from jobs
        where ${matches} and ${selected} and (select count(*) from newest) < ${sql.raw(String(limit))}
      )
      select id from (select * from newest union select * from others) found ${newestFirst}
    )`,
  )
}
