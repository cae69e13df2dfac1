import { and, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { isAmong } from '#db/query/conditions.ts'
import { sampleMatches } from '#db/query/first-matches.ts'
import { jobs } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { sharesOf } from '#src/jobs/visible.ts'
import { foundByIndex, isFound, type JobSearch, lookedThrough, SELECTED } from './search.ts'

/** More are found sooner by looking at each. */
const FEW = 1000

/** The condition on jobs that an agent or contractor sees; `columns` are looked through where the index is not asked. */
export async function isFoundAmongOwn(reader: Actor, search: JobSearch, columns = lookedThrough(reader)): Promise<SQL> {
  const ids = await idsOfRare(reader, search)
  return ids ? isAmong(jobs.id, ids) : isFound(search, columns)
}

/**
 * The ids of what a search finds among one's own jobs, if none of the newest has it. Others may be among them, so that the
 * reader's share is asked too. Null where looking at each is as quick.
 */
async function idsOfRare(reader: Actor, search: JobSearch): Promise<string[] | null> {
  const isInWords = search.wanted.length > 0 && search.wanted.every(({ contractors }) => contractors.length === 0)
  if (!isInWords || !search.isFilled) return null
  const [own, ...others] = sharesOf(reader)
  const { words, contractorId } = lookedThrough(reader)
  const { found, all } = await sampleMatches({
    among: sql`select id, ${jobs.createdAt} as at, ${words} as words, ${contractorId} as contractor_id, search_text
      from ${jobs} where ${own}`,
    matches: isFound(search, SELECTED),
    indexed: sql``,
    dear: 4,
  })
  if (found > 0 || all !== null) return null
  const isReadable = isFound(search, lookedThrough(reader))
  const each = [
    // The index knows also what a contractor may not read.
    foundByIndex(search, reader.role === 'contractor' ? and(isOf(reader), isReadable) : isOf(reader)),
    // These are few, and the index of words does not know them.
    ...others.map((other) => sql`${jobs} where ${and(other, isReadable)}`),
  ].map((found) => sql`select ${jobs.id} as id from ${found}`)
  const rows = await db.execute<{ id: string }>(
    sql`${sql.join(each, sql` union all `)} limit ${sql.raw(String(FEW + 1))}`,
  )
  return rows.length > FEW ? null : rows.map(({ id }) => id)
}

/** As jobs_found_index has it: together with words, few rows are read however common each word is. */
const isOf = ({ id }: Actor): SQL => sql`array[${jobs.estateAgentId}, ${jobs.contractorId}] @> array[${id}]::uuid[]`
