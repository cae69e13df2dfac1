import { inArray, type SQL, sql } from 'drizzle-orm'
import { jobs } from '#db/schema.ts'
import { containing } from './queries.ts'

const LOOKED_THROUGH = 2000

// Common words are found among the newest jobs, rare ones by the index: the planner cannot know which a word is.
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
