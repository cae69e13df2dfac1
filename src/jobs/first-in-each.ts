import { and, inArray, type SQL, sql } from 'drizzle-orm'
import { is, literal } from '#db/conditions.ts'
import { jobs } from '#db/schema.ts'
import { type JobFilter, statusesIn } from './filters.ts'
import { JOB_STATUSES, URGENCIES } from './job.ts'
import type { SortPart } from './sorts.ts'

/** What jobs_trade_status_index has. */
const OF_A_TRADE = new Set(['contractorType', 'status', 'urgency', 'createdFrom', 'createdTo', 'sort'])

/** Narrows to the first jobs of each state by its index: together they would be walked through all jobs. */
export function firstInEach(filter: JobFilter, where: SQL | undefined, part: SortPart, limit: number): SQL | undefined {
  if (part.column !== jobs.createdAt) return where
  const order = part.descending ? sql`order by created_at desc, id desc` : sql`order by created_at, id`
  if (isOfTrades(filter)) return inArray(jobs.id, firstOfTrades(filter, where, order, limit))
  const statuses = statusesIn(filter) ?? []
  if (statuses.length < 2) return where
  const each = statuses.map(
    (status) =>
      sql`(select id from ${jobs} where ${and(is(jobs.status, status), where)} ${order} limit ${literal(limit)})`,
  )
  return inArray(jobs.id, sql`(${sql.join(each, sql` union all `)})`)
}

const isOfTrades = (filter: JobFilter): boolean =>
  Boolean(filter.contractorType) &&
  Object.entries(filter).every(([name, value]) => !value || OF_A_TRADE.has(name)) &&
  // One of each is in order in the index.
  [filter.contractorType, filter.status, filter.urgency].some((value) => !value || value.includes(','))

/** A trade's jobs of each state and urgency are in order in the index, and few of each have to be read. */
const firstOfTrades = (filter: JobFilter, where: SQL | undefined, order: SQL, limit: number): SQL => sql`(
  select id from unnest(${listed(filter.contractorType)}::text[]) trade,
    unnest(${listed(filter.status, JOB_STATUSES)}::job_status[]) state,
    unnest(${listed(filter.urgency, URGENCIES)}::urgency[]) hurry
  cross join lateral (
    select id, created_at from ${jobs}
    where ${jobs.contractorType} = trade and ${jobs.status} = state and ${jobs.urgency} = hurry and ${where ?? sql`true`}
    ${order} limit ${literal(limit)}
  ) each ${order} limit ${literal(limit)})`

const listed = (value: string | undefined, all: readonly string[] = []): string => `{${value ?? all.join(',')}}`
