import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { figureChanges } from '#db/schema.ts'
import { daysLater, today } from '#src/domain/dates.ts'
import type { FigureKind } from '#src/domain/job/figures/figures.ts'
import type { Period } from '#src/domain/job/figures/period.ts'
import type { RankName } from './ranks.ts'

type Entry<Name> = { name: Name; period: Period }
type Change = [kind: string, from: string, until: string]
type Checked = { snapshot: string; server: string; at: number }

const CHANGED_WITH: Partial<Record<string, FigureKind>> = { mostRaised: 'raised', mostInvoiced: 'money' }

const HOUR = 3_600_000
/** Retention leaves changes of a day. */
const CHECKED_WITHIN = 12 * HOUR
/** A change within the hour is not noted: whoever writes it has committed by then. */
const SETTLED_AFTER = 2 * HOUR
const MOST_KEPT = 2000
const MOST_CHANGES = 1000

export const lastSettled = (now = Date.now()): string => daysLater(today(new Date(now - SETTLED_AFTER)), -1)

const keyOf = ({ name, period: { from, to } }: Entry<string>): string => `${name} ${from} ${to}`

/** Figures of days that have ended, as long as the database notes no change of them. */
export class Kept<Name extends FigureKind | RankName, Value> {
  readonly #kept = new Map<string, { entry: Entry<Name>; value: Value }>()
  #checked?: Checked
  #turn: Promise<unknown> = Promise.resolve()

  /** One after the other: else what `load` has read might be kept although it has changed meanwhile. */
  read(entries: readonly Entry<Name>[], load: (missing: Entry<Name>[]) => Promise<Value[]>): Promise<Value[]> {
    const reading = this.#turn.then(async () => {
      const { keptUpTo } = await this.#forgetChanged()
      const missing = entries.filter((entry) => !this.#kept.has(keyOf(entry)))
      const loaded = missing.length ? await load(missing) : []
      const found = new Map(missing.map((entry, at) => [keyOf(entry), { entry, value: loaded[at]! }]))
      const values = entries.map((entry) => (found.get(keyOf(entry)) ?? this.#kept.get(keyOf(entry))!).value)
      for (const [key, one] of found) if (one.entry.period.to <= keptUpTo) this.#keep(key, one)
      return values
    })
    this.#turn = reading.catch(() => {})
    return reading
  }

  async #forgetChanged(): Promise<{ keptUpTo: string }> {
    const seen = sql`${this.#checked?.snapshot ?? null}::text::pg_snapshot`
    const [row] = await db.execute<{ snapshot: string; server: string; now: number; changes: Change[] }>(sql`
      select pg_current_snapshot()::text as snapshot, pg_postmaster_start_time()::text as server,
        (extract(epoch from now()) * 1000)::float8 as now,
        (select coalesce(json_agg(distinct
            jsonb_build_array(${figureChanges.kind}, ${figureChanges.from}, ${figureChanges.until})), '[]')
          from ${figureChanges} where ${figureChanges.tx} >= pg_snapshot_xmin(${seen})
            and not pg_visible_in_snapshot(${figureChanges.tx}, ${seen})) as changes`)
    const { snapshot, server, now, changes } = row!
    const before = this.#checked
    // Another server may have lost what this one had read.
    const isFollowed = before !== undefined && before.server === server && now < before.at + CHECKED_WITHIN
    if (!isFollowed || changes.length > MOST_CHANGES) this.#kept.clear()
    else for (const change of changes) this.#forget(change)
    this.#checked = { snapshot, server, at: now }
    return { keptUpTo: lastSettled(now) }
  }

  #forget([kind, from, until]: Change): void {
    for (const [key, { entry }] of this.#kept) {
      const { name, period } = entry
      const isOfThem = period.to >= from && (until === 'infinity' || period.from <= until)
      if (isOfThem && (CHANGED_WITH[name] ?? name) === kind) this.#kept.delete(key)
    }
  }

  #keep(key: string, one: { entry: Entry<Name>; value: Value }): void {
    if (this.#kept.size >= MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value!)
    this.#kept.set(key, one)
  }
}
