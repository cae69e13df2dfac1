import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import type { FigureKind, Figures, Spread } from '#src/domain/job/figures/figures.ts'
import { type Counting, KINDS, type Kind } from './kinds.ts'

export type CountedKind = { counts: Readonly<Record<string, number>>; spread: Spread }

/** One sort for both shares. */
const spread = sql`json_build_object('count', count(hours), 'median',
  (percentile_cont(array[0.5, 0.9]) within group (order by hours))[1], 'nineOfTen',
  (percentile_cont(array[0.5, 0.9]) within group (order by hours))[2])`

const counted = (asked: Counting, { of, rows, counts, hasHours }: Kind): SQL =>
  sql`(select json_build_object('counts', ${counts}, 'spread', ${hasHours ? spread : sql`null::json`})
    from (${rows(asked)}) ${of})`

export async function countKinds(asked: Counting, names: readonly FigureKind[]): Promise<CountedKind[]> {
  const columns = names.map((name) => sql`${counted(asked, KINDS[name])} as ${sql.identifier(name)}`)
  const [row] = await db.execute<Record<FigureKind, CountedKind>>(sql`select ${sql.join(columns, sql`, `)}`)
  return names.map((name) => row![name])
}

export function figuresFrom(kinds: Record<FigureKind, CountedKind>): Figures {
  const { raised, assigned, visited, finished, open, visits, quotes, money } = kinds
  return {
    jobs: { raised: raised.counts, finished: finished.counts, open: open.counts },
    times: { assigned: assigned.spread, visited: visited.spread, finished: finished.spread },
    targets: visited.counts,
    visits: visits.counts,
    quotes: { ...quotes.counts, decided: quotes.spread },
    money: money.counts,
  } as Figures
}
