import { and, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isAmong } from '#db/conditions.ts'
import { countMatches, firstMatches, type Search, sampleMatches } from '#db/first-matches.ts'
import { areWordsFilled } from '#db/indexes.ts'
import { jobs } from '#db/schema.ts'
import { holdsOne, type Wanted, wantedIn } from '#db/words.ts'
import { contractorsNamed } from '#src/accounts/named.ts'
import type { SortPart } from './sorts.ts'

/** What is searched for, each with the contractors of that name. */
export type JobSearch = { wanted: { words: Wanted; contractors: string[] }[]; isFilled: boolean; typed: string }

export async function jobSearch(typed: string): Promise<JobSearch> {
  const wanted = wantedIn(typed)
  const [named, isFilled] = await Promise.all([contractorsNamed(wanted), areWordsFilled()])
  return { wanted: wanted.map((words, index) => ({ words, contractors: named[index] ?? [] })), isFilled, typed }
}

type Columns = Record<'words' | 'contractorId' | 'searchText', SQL | PgColumn>
/** Of a search that selects them, as firstMatches does. */
export const SELECTED: Columns = { words: sql`words`, contractorId: sql`contractor_id`, searchText: sql`search_text` }
// `|| ''` keeps the trigram index out: a person's own jobs are few enough to be looked through.
export const LOOKED_THROUGH: Columns = {
  words: sql`(${jobs.words} || '')`,
  contractorId: jobs.contractorId,
  searchText: sql`(${jobs.searchText} || '')`,
}

/** The condition on a job. */
export function isFound({ wanted, isFilled, typed }: JobSearch, of: Columns = jobs): SQL {
  if (wanted.length === 0) return contains(of.searchText, typed)
  const inWords = (words: Wanted) =>
    isFilled
      ? holdsOne(of.words, words)
      : or(holdsOne(of.words, words), and(isNull(of.words), holdsOne(of.searchText, words)))
  const byOne = ({ words, contractors }: JobSearch['wanted'][number]) =>
    contractors.length ? or(inWords(words), isAmong(of.contractorId, contractors)) : inWords(words)
  return and(...wanted.map(byOne))!
}

/** Of what has no word, such as '%'. */
const contains = (searchText: SQL | PgColumn, typed: string): SQL =>
  sql`strpos(${searchText}, ${typed.toLowerCase()}) > 0`

function matching(search: JobSearch, narrowed: SQL | undefined, column: PgColumn = jobs.createdAt): Search {
  const selected = narrowed ?? sql`true`
  return {
    among: sql`select id, ${column} as at, words, contractor_id, search_text from ${jobs} where ${selected}`,
    matches: isFound(search, SELECTED),
    indexed: sql`select id, ${column} as at from ${jobs} where ${isFound(search)} and ${selected}`,
  }
}

/** How common it is among the newest jobs. */
export const sampleFound = (search: JobSearch, narrowed: SQL | undefined): Promise<number> =>
  sampleMatches(matching(search, narrowed))

/** For administrators, who find among all jobs. */
export function firstFound(
  search: JobSearch,
  narrowed: SQL | undefined,
  { limit, part, sampled }: { limit: number; part: SortPart; sampled: number },
): SQL {
  const sought = { ...matching(search, narrowed, part.column), ascending: !part.descending }
  return inArray(jobs.id, firstMatches(limit, sought, sampled))
}

export const countFound = (
  search: JobSearch,
  narrowed: SQL | undefined,
  { most, sampled }: { most?: number; sampled: number },
): Promise<number> => countMatches(most, matching(search, narrowed), sampled)
