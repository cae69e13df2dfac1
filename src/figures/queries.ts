import { and, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { at, isOneOf } from '#db/query/conditions.ts'
import { jobSql } from '#db/query/predicates.ts'
import { jobs } from '#db/schema.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { endOfDay } from '#src/domain/dates.ts'
import { addedUp, type DayPart, firstNames, NO_COUNTS, spreadOf } from '#src/domain/job/figures/day-part.ts'
import { FIGURE_KINDS, type FigureKind, type Figures, type Ranked } from '#src/domain/job/figures/figures.ts'
import type { Period } from '#src/domain/job/figures/period.ts'
import { OPEN } from '#src/domain/job/status.ts'
import type { Urgency } from '#src/domain/job/urgency.ts'
import { type CountedKind, countKinds, figuresFrom } from './count-rows.ts'
import { countDays, daysIn } from './days.ts'
import { Kept, lastSettled } from './kept.ts'
import type { Counting } from './kinds.ts'
import { countedRanks, filterValueOf, MOST, namesByKey, RANKS, type RankedValue, type RankName } from './ranks.ts'

const wholes = new Kept<FigureKind, CountedKind>()
const days = new Kept<FigureKind | RankName, DayPart>()
const ranks = new Kept<RankName, RankedValue[]>()

/** Of a period that goes on the days are kept; of many the database counts quicker than they are added up. */
const MOST_DAYS = 62

const isSettled = ({ to }: Period): boolean => to <= lastSettled()

/** Only everybody's are kept: what one may read is less, and is counted at once. */
const isKept = ({ user, scope, period }: Counting): boolean =>
  isAdmin(user) && Object.keys(scope).length === 0 && (isSettled(period) || daysIn(period).length <= MOST_DAYS)

const ADDED = FIGURE_KINDS.filter((name) => name !== 'open')

const byName = (names: readonly FigureKind[], kinds: CountedKind[]) =>
  Object.fromEntries(names.map((name, at) => [name, kinds[at]])) as Record<FigureKind, CountedKind>

export async function figuresOf(asked: Counting): Promise<Figures> {
  if (!isKept(asked)) return figuresFrom(byName(FIGURE_KINDS, await countKinds(asked, FIGURE_KINDS)))
  const [kinds, open] = await Promise.all([keptKinds(asked), keptOpen(asked)])
  return figuresFrom({ ...byName(ADDED, kinds), open })
}

const namesOf = (entries: readonly { name: FigureKind }[]) => entries.map(({ name }) => name)

const keptWholes = (asked: Counting, names: readonly FigureKind[]): Promise<CountedKind[]> =>
  wholes.read(
    names.map((name) => ({ name, period: asked.period })),
    (missing) => countKinds(asked, namesOf(missing)),
  )

async function keptDays(asked: Counting, names: readonly (FigureKind | RankName)[]): Promise<DayPart[][]> {
  const each = daysIn(asked.period).map((day) => ({ from: day, to: day }))
  const wanted = names.flatMap((name) => each.map((period) => ({ name, period })))
  const parts = await days.read(wanted, (missing) => countDays(asked, missing))
  return names.map((_, at) => parts.slice(at * each.length, (at + 1) * each.length))
}

async function keptKinds(asked: Counting): Promise<CountedKind[]> {
  if (isSettled(asked.period)) return keptWholes(asked, ADDED)
  const found = await keptDays(asked, ADDED)
  return found.map((parts, at) => ({
    counts: { ...NO_COUNTS[ADDED[at]!], ...Object.fromEntries(addedUp(parts)) },
    spread: spreadOf(parts),
  }))
}

async function keptOpen(asked: Counting): Promise<CountedKind> {
  const { to } = asked.period
  const day = isSettled(asked.period) ? to : lastSettled()
  const [[open], moved] = await Promise.all([
    keptWholes({ ...asked, period: { from: day, to: day } }, ['open']),
    day === to ? [] : openedSince(day, to),
  ])
  const counts = { ...open!.counts }
  for (const { urgency, more } of moved) for (const name of ['total', urgency]) counts[name] = counts[name]! + more
  return { ...open!, counts }
}

type Moved = { urgency: Urgency; more: number }

async function openedSince(day: string, to: string): Promise<Moved[]> {
  const [begin, end] = [at(endOfDay(day)), at(endOfDay(to))]
  const raised = and(
    jobSql.isVisitJob(),
    sql`${jobs.createdAt} > ${begin} and ${jobs.createdAt} <= ${end}`,
    sql`(${jobs.closedAt} > ${end} or ${jobs.closedAt} is null and ${isOneOf(jobs.status, OPEN)})`,
  )
  const closed = and(
    jobSql.isVisitJob(),
    sql`${jobs.createdAt} <= ${begin} and ${jobs.closedAt} > ${begin} and ${jobs.closedAt} <= ${end}`,
  )
  return (await db.execute(sql`select urgency, sum(more)::int as more from (
    select urgency, 1 as more from ${jobs} where ${raised}
    union all select urgency, -1 from ${jobs} where ${closed}) moved group by urgency`)) as Moved[]
}

async function ranked(name: RankName, asked: Counting): Promise<RankedValue[]> {
  const rank = RANKS[name]
  if (!isKept(asked)) return countedRanks(rank, asked)
  if (isSettled(asked.period)) {
    const [kept] = await ranks.read([{ name, period: asked.period }], async () => [await countedRanks(rank, asked)])
    return kept!
  }
  const [parts] = await keptDays(asked, [name])
  const [counts, pence] = [addedUp(parts!, 'counts'), addedUp(parts!, 'pence')]
  const sums = rank.order === 'count' ? counts : pence
  return rank.by.flatMap((_, by) => {
    const of = `${by}:`
    const own = new Map([...sums].filter(([key]) => key.startsWith(of)))
    return firstNames(own, MOST).map((key) => ({
      ...{ by, value: key.slice(of.length), count: counts.get(key)!, pence: pence.get(key) ?? 0 },
    }))
  })
}

export async function firstRanked(name: RankName, asked: Counting): Promise<Ranked[][]> {
  const rows = await ranked(name, asked)
  return Promise.all(
    RANKS[name].by.map(async (by, at) => {
      const own = rows.filter((row) => row.by === at)
      const names = await namesByKey(
        asked.user,
        by,
        own.map(({ value }) => value),
      )
      return own.map(({ value: key, count, pence }) => {
        const name = names.get(key) ?? key
        return { name, count, pence, value: filterValueOf(by, key, name) }
      })
    }),
  )
}
