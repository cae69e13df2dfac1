import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isAmong } from '#db/query/conditions.ts'
import { matchesOf, type Search } from '#db/query/first-matches.ts'
import { lazy } from '#db/query/lazy.ts'
import { holdsOne, holdsOneByIndex, isRare } from '#db/query/words.ts'
import { jobs } from '#db/schema.ts'
import type { Reader } from '#src/accounts/people/reader.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import {
  type Columns,
  INDEXED,
  idsFoundOfOwn,
  isFound,
  type JobSearch,
  jobSearch,
  LOOKED_THROUGH,
  lookedThrough,
  SELECTED,
  selected,
} from './search.ts'

type Beside = { id: PgColumn; jobId: PgColumn; contractorId: PgColumn; at: PgColumn }
/** `share` is what the reader sees, `others` a few beside it: conditions that name only the table. */
type Among = { reader: Reader; share?: SQL; others?: SQL[] }

/** Finds by the job's words, as far as the reader may read them, and the contractor of the row, the newest first. */
export function searchBeside(typed: string, table: Beside, narrowed: SQL | undefined, among: Among) {
  const searched = lazy(() => jobSearch(typed))
  const { first, count, countSome } = matchesOf(table.id, async (remaining) =>
    matching(await searched(), table, and(narrowed, remaining), among),
  )
  const condition = async () =>
    isFound(await searched(), { ...lookedThrough(among.reader), contractorId: table.contractorId })
  return { condition, first, count, countSome }
}

function matching(
  search: JobSearch,
  table: Beside,
  narrowed: SQL | undefined,
  { reader, share, others = [] }: Among,
): Search {
  const { id, jobId, contractorId, at } = table
  const columns = lookedThrough(reader)
  const own = and(share, narrowed) ?? sql`true`
  const lookedAt = (where: SQL) => sql`select ${id} as id, ${at} as at from ${id.table}
    join ${jobs} on ${jobs.id} = ${jobId} where ${isFound(search, { ...columns, contractorId })} and ${where}`
  const byOwn = () => {
    const ids = idsFoundOfOwn(reader, search)
    return ids
      ? sql`select ${id} as id, ${at} as at from ${id.table} where ${jobId} = any(${ids}) and ${own}`
      : lookedAt(own)
  }
  return {
    column: at,
    among: sql`select ${id} as id, ${at} as at, ${contractorId}, ${jobId} as job_id from ${id.table} where ${own}`,
    joined: sql`cross join lateral (
      select ${selected(columns)} from ${jobs} where ${jobs.id} = looked_through.job_id offset 0) job`,
    matches: isFound(search, SELECTED),
    ...(isAdmin(reader) ? { dear: 4 } : { isOwn: true, dear: 10 }),
    indexed: isAdmin(reader) ? indexed(search, table, own) : byOwn(),
    others: others.map((other) => lookedAt(and(other, narrowed)!)),
  }
}

function indexed(search: JobSearch, { id, jobId, contractorId, at }: Beside, narrowed: SQL): SQL {
  const among = (found: SQL, of: Columns) => sql`select ${id} as id, ${at} as at from ${found}
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
    lateral (select ${id} as id, ${at} as at from ${id.table} where ${jobId} = job.id and ${narrowed} offset 0) of_job where true`
  if (contractors.length === 0 && ofJob.length === search.wanted.length) return byJob
  const byContractor = sql`select ${id} as id, ${at} as at from ${id.table} 
    where ${isAmong(contractorId, contractors)} and ${narrowed}`
  const candidates = contractors.length ? sql`${byJob} union ${byContractor}` : byJob
  return among(sql`(${candidates}) candidate join ${id.table} on ${id} = candidate.id`, LOOKED_THROUGH)
}

function leading({ wanted }: JobSearch): JobSearch['wanted'] {
  const ofJob = wanted.filter(({ contractors }) => contractors.length === 0)
  const rare = ofJob.filter(({ words }) => isRare(words))
  if (rare.length) return rare
  return ofJob.length ? ofJob : wanted.toSorted((one, other) => lengthOf(other) - lengthOf(one)).slice(0, 1)
}

const lengthOf = ({ words }: JobSearch['wanted'][number]): number =>
  Math.max(...words.map((all) => all.join('').length))
