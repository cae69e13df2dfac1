import { inArray, or, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { firstMatches } from '#db/first-matches.ts'
import { jobs, quotes, users } from '#db/schema.ts'
import { containing } from '#src/jobs/queries.ts'

const contractorName = sql`lower(coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, ''))`

export const quoteContains = (typed: string): SQL =>
  or(containing(jobs.searchText, typed), containing(contractorName, typed))!

// A union, so that each half's index is used; `most` limits each half.
const found = (typed: string, most?: number): SQL => {
  const limit = most === undefined ? sql`` : sql`limit ${sql.raw(String(most))}`
  return sql`
    (select ${quotes.id} from ${jobs} join ${quotes} on ${quotes.jobId} = ${jobs.id}
      where ${containing(jobs.searchText, typed)} ${limit})
    union
    (select ${quotes.id} from ${users} join ${quotes} on ${quotes.contractorId} = ${users.id}
      where ${containing(contractorName, typed)} ${limit})`
}

export function newestFound(typed: string, narrowed: SQL | undefined, limit: number): SQL {
  const selected = narrowed ?? sql`true`
  const search = {
    among: sql`select ${quotes.id}, ${quotes.createdAt} as at, ${jobs.searchText}, ${contractorName} as name from ${quotes}
      join ${jobs} on ${jobs.id} = ${quotes.jobId} left join ${users} on ${users.id} = ${quotes.contractorId}
      where ${selected}`,
    matches: or(containing(sql`search_text`, typed), containing(sql`name`, typed))!,
    indexed: sql`select id, created_at as at from ${quotes} where ${selected} and ${quotes.id} in (${found(typed)})`,
  }
  return inArray(quotes.id, firstMatches(limit, search))
}

export async function countFound(typed: string, most?: number): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${found(typed, most)}) found`,
  )
  return Math.min(row?.count ?? 0, most ?? Number.POSITIVE_INFINITY)
}
