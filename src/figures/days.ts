import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { daysBetween, daysLater } from '#src/domain/dates.ts'
import { type DayPart, NOTHING } from '#src/domain/job/figures/day-part.ts'
import type { FigureKind } from '#src/domain/job/figures/figures.ts'
import type { Period } from '#src/domain/job/figures/period.ts'
import { type Counting, KINDS, type Kind } from './kinds.ts'
import { RANKS, type Rank, type RankName, valuesOf } from './ranks.ts'

const ofKind = ({ of, rows, counts, hasHours }: Kind, asked: Counting): SQL => sql`
  select day::text, ${counts} as counts, null::json as pence,
    ${hasHours ? sql`json_agg(hours) filter (where hours is not null)` : sql`null::json`} as hours
  from (${rows(asked)}) ${of} group by day`

const ofRank = (rank: Rank, asked: Counting): SQL => sql`
  select day::text, json_object_agg(by || ':' || value, count) as counts,
    ${rank.order === 'pence' ? sql`json_object_agg(by || ':' || value, pence)` : sql`null::json`} as pence, null::json as hours
  from (${valuesOf(rank, asked, sql`day, `)}) ranked group by day`

type Name = FigureKind | RankName

const perDay = (name: Name, asked: Counting): SQL =>
  name in KINDS ? ofKind(KINDS[name as FigureKind], asked) : ofRank(RANKS[name as RankName], asked)

export const daysIn = ({ from, to }: Period): string[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, later) => daysLater(from, later))

function periodsOf(days: readonly string[]): Period[] {
  const periods: Period[] = []
  for (const day of days) {
    const last = periods.at(-1)
    if (last && daysLater(last.to, 1) === day) last.to = day
    else periods.push({ from: day, to: day })
  }
  return periods
}

type Found = { name: Name; day: string; counts: object; pence: object | null; hours: number[] | null }

const numbersIn = (counts: object | null) => new Map<string, number>(Object.entries(counts ?? {}))

type Day = { name: Name; period: Period }

/** What each of some days adds, in their order. */
export async function countDays(asked: Counting, wanted: readonly Day[]): Promise<DayPart[]> {
  const reads = [...Map.groupBy(wanted, ({ name }) => name)].flatMap(([name, days]) =>
    periodsOf(days.map(({ period }) => period.from)).map(
      (period) => sql`select ${sql.raw(`'${name}'`)} as name, * from (${perDay(name, { ...asked, period })}) days`,
    ),
  )
  const rows = await db.execute<Found>(sql.join(reads, sql` union all `))
  const found = new Map(rows.map(({ name, day, ...row }) => [`${name} ${day}`, row]))
  return wanted.map(({ name, period }) => {
    const row = found.get(`${name} ${period.from}`)
    if (!row) return NOTHING
    const hours = Float64Array.from(row.hours ?? [])
    return { counts: numbersIn(row.counts), pence: numbersIn(row.pence), hours }
  })
}
