import { and, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { at, isOneOf } from '#db/query/conditions.ts'
import { jobSql } from '#db/query/predicates.ts'
import { jobs } from '#db/schema.ts'
import { endOfDay, londonTime } from '#src/domain/dates.ts'
import { COUNTED, type Counted, type CountedIn, countedText, readCounted } from '#src/domain/job/figures/counted.ts'
import { daysInWords, type Period } from '#src/domain/job/figures/period.ts'
import { FINISHED, OPEN } from '#src/domain/job/status.ts'
import { newestFirst, type SortPart } from './sorts.ts'

export const isWithin = (column: PgColumn, { from, to }: Period): SQL =>
  sql`${column} between ${at(londonTime(from, '00:00'))} and ${at(endOfDay(to))}`

const isInTime = sql`${jobs.firstVisitAt} <= ${jobs.visitBy}`
const RULES: Record<Counted, (period: Period) => SQL | undefined> = {
  raised: (period) => isWithin(jobs.createdAt, period),
  assigned: (period) => isWithin(jobs.firstAssignedAt, period),
  visited: (period) => isWithin(jobs.firstVisitAt, period),
  inTime: (period) => and(isWithin(jobs.firstVisitAt, period), isInTime),
  late: (period) => and(isWithin(jobs.firstVisitAt, period), sql`${jobs.firstVisitAt} > ${jobs.visitBy}`),
  finished: (period) => and(isWithin(jobs.closedAt, period), isOneOf(jobs.status, FINISHED)),
  // As jobs_open_at_index has it. A job that an earlier version closed is not known to be open until it is filled in.
  open: ({ to }) =>
    and(
      sql`tstzrange(${jobs.createdAt},
        case when ${jobs.closedAt} is not null then greatest(${jobs.closedAt}, ${jobs.createdAt}) end)
        @> ${at(endOfDay(to))}`,
      or(isOneOf(jobs.status, OPEN), isNotNull(jobs.closedAt)),
    ),
}

export const isCounted = ({ counted, period }: CountedIn): SQL => and(jobSql.isVisitJob(), RULES[counted](period))!

const EXAMPLE = countedText({ counted: 'finished', period: { from: '2026-11-01', to: '2026-11-30' } })
export const COUNTED_KNOWN = `one of ${Object.keys(COUNTED).join(', ')} with two days, such as ${EXAMPLE}`

const isBeforeRaised = sql`least(${jobs.firstAssignedAt}, ${jobs.firstVisitAt}, ${jobs.closedAt}) < ${jobs.createdAt}`

/** Most of what happened in a period was raised in it: read from its end, few rows are looked at. */
export function countedParts({ counted, period }: CountedIn): { parts: SortPart[]; where: SQL } | null {
  if (counted === 'raised' || counted === 'late') return null
  const where = isCounted({ counted, period })
  const [from, to] = [londonTime(period.from, '00:00'), endOfDay(period.to)]
  // Of `coalesce` the planner expects half, and reads few in order instead of sorting all that happened.
  const isSo = sql`coalesce(${where}, false)`
  const parts: SortPart[] = [
    {
      ...{ ...newestFirst, name: 'after', has: ({ createdAt }) => createdAt > to },
      where: and(sql`${jobs.createdAt} > ${at(to)}`, isBeforeRaised, isSo)!,
    },
    {
      ...{ ...newestFirst, has: ({ createdAt }) => createdAt >= from },
      where: and(isWithin(jobs.createdAt, period), isSo)!,
    },
    { ...newestFirst, name: 'before', where: and(sql`${jobs.createdAt} < ${at(from)}`, where)! },
  ]
  return { parts, where }
}

/** 'Finished: November 2026' */
export function countedInWords(text: string): string {
  const read = readCounted(text)
  return read ? `${COUNTED[read.counted]}: ${daysInWords(read.period)}` : text
}
