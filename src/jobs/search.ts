import { inArray, type SQL, sql } from 'drizzle-orm'
import { firstMatches } from '#db/first-matches.ts'
import { jobs } from '#db/schema.ts'
import { containing } from './queries.ts'
import type { SortPart } from './sorts.ts'

export function firstFound(typed: string, narrowed: SQL | undefined, limit: number, part: SortPart): SQL {
  const selected = narrowed ?? sql`true`
  const search = {
    among: sql`select id, ${part.column} as at, search_text from ${jobs} where ${selected}`,
    matches: containing(sql`search_text`, typed),
    indexed: sql`select id, ${part.column} as at from ${jobs} where ${containing(jobs.searchText, typed)} and ${selected}`,
    ascending: !part.descending,
  }
  return inArray(jobs.id, firstMatches(limit, search))
}
