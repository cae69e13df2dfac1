import { and, inArray, type SQL, sql } from 'drizzle-orm'
import { isAmong } from '#db/conditions.ts'
import { countMatches, firstMatches } from '#db/first-matches.ts'
import { jobs, quotes } from '#db/schema.ts'
import { holdsOne } from '#db/words.ts'
import { isFound, type JobSearch, LOOKED_THROUGH, lengthOf } from '#src/jobs/search.ts'

const COLUMNS = { words: jobs.words, contractorId: quotes.contractorId, searchText: jobs.searchText }
const SELECTED = { words: sql`words`, contractorId: sql`contractor_id`, searchText: sql`search_text` }

/** By the quote's job and its contractor; `||` keeps the trigram index out, as somebody's own quotes are few. */
export const quoteIsFound = (search: JobSearch, by: SQL = sql`${quotes.contractorId}`): SQL =>
  isFound(search, { ...LOOKED_THROUGH, contractorId: by })

/** Quotes that have the rarest thing that is searched for. A union, so that each half's index is used. */
function candidates({ wanted, isFilled }: JobSearch): SQL | undefined {
  const [rarest] = wanted.toSorted((one, other) => lengthOf(other) - lengthOf(one))
  if (!rarest || !isFilled) return undefined
  return sql`${quotes.id} in (
    select ${quotes.id} from ${jobs} join ${quotes} on ${quotes.jobId} = ${jobs.id}
      where ${holdsOne(jobs.words, rarest.words)}
    union
    select ${quotes.id} from ${quotes} where ${isAmong(quotes.contractorId, rarest.contractors)})`
}

function matching(search: JobSearch, narrowed: SQL | undefined) {
  const selected = narrowed ?? sql`true`
  return {
    among: sql`select ${quotes.id}, ${quotes.createdAt} as at, ${jobs.words}, ${quotes.contractorId}, ${jobs.searchText}
      from ${quotes} join ${jobs} on ${jobs.id} = ${quotes.jobId} where ${selected}`,
    matches: isFound(search, SELECTED),
    indexed: sql`select ${quotes.id}, ${quotes.createdAt} as at from ${quotes}
      join ${jobs} on ${jobs.id} = ${quotes.jobId}
      where ${and(candidates(search), isFound(search, COLUMNS), selected)}`,
  }
}

export const newestFound = (search: JobSearch, narrowed: SQL | undefined, limit: number): SQL =>
  inArray(quotes.id, firstMatches(limit, matching(search, narrowed)))

export const countFound = (search: JobSearch, narrowed: SQL | undefined, most?: number): Promise<number> =>
  countMatches(most, matching(search, narrowed))
