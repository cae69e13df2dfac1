import { type SQL, sql } from 'drizzle-orm'
import { isAmong } from '#db/conditions.ts'
import { jobs, quotes } from '#db/schema.ts'
import type { Actor } from '#src/accounts/account.ts'
import { isFound, type JobSearch, LOOKED_THROUGH } from '#src/jobs/search.ts'
import { idsOfRare } from '#src/jobs/search-own.ts'
import type { Narrowed } from './readable.ts'

/** By the quote's job and its contractor; `||` keeps the trigram index out, as somebody's own quotes are few. */
export async function foundIn(
  reader: Actor,
  search: JobSearch,
  by: SQL = sql`${quotes.contractorId}`,
): Promise<Omit<Narrowed, 'narrowed'>> {
  const found = isFound(search, { ...LOOKED_THROUGH, contractorId: by })
  const ids = reader.role === 'admin' ? null : await idsOfRare(reader, search)
  return { found, foundAmongOwn: ids ? isAmong(jobs.id, ids) : found }
}
