import { type Load, load, type Measured, median, quantile } from './load.ts'
import { type Child, processorSeconds } from './server.ts'
import { number } from './table.ts'

export type Pace = { rounds: number; seconds: number }

export type Subject = { name: string; child: Child; load: Omit<Load, 'port' | 'seconds'> }

export type Result = { rates: number[]; p99: number[]; app: number[]; database: number[] }

/** Measures the subjects in turn, round by round. `database` is the process whose children are PostgreSQL. */
export async function compare<Name extends string>(
  database: Child,
  subjects: readonly (Subject & { name: Name })[],
  { rounds, seconds }: Pace,
): Promise<Record<Name, Result>> {
  for (const { child, load: one } of subjects) await warm({ ...one, port: child.port, seconds: Math.min(0.5, seconds) })
  const results = Object.fromEntries(
    subjects.map(({ name }): [string, Result] => [name, { rates: [], p99: [], app: [], database: [] }]),
  ) as Record<Name, Result>
  for (let round = 0; round < rounds; round++)
    for (const { name, child, load: one } of subjects)
      note(results[name], await timed(database, child, { ...one, seconds, port: child.port }))
  return results
}

/** Until the program is compiled: by requests, as a busy machine answers few in a second. */
async function warm(one: Load): Promise<void> {
  const end = performance.now() + (one.seconds ?? 1) * 10_000
  for (let count = 0; count < 1000 && performance.now() < end; ) count += (await load(one)).count
}

type Timed = Measured & { app: number; database: number }

async function timed(database: Child, child: Child, one: Load): Promise<Timed> {
  const [before, databaseBefore] = [processorSeconds(child.pid).app, processorSeconds(database.pid).database]
  const measured = await load(one)
  const micro = (seconds: number) => (seconds / measured.count) * 1e6
  return {
    ...measured,
    app: micro(processorSeconds(child.pid).app - before),
    database: micro(processorSeconds(database.pid).database - databaseBefore),
  }
}

function note(result: Result, measured: Timed): void {
  result.rates.push(measured.rate)
  result.p99.push(quantile(measured.times, 0.99))
  result.app.push(measured.app)
  result.database.push(measured.database)
}

/** How many times the rate of `base`: each round is compared with itself. */
export const ratioOf = (result: Result, base: Result): number =>
  median(result.rates.map((rate, round) => rate / (base.rates[round] ?? Number.NaN)))

/** How many times as much processor `base` takes, with PostgreSQL's: steadier than rates where other work runs. */
export const cheaperThan = (result: Result, base: Result): number =>
  (median(base.app) + median(base.database)) / (median(result.app) + median(result.database))

export const figuresOf = ({ rates, p99, app, database }: Result): string =>
  [
    `${number(median(rates))}/s`.padStart(9),
    `p99 ${number(median(p99))} ms`.padStart(12),
    `${number(median(app))} µs app`.padStart(12),
    `${number(median(database))} µs database`.padStart(16),
  ].join('  ')
