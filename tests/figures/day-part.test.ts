import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { addedUp, firstNames, NOTHING, spreadOf } from '#src/domain/job/figures/day-part.ts'

const day = (hours: number[], counts: Record<string, number> = {}) => ({
  ...NOTHING,
  ...{ hours: Float64Array.from(hours), counts: new Map(Object.entries(counts)) },
})

test.each([
  [[]],
  [[[3]]],
  [[[1, 2], [0.5]]],
  [[[10.1, 20.2], [], [0.3, 7.7, 7.7]]],
  [
    [
      [1 / 3, 2 / 3],
      [5, 1e6],
    ],
  ],
])('the median and nine of ten of several days are PostgreSQL’s: %j', async (days: number[][]) => {
  const [row] = await db.execute(sql`select count(hours)::int as count,
      percentile_cont(0.5) within group (order by hours) as median, percentile_cont(0.9) within group (order by hours) as "nineOfTen"
      from jsonb_array_elements_text(${JSON.stringify(days.flat())}::text::jsonb) each, float8(each) hours`)
  expect(spreadOf(days.map((hours) => day(hours)))).toEqual(row as never)
})

test('counts of several days are added up by their names, whatever these are', () => {
  const sums = addedUp([day([], { roofing: 2, constructor: 1 }), day([], { roofing: 3 }), NOTHING])
  expect([...sums]).toEqual([
    ['roofing', 5],
    ['constructor', 1],
  ])
})

test('those with most come first, of as many the first by their letters', () => {
  expect(firstNames(new Map(Object.entries({ b: 2, a: 2, c: 9, d: 1 })), 3)).toEqual(['c', 'a', 'b'])
})
