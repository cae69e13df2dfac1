import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isAmong, isSelected } from '#db/query/conditions.ts'
import { countMatches, countSome, firstMatches, type Search, sampleMatches } from '#db/query/first-matches.ts'
import { lazy } from '#db/query/lazy.ts'
import { holdsOne, holdsOneByIndex, isRare } from '#db/query/words.ts'
import { jobs } from '#db/schema.ts'
import {
  type Columns,
  INDEXED,
  isFound,
  type JobSearch,
  jobSearch,
  LOOKED_THROUGH,
  SELECTED,
  WORDS_LOOKED_AT,
} from './search.ts'

/** A table of what belongs to jobs and contractors: quotes, visits. */
type Beside = { id: PgColumn; jobId: PgColumn; contractorId: PgColumn; at: PgColumn }

/** For administrators: finds by the job's words and the contractor of the row, the newest first. `narrowed` knows only the table. */
export function searchBeside(typed: string, table: Beside, narrowed: SQL | undefined) {
  const searched = lazy(() => jobSearch(typed))
  const sampled = lazy(async () => sampleMatches(matching(await searched(), table, narrowed)))
  return {
    searched,
    /** A condition. */
    async first(remaining: SQL | undefined, limit: number): Promise<SQL> {
      const search = matching(await searched(), table, and(narrowed, remaining))
      return isSelected(table.id, firstMatches(limit, search, await sampled()))
    },
    count: async (most?: number) => countMatches(most, matching(await searched(), table, narrowed), await sampled()),
    countSome: async (most: number) => countSome(most, matching(await searched(), table, narrowed), await sampled()),
  }
}

function matching(search: JobSearch, table: Beside, narrowed: SQL = sql`true`): Search {
  const { id, jobId, contractorId, at } = table
  return {
    among: sql`select ${id}, ${at} as at, ${contractorId}, ${jobId} from ${id.table} where ${narrowed}`,
    joined: sql`cross join lateral (
      select ${WORDS_LOOKED_AT} from ${jobs} where ${jobs.id} = looked_through.job_id offset 0) job`,
    matches: isFound(search, SELECTED),
    dear: 4,
    indexed: indexed(search, table, narrowed),
  }
}

function indexed(search: JobSearch, { id, jobId, contractorId, at }: Beside, narrowed: SQL): SQL {
  const among = (found: SQL, of: Columns) => sql`select ${id}, ${at} as at from ${found}
    join ${jobs} on ${jobs.id} = ${jobId} where ${isFound(search, { ...of, contractorId })} and ${narrowed}`
  const led = leading(search)
  if (led.length === 0 || !search.isFilled) return among(sql`${id.table}`, INDEXED)
  const contractors = led.flatMap((one) => one.contractors)
  const ofJob = search.wanted.filter((one) => one.contractors.length === 0)
  const beside = ofJob.filter((one) => !led.includes(one))
  const words = and(
    ...led.map((one) => holdsOneByIndex(INDEXED.words, one.words)),
    ...beside.map((one) => holdsOne(LOOKED_THROUGH.words, one.words)),
  )
  // `offset 0` has the rows of a few jobs looked up one by one: the planner would rather read the table.
  const byJob = sql`select of_job.id, of_job.at from (select ${jobs.id} from ${jobs} where ${words}) job cross join
    lateral (select ${id}, ${at} as at from ${id.table} where ${jobId} = job.id and ${narrowed} offset 0) of_job where true`
  if (contractors.length === 0 && ofJob.length === search.wanted.length) return byJob
  // A union, so that each half's index is used.
  const byContractor = sql`select ${id}, ${at} as at from ${id.table} 
    where ${isAmong(contractorId, contractors)} and ${narrowed}`
  const candidates = contractors.length ? sql`${byJob} union ${byContractor}` : byJob
  return among(sql`(${candidates}) candidate join ${id.table} on ${id} = candidate.id`, LOOKED_THROUGH)
}

/** What only a job's words can have, as no contractor is named so, of it what is rare; else the longest thing. */
function leading({ wanted }: JobSearch): JobSearch['wanted'] {
  const ofJob = wanted.filter(({ contractors }) => contractors.length === 0)
  const rare = ofJob.filter(({ words }) => isRare(words))
  if (rare.length) return rare
  return ofJob.length ? ofJob : wanted.toSorted((one, other) => lengthOf(other) - lengthOf(one)).slice(0, 1)
}

const lengthOf = ({ words }: JobSearch['wanted'][number]): number =>
  Math.max(...words.map((all) => all.join('').length))
