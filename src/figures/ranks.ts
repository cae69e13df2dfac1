import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { db } from '#db/connect/client.ts'
import { invoices, jobs } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { propertyKeyOf } from '#src/domain/job/address.ts'
import type { Narrowing } from '#src/domain/job/figures/figures.ts'
import { taxDay } from '#src/invoices/lists.ts'
import { invoicesVisibleTo } from '#src/invoices/queries.ts'
import { jobsWhollyVisibleTo } from '#src/jobs/visible.ts'
import { type Counting, invoicesIn, jobsCounted, londonDay } from './kinds.ts'

/** `name` selects what the newest row of `key` calls it, among those that the reader may read. */
type RankedBy = { narrows: Narrowing; column: string; name?: (reader: Actor) => SQL }

export type Rank = {
  rows: (asked: Counting) => SQL
  by: readonly RankedBy[]
  order: 'count' | 'pence'
}

export const MOST = 10

const ofNewestInvoice =
  (name: PgColumn, isOfKey: SQL) =>
  (reader: Actor): SQL =>
    sql`select ${name} from ${invoices} where ${isOfKey} and ${invoicesVisibleTo(reader)}
      order by ${invoices.invoiceDate} desc, ${invoices.id} desc limit 1`

export const RANKS = {
  mostRaised: {
    rows: (asked) => sql`select ${londonDay(jobs.createdAt, asked)}, contractor_type, property_key, 0 as amount
      from ${jobs} where ${jobsCounted(asked, 'raised')}`,
    by: [
      { narrows: 'contractorType', column: 'contractor_type' },
      {
        narrows: 'property',
        column: 'property_key',
        name: (reader) => sql`select ${jobs.propertyAddress} from ${jobs}
          where ${jobs.propertyKey} = key and ${jobsWhollyVisibleTo(reader)}
          order by ${jobs.createdAt} desc, ${jobs.id} desc limit 1`,
      },
    ],
    order: 'count',
  },
  mostInvoiced: {
    rows: (asked) => sql`select ${taxDay} as day, lower(agency) as agency, contractor_id::text as contractor,
        coalesce(property_key, property_address) as property, amount
      from ${invoices} where ${invoicesIn(asked)}`,
    by: [
      {
        narrows: 'agency',
        column: 'agency',
        name: ofNewestInvoice(invoices.agency, sql`lower(${invoices.agency}) = key`),
      },
      {
        narrows: 'contractor',
        column: 'contractor',
        name: ofNewestInvoice(invoices.contractorName, sql`${invoices.contractorId} = key::uuid`),
      },
      {
        narrows: 'property',
        column: 'property',
        name: ofNewestInvoice(invoices.propertyAddress, sql`${invoices.propertyKey} = key`),
      },
    ],
    order: 'pence',
  },
} satisfies Record<string, Rank>

export type RankName = keyof typeof RANKS

export type RankedValue = { by: number; value: string; count: number; pence: number }

/** Each value with how many rows have it; `by` is the place of its column. With `day` of each day by itself. */
export function valuesOf({ rows, by }: Rank, asked: Counting, day = sql``): SQL {
  const columns = by.map(({ column }) => column)
  const place = columns.map((column, at) => `when grouping(${column}) = 0 then ${at}`).join(' ')
  const sets = columns.map((column) => sql`(${day}${sql.raw(column)})`)
  return sql`select * from (
    select ${day}coalesce(${sql.raw(columns.join(', '))}) as value, case ${sql.raw(place)} end as by, count(*)::int as count,
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

export async function namesByKey(
  reader: Actor,
  { name }: RankedBy,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (!name || keys.length === 0) return new Map()
  const rows = (await db.execute(sql`select key, (${name(reader)}) as name
    from jsonb_array_elements_text(${JSON.stringify(keys)}::text::jsonb) key`)) as {
    key: string
    name: string | null
  }[]
  return new Map(rows.flatMap(({ key, name }) => (name ? [[key, name]] : [])))
}

export function filterValueOf({ narrows }: RankedBy, key: string, name: string): string | undefined {
  if (narrows === 'property') return propertyKeyOf(name) === key ? name : undefined
  return narrows === 'agency' ? name : key
}
