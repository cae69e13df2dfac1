import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { invoices, jobs, jobVisits, quotes } from '#db/schema.ts'
import { daysLater, londonTime, today } from '#src/domain/dates.ts'
import { FIGURE_KINDS } from '#src/domain/job/figures/figures.ts'
import type { Period } from '#src/domain/job/figures/period.ts'
import { JOB_STATUSES } from '#src/domain/job/status.ts'
import { URGENCIES } from '#src/domain/job/urgency.ts'
import { QUOTE_STATUSES } from '#src/domain/quote/quote.ts'
import { countKinds, figuresFrom } from '#src/figures/count-rows.ts'
import { figuresOf, firstRanked } from '#src/figures/queries.ts'
import { countedRanks, namesByKey, RANKS, type RankName } from '#src/figures/ranks.ts'
import { Random } from '#tests/openapi/random.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aBusyWorld } from './world.ts'

const cast = castOfEachTest()
const ada = signedInOfEachTest(cast, 'admin')

const day = (ago: number): string => daysLater(today(), -ago)
/** Some hours, both sides of a midnight in London, and some that are as far apart as others. */
const TIMES = ['00:00', '00:30', '12:00', '23:30']
const random = new Random(Number(process.env.SEED ?? 1))
const any = random.one
/** Half of them lately, when changes are not noted. */
const anyMoment = () => londonTime(day(any([0, 1, 2, 3, 4, 5, 20, 30, 31, 40, 45])), any(TIMES)).toISOString()
const orNull = <One>(value: One): One | null => any([value, value, null])

type Written = typeof jobs | typeof jobVisits | typeof quotes | typeof invoices

/** What may be written of a row, by whomever. */
const WRITTEN: [table: Written, column: string, value: () => unknown][] = [
  ...(['created_at', 'created_at', 'visit_by'] as const).map((name) => [jobs, name, anyMoment] as never),
  ...['first_assigned_at', 'first_visit_at', 'closed_at', 'closed_at'].map(
    (name) => [jobs, name, () => orNull(anyMoment())] as never,
  ),
  [jobs, 'status', () => any(['completed', 'cancelled', ...JOB_STATUSES])],
  [jobs, 'urgency', () => any(URGENCIES)],
  [jobs, 'urgency', () => any(URGENCIES)],
  [jobs, 'contractor_type', () => orNull(any(['plumbing', 'roofing', 'electrical']))],
  [jobs, 'property_key', () => any(['1highstreet', '2lowroad', null])],
  [jobVisits, 'visit_date', anyMoment],
  [jobVisits, 'visit_date', anyMoment],
  [quotes, 'created_at', anyMoment],
  [quotes, 'first_decided_at', () => orNull(anyMoment())],
  [quotes, 'status', () => any(QUOTE_STATUSES)],
  [quotes, 'status', () => any(QUOTE_STATUSES)],
  [quotes, 'amount', () => any([10, 20.5, 99.99])],
  [invoices, 'tax_point', () => orNull(day(any([0, 1, 2, 4, 30, 31, 40])))],
  [invoices, 'invoice_date', anyMoment],
  [invoices, 'voided_at', () => orNull(anyMoment())],
  [invoices, 'agency', () => any(['Rightway Lettings', 'Northgate', null])],
]

let copied = 0
/** Of a day before, as whoever brings rows from elsewhere. */
async function copyRow(table: Written): Promise<void> {
  const [{ id, ...row } = {} as never] = await db
    .select()
    .from(table)
    .orderBy(table.id)
    .offset(random.below(3))
    .limit(1)
  const own = {
    jobRef: `COPY-${++copied}`,
    invoiceNumber: `COPY-${copied}`,
    visitId: null,
    quoteId: null,
    creditNote: null,
  }
  await db.insert(table).values({ ...row, ...own } as never)
}

async function writeAnything(round = random.below(WRITTEN.length)): Promise<string> {
  const [table, column, value] = WRITTEN[round % WRITTEN.length]!
  const written = value()
  const chosen = sql`select id from ${table} order by id
    offset floor((select count(*) from ${table}) * ${random.next()}::float8) limit ${any([1, 1, 1, 5])}`
  if (random.often(0.04)) {
    await db.execute(sql`delete from ${table} where id in (${chosen})`)
    return `deleted of ${column}`
  }
  const write = random.often(0.1)
    ? copyRow(table)
    : db.execute(sql`update ${table} set ${sql.identifier(column)} = ${written} where id in (${chosen})`)
  return write.then(
    () => `${column} = ${written}`,
    (error) => `${column} refused: ${error.cause.constraint}`,
  )
}

