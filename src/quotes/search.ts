import { type SQL, sql } from 'drizzle-orm'
import { quotes } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isFound, type JobSearch, lookedThrough } from '#src/jobs/search/search.ts'
import { isFoundAmongOwn } from '#src/jobs/search/search-own.ts'
import type { Narrowed } from './readable.ts'

/** By the quote's job, in what its reader may read of it, and the quote's contractor. */
export async function foundIn(
  reader: Actor,
  search: JobSearch,
  by: SQL = sql`${quotes.contractorId}`,
): Promise<Omit<Narrowed, 'narrowed'>> {
  const columns = { ...lookedThrough(reader), contractorId: by }
  const found = isFound(search, columns)
  return { found, foundAmongOwn: reader.role === 'admin' ? found : await isFoundAmongOwn(reader, search, columns) }
}
