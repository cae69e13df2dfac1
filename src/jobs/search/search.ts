import { and, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { areWordsFilled } from '#db/connect/indexes.ts'
import { idList, isAmong } from '#db/query/conditions.ts'
import type { Search } from '#db/query/first-matches.ts'
import { holdsOne, holdsOneByIndex, isRare, type Wanted, wantedIn } from '#db/query/words.ts'
import { jobs } from '#db/schema.ts'
import { contractorsNamed } from '#src/accounts/people/named.ts'
import type { Reader } from '#src/accounts/people/reader.ts'
import { isAdmin, isContractor } from '#src/domain/account/roles.ts'
import { searchedBy, sharesOf } from '#src/jobs/visible.ts'
import type { SortPart } from './sorts.ts'

export type JobSearch = { wanted: { words: Wanted; contractors: string[] }[]; isFilled: boolean; typed: string }

export async function jobSearch(typed: string): Promise<JobSearch> {
  const wanted = wantedIn(typed)
  const [named, isFilled] = await Promise.all([contractorsNamed(wanted), areWordsFilled()])
  return { wanted: wanted.map((words, index) => ({ words, contractors: named[index] ?? [] })), isFilled, typed }
}

export type Columns = Record<'words' | 'contractorId' | 'searchText', SQL | PgColumn> & { isIndexed?: true }

const ALL_WORDS = sql`(${jobs.words} || ${jobs.tenantWords})`
export const INDEXED: Columns = {
  words: ALL_WORDS,
  contractorId: jobs.contractorId,
  searchText: jobs.searchText,
  isIndexed: true,
}
export const selected = ({ words, searchText }: Columns): SQL => sql`${words} as words, ${searchText} as search_text`
export const SELECTED: Columns = { words: sql`words`, contractorId: sql`contractor_id`, searchText: sql`search_text` }
// `|| ''` keeps the trigram index out: a person's own jobs are few enough to be looked through.
export const LOOKED_THROUGH: Columns = {
  words: sql`(${jobs.words} || ${jobs.tenantWords} || '')`,
  contractorId: jobs.contractorId,
  searchText: sql`(${jobs.searchText} || '')`,
}

export const lookedThrough = (reader: Reader): Columns => (isContractor(reader) ? searchedBy(reader) : LOOKED_THROUGH)

export function isFound({ wanted, isFilled, typed }: JobSearch, of: Columns): SQL {
  if (wanted.length === 0) return contains(of.searchText, typed)
  const holds = of.isIndexed ? holdsOneByIndex : holdsOne
  const inWords = (words: Wanted) =>
    isFilled ? holds(of.words, words) : or(holds(of.words, words), and(isNull(of.words), holds(of.searchText, words)))
  const byOne = ({ words, contractors }: JobSearch['wanted'][number]) =>
    contractors.length ? or(inWords(words), isBy(of, contractors)) : inWords(words)
  return and(...wanted.map(byOne))!
}

const isBy = (of: Columns, contractors: readonly string[]): SQL =>
  of === SELECTED
    ? sql`${of.contractorId} in (select unnest(${idList(contractors)}::uuid[]))`
    : isAmong(of.contractorId, contractors)

const contains = (searchText: SQL | PgColumn, typed: string): SQL =>
  sql`strpos(${searchText}, ${typed.toLowerCase()}) > 0`

type Order = Pick<SortPart, 'column' | 'descending'>
const NEWEST: Order = { column: jobs.createdAt, descending: true }

export function matchingJobs(
  reader: Reader,
  search: JobSearch,
  narrowed: SQL | undefined,
  { column, descending }: Order = NEWEST,
): Search {
  const [share, ...lost] = sharesOf(reader)
  const own = and(share, narrowed)!
  const columns = lookedThrough(reader)
  const select = (end: SQL) => sql`select ${jobs.id}, ${column} as at from ${end}`
  const lookedAt = (where: SQL | undefined) => sql`${jobs} where ${and(where, isFound(search, columns))}`
  return {
    column,
    among: sql`select ${jobs.id}, ${column} as at, ${selected(columns)}, ${columns.contractorId} as contractor_id
      from ${jobs} where ${own}`,
    matches: isFound(search, SELECTED),
    indexed: select(
      isAdmin(reader) ? sql`${foundByIndex(search)} and ${own}` : (ownByIndex(reader, search, own) ?? lookedAt(own)),
    ),
    others: lost.map((other) => select(lookedAt(and(other, narrowed)))),
    ascending: !descending,
    ...(!isAdmin(reader) && { isOwn: true, dear: 4 }),
  }
}

/** Jobs that the reader sees wholly, by the index of words and owners. Undefined for what that does not know. */
function ownByIndex(reader: Reader, search: JobSearch, own: SQL | undefined): SQL | undefined {
  const isInWords = search.wanted.length > 0 && search.wanted.every(({ contractors }) => contractors.length === 0)
  if (!isInWords || !search.isFilled) return undefined
  // As jobs_searched_index has it: together with words, few rows are read however common each word is.
  const isOf = sql`array[${jobs.estateAgentId}, ${jobs.contractorId}] @> array[${reader.id}]::uuid[]`
  // The index knows also what a contractor may not read.
  const isReadable = isContractor(reader) ? isFound(search, lookedThrough(reader)) : undefined
  // `offset 0`, or the planner would look at all jobs of the reader.
  return sql`(select ${jobs}.* from ${foundByIndex(search, and(isOf, isReadable))} offset 0) ${jobs} where ${own ?? sql`true`}`
}

/** An array of the ids of what is found among the reader's jobs, others among them too; undefined as above. */
export function idsFoundOfOwn(reader: Reader, search: JobSearch): SQL | undefined {
  const found = ownByIndex(reader, search, undefined)
  const [, ...lost] = sharesOf(reader)
  const isReadable = isFound(search, lookedThrough(reader))
  const each = [found, ...lost.map((other) => sql`${jobs} where ${and(other, isReadable)}`)]
  return (
    found &&
    sql`array(${sql.join(
      each.map((one) => sql`select ${jobs.id} from ${one}`),
      sql` union all `,
    )})`
  )
}

function foundByIndex(search: JobSearch, among?: SQL): SQL {
  const numbers = search.wanted.filter(({ words }) => isRare(words))
  if (numbers.length === 0 || !search.isFilled) return sql`${jobs} where ${and(isFound(search, INDEXED), among)}`
  // `offset 0`, or the planner would read all jobs that a filter lets through, to look for the few among them.
  const led = sql`(select ${jobs}.* from ${jobs} where ${and(isFound({ ...search, wanted: numbers }, INDEXED), among)} offset 0) ${jobs}`
  const others = search.wanted.filter((one) => !numbers.includes(one))
  return sql`${led} where ${others.length ? isFound({ ...search, wanted: others }, LOOKED_THROUGH) : sql`true`}`
}