const ALL_DAYS = () => ({ from: day(45), to: day(0) })
const SETTLED = () => ({ from: day(45), to: day(3) })
const FEW = () => ({ from: day(any([2, 3, 5])), to: day(any([0, 1, 2])) })

/** The kept figures of a period, and those counted from the rows. */
async function both(period: Period) {
  const asked = { user: cast.admin, scope: {}, period }
  const [raised, invoiced] = [
    await countedRanks(RANKS.mostRaised, asked),
    await countedRanks(RANKS.mostInvoiced, asked),
  ]
  const kinds = await countKinds(asked, FIGURE_KINDS)
  const of = async (name: RankName, rows: typeof raised) => {
    const lists = RANKS[name].by.map(async (by, at) => {
      const own = rows.filter((row) => row.by === at)
      const names = await namesByKey(
        asked.user,
        by,
        own.map(({ value }) => value),
      )
      return own.map(({ value, count, pence }) => ({ name: names.get(value) ?? value, count, pence }))
    })
    return Promise.all(lists)
  }
  const kept = async (name: RankName) =>
    (await firstRanked(name, asked)).map((rows) => rows.map(({ name, count, pence }) => ({ name, count, pence })))
  return {
    kept: [await figuresOf(asked), await kept('mostRaised'), await kept('mostInvoiced')] as const,
    counted: [
      figuresFrom(Object.fromEntries(FIGURE_KINDS.map((name, at) => [name, kinds[at]])) as never),
      await of('mostRaised', raised),
      await of('mostInvoiced', invoiced),
    ] as const,
  }
}

describe('figures that are kept by day', () => {
  test.each([0, 100, 200, 300])('are those of the rows after whatever is written, from %d on', async (first) => {
    await aBusyWorld(cast, ada)
    const written: string[] = []
    for (let round = first; round < first + 100; round++) {
      written.push(await writeAnything(round))
      for (const period of [ALL_DAYS(), SETTLED(), ...(round % 10 ? [] : [FEW()])]) {
        const { kept, counted } = await both(period)
        const told = { period, written: written.slice(-5) }
        expect({ kept, ...told }).toEqual({ kept: counted as never, ...told })
      }
    }
  })

  test('follow what was written before they were read, and committed after', async () => {
    await aBusyWorld(cast, ada)
    const period = ALL_DAYS()
    const committed = Promise.withResolvers<void>()
    const written = Promise.withResolvers<void>()
    const writing = db.transaction(async (tx) => {
      await tx.execute(sql`update ${jobs} set urgency = 'high'`)
      written.resolve()
      await committed.promise
    })
    await written.promise
    const before = await both(period)
    expect(before.kept).toEqual(before.counted as never)
    // Later ones commit first.
    await db.execute(sql`update ${quotes} set amount = 5`)
    const between = await both(period)
    expect(between.kept).toEqual(between.counted as never)
    committed.resolve()
    await writing
    const after = await both(period)
    expect(after.kept).toEqual(after.counted as never)
    expect(after.kept[0].jobs.raised.high).toBeGreaterThan(before.kept[0].jobs.raised.high)
  })

  test('follow what many write while many read', async () => {
    await aBusyWorld(cast, ada)
    const period = ALL_DAYS()
    const asked = { user: cast.admin, scope: {}, period }
    let done = false
    const writers = Array.from({ length: 4 }, async () => {
      for (let round = 0; round < 40; round++) await writeAnything()
    })
    const readers = Array.from({ length: 4 }, async () => {
      for (; !done; )
        await Promise.all([figuresOf(asked), firstRanked('mostRaised', asked), firstRanked('mostInvoiced', asked)])
    })
    await Promise.all(writers)
    done = true
    await Promise.all(readers)
    const { kept, counted } = await both(period)
    expect(kept).toEqual(counted as never)
  })
})
