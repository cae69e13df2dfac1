import { and, type SQL, sql } from 'drizzle-orm'
import { is, isSelected, literal } from '#db/query/conditions.ts'
import { jobs } from '#db/schema.ts'
import { JOB_STATUSES } from '#src/domain/job/status.ts'
import { URGENCIES } from '#src/domain/job/urgency.ts'
import { type JobFilter, statusesIn } from './filters.ts'
import { firstOf } from './first-of.ts'
import type { SortPart } from './sorts.ts'

/** What jobs_trade_status_index has, and for late jobs jobs_to_visit_of_trade_index. */
const OF_A_TRADE = new Set(['contractorType', 'status', 'urgency', 'late', 'createdFrom', 'createdTo', 'sort'])

type Asked = { filter: JobFilter; shares: readonly SQL[]; amongAll: boolean }

export function firstInEach(
  { filter, shares, amongAll }: Asked,
  where: SQL | undefined,
  part: SortPart,
  limit: number,
) {
  const byCreation = part.column === jobs.createdAt
  if (byCreation && amongAll && isOfTrades(filter))
    return isSelected(jobs.id, firstOfTrades(filter, where, part, limit))
  const [share, ...others] = shares
  const statuses = statusesIn(filter) ?? []
  const inOrder = byCreation && statuses.length > 1 ? statuses.map((status) => is(jobs.status, status)) : [undefined]
  const each = [...inOrder.map((state) => and(share, state, where)), ...others.map((other) => and(other, where))]
  return each.length > 1 || isNarrow(filter, amongAll) ? isSelected(jobs.id, firstOf(each, part, limit)) : each[0]
}

const isNarrow = ({ sort, late, counted, ...filter }: JobFilter, amongAll: boolean): boolean =>
  Boolean(late || counted) || Object.values({ sort, ...filter }).filter(Boolean).length > (amongAll ? 1 : 0)

const isOfTrades = (filter: JobFilter): boolean =>
  Boolean(filter.contractorType) &&
  Object.entries(filter).every(([name, value]) => !value || OF_A_TRADE.has(name)) &&
  [filter.contractorType, filter.status, filter.urgency].some((value) => !value || value.includes(','))

/** A trade's jobs of each state and urgency are in order in the index, and few of each have to be read; late ones of each urgency. */
function firstOfTrades(filter: JobFilter, where: SQL | undefined, { descending }: SortPart, limit: number): SQL {
  // Unqualified: this select stands within another of jobs.
  const order = descending ? sql`order by created_at desc, id desc` : sql`order by created_at, id`
  const states = filter.late ? sql`` : sql`unnest(${listed(filter.status, JOB_STATUSES)}::job_status[]) state,`
  const isInState = filter.late ? undefined : sql`${jobs.status} = state`
  const ofEach = and(sql`${jobs.contractorType} = trade`, isInState, sql`${jobs.urgency} = hurry`, where)
  return sql`(
  select id from unnest(${listed(filter.contractorType)}::text[]) trade, ${states}
    unnest(${listed(filter.urgency, URGENCIES)}::urgency[]) hurry
  cross join lateral (select id, created_at from ${jobs} where ${ofEach} ${order} limit ${literal(limit)}) each
  ${order} limit ${literal(limit)})`
}

const listed = (value: string | undefined, all: readonly string[] = []): string => `{${value ?? all.join(',')}}`
