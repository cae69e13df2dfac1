import { inArray, type SQL, sql } from 'drizzle-orm'
import { newestMatches } from '#db/newest-matches.ts'
import { jobs } from '#db/schema.ts'
import { containing } from './queries.ts'

export function newestFound(typed: string, narrowed: SQL | undefined, limit: number): SQL {
  const selected = narrowed ?? sql`true`
  const search = {
    among: sql`select id, created_at, search_text from ${jobs} where ${selected}`,
    matches: containing(sql`search_text`, typed),
    indexed: sql`select id, created_at from ${jobs} where ${containing(jobs.searchText, typed)} and ${selected}`,
  }
  return inArray(jobs.id, newestMatches(limit, search))
}
