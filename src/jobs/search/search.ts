import { and, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { areWordsFilled } from '#db/connect/indexes.ts'
import { idList, isAmong, isSelected } from '#db/query/conditions.ts'
import {
  countMatches,
  countSome,
  firstMatches,
  type Sample,
  type Search,
  sampleMatches,
} from '#db/query/first-matches.ts'
import { holdsOne, holdsOneByIndex, isRare, type Wanted, wantedIn } from '#db/query/words.ts'
import { jobs } from '#db/schema.ts'
import { contractorsNamed } from '#src/accounts/people/named.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { Found } from '#src/domain/limits.ts'
import { searchedBy } from '#src/jobs/visible.ts'
import type { SortPart } from './sorts.ts'

/** What is searched for, each with the contractors of that name. */
export type JobSearch = { wanted: { words: Wanted; contractors: string[] }[]; isFilled: boolean; typed: string }

export async function jobSearch(typed: string): Promise<JobSearch> {
  const wanted = wantedIn(typed)
  const [named, isFilled] = await Promise.all([contractorsNamed(wanted), areWordsFilled()])
  return { wanted: wanted.map((words, index) => ({ words, contractors: named[index] ?? [] })), isFilled, typed }
}

export type Columns = Record<'words' | 'contractorId' | 'searchText', SQL | PgColumn> & { isIndexed?: true }

/** Of jobs, as jobs_searched_index has it: for whoever may read of the tenant. */
const ALL_WORDS = sql`(${jobs.words} || ${jobs.tenantWords})`
export const INDEXED: Columns = {
  words: ALL_WORDS,
  contractorId: jobs.contractorId,
  searchText: jobs.searchText,
  isIndexed: true,
}
/** What is looked at in a job; of a search that selects it, as firstMatches does. */
export const WORDS_LOOKED_AT = sql`${ALL_WORDS} as words, ${jobs.searchText}`
export const SELECTED: Columns = { words: sql`words`, contractorId: sql`contractor_id`, searchText: sql`search_text` }
// `|| ''` keeps the trigram index out: a person's own jobs are few enough to be looked through.
export const LOOKED_THROUGH: Columns = {
  words: sql`(${jobs.words} || ${jobs.tenantWords} || '')`,
  contractorId: jobs.contractorId,
  searchText: sql`(${jobs.searchText} || '')`,
}

/** What of the jobs that a reader sees they may search in: a contractor in nothing that they may not read. */
export const lookedThrough = (reader: Actor): Columns =>
  reader.role === 'contractor' ? searchedBy(reader) : LOOKED_THROUGH

/** The condition on a job. */
export function isFound({ wanted, isFilled, typed }: JobSearch, of: Columns): SQL {
  if (wanted.length === 0) return contains(of.searchText, typed)
  const holds = of.isIndexed ? holdsOneByIndex : holdsOne
  const inWords = (words: Wanted) =>
    isFilled ? holds(of.words, words) : or(holds(of.words, words), and(isNull(of.words), holds(of.searchText, words)))
  const byOne = ({ words, contractors }: JobSearch['wanted'][number]) =>
    contractors.length ? or(inWords(words), isBy(of, contractors)) : inWords(words)
  return and(...wanted.map(byOne))!
}

/** Rows that are looked at one by one compare with a hash of very many. */
const isBy = (of: Columns, contractors: readonly string[]): SQL =>
  of === SELECTED
    ? sql`${of.contractorId} in (select unnest(${idList(contractors)}::uuid[]))`
    : isAmong(of.contractorId, contractors)

/** Of what has no word, such as '%'. */
const contains = (searchText: SQL | PgColumn, typed: string): SQL =>
  sql`strpos(${searchText}, ${typed.toLowerCase()}) > 0`

type Narrowed = { narrowed: SQL | undefined; isIndexed?: boolean }

function matching(search: JobSearch, { narrowed, isIndexed }: Narrowed, column: PgColumn = jobs.createdAt): Search {
  const selected = narrowed ?? sql`true`
  return {
    among: sql`select id, ${column} as at, ${jobs.contractorId}, ${WORDS_LOOKED_AT} from ${jobs} where ${selected}`,
    matches: isFound(search, SELECTED),
    indexed: sql`select id, ${column} as at from ${foundByIndex(search)} and ${selected}`,
    unordered: isIndexed,
  }
}

/** What is rare leads, the others are looked at; `among` is in the index too. Ends in its `where`. */
export function foundByIndex(search: JobSearch, among?: SQL): SQL {
  const numbers = search.wanted.filter(({ words }) => isRare(words))
  if (numbers.length === 0 || !search.isFilled) return sql`${jobs} where ${and(isFound(search, INDEXED), among)}`
  // `offset 0`, or the planner would read all jobs that a filter lets through, to look for the few among them.
  const led = sql`(select ${jobs}.* from ${jobs} where ${and(isFound({ ...search, wanted: numbers }, INDEXED), among)} offset 0) ${jobs}`
  const others = search.wanted.filter((one) => !numbers.includes(one))
  return sql`${led} where ${others.length ? isFound({ ...search, wanted: others }, LOOKED_THROUGH) : sql`true`}`
}

/** How common it is among the newest jobs. */
export const sampleFound = (search: JobSearch, narrowed: Narrowed): Promise<Sample> =>
  sampleMatches(matching(search, narrowed))

/** For administrators, who find among all jobs. */
export function firstFound(
  search: JobSearch,
  narrowed: SQL | undefined,
  { limit, part, sample }: { limit: number; part: SortPart; sample: Sample },
): SQL {
  const sought = { ...matching(search, { narrowed }, part.column), ascending: !part.descending }
  return isSelected(jobs.id, firstMatches(limit, sought, sample))
}

export const countFound = (
  search: JobSearch,
  narrowed: Narrowed,
  { most, sample }: { most?: number; sample: Sample },
): Promise<number> => countMatches(most, matching(search, narrowed), sample)

/** For screens. */
export const countSomeFound = (search: JobSearch, narrowed: Narrowed, most: number, sample: Sample): Promise<Found> =>
  countSome(most, matching(search, narrowed), sample)
