import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { invoices, jobs } from '#db/schema.ts'
import { taxDay } from '#src/invoices/lists.ts'
import { type Counting, invoicesIn, jobsCounted, londonDay } from './kinds.ts'

export type Rank = {
  rows: (asked: Counting) => SQL
  by: readonly string[]
  order: 'count' | 'pence'
}

export const MOST = 10

export const RANKS = {
  mostRaised: {
    rows: (asked) => sql`select ${londonDay(jobs.createdAt, asked)}, contractor_type, property_key, 0 as amount
      from ${jobs} where ${jobsCounted(asked, 'raised')}`,
    by: ['contractor_type', 'property_key'],
    order: 'count',
  },
  mostInvoiced: {
    rows: (asked) => sql`select ${taxDay} as day, agency, contractor_name, property_address, amount
      from ${invoices} where ${invoicesIn(asked)}`,
    by: ['agency', 'contractor_name', 'property_address'],
    order: 'pence',
  },
} satisfies Record<string, Rank>

export type RankName = keyof typeof RANKS

export type RankedValue = { by: number; value: string; count: number; pence: number }

/** Each value with how many rows have it; `by` is the place of its column. With `day` of each day by itself. */
export function valuesOf({ rows, by }: Rank, asked: Counting, day = sql``): SQL {
  const place = by.map((column, at) => `when grouping(${column}) = 0 then ${at}`).join(' ')
  const sets = by.map((column) => sql`(${day}${sql.raw(column)})`)
  return sql`select * from (
    select ${day}coalesce(${sql.raw(by.join(', '))}) as value, case ${sql.raw(place)} end as by, count(*)::int as count,
      (sum(amount) * 100)::float8 as pence
    from (${rows(asked)}) ranked group by grouping sets (${sql.join(sets, sql`, `)})) valued where value is not null`
}

export async function countedRanks(rank: Rank, asked: Counting): Promise<RankedValue[]> {
  return (await db.execute(sql`
    select by, value, count, pence from (
      select *, row_number() over (partition by by order by ${sql.raw(rank.order)} desc, value collate "C") as place
      from (${valuesOf(rank, asked)}) counted) placed
    where place <= ${sql.raw(String(MOST))} order by by, place`)) as RankedValue[]
}

/** As the newest job of each has it. */
export async function addressesOf(keys: readonly string[]): Promise<Map<string, string>> {
  const rows = (await db.execute(sql`
    select key, (select newest.property_address from ${jobs} newest where newest.property_key = key
      order by newest.created_at desc, newest.id desc limit 1) as address
    from jsonb_array_elements_text(${JSON.stringify(keys)}::text::jsonb) key`)) as { key: string; address: string }[]
  return new Map(rows.map(({ key, address }) => [key, address]))
}
