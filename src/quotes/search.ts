import { type SQL, sql } from 'drizzle-orm'
import { quotes } from '#db/schema.ts'
import { isFound, type JobSearch, LOOKED_THROUGH } from '#src/jobs/search.ts'

/** By the quote's job and its contractor; `||` keeps the trigram index out, as somebody's own quotes are few. */
export const quoteIsFound = (search: JobSearch, by: SQL = sql`${quotes.contractorId}`): SQL =>
  isFound(search, { ...LOOKED_THROUGH, contractorId: by })
