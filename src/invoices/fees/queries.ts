import { sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { db } from '#db/connect/client.ts'
import { literal } from '#db/query/conditions.ts'
import { agencies, invoices, jobs, tradeFees } from '#db/schema.ts'
import { agencyNames } from '#src/accounts/queries.ts'
import type { AgencyFees, TradeFees } from '#src/domain/invoice/fee.ts'
import { agencyKeyOf } from '#src/domain/invoice/invoice.ts'
import { TRADES } from '#src/domain/job/contractor-type.ts'

const MAX_AGENCIES = 500

export async function agencyFees(): Promise<AgencyFees[]> {
  const [known, ...named] = await Promise.all([
    db.select().from(agencies).orderBy(agencies.key).limit(MAX_AGENCIES),
    agencyNames(MAX_AGENCIES),
    agenciesIn(jobs, jobs.estateAgency),
    agenciesIn(invoices, invoices.agency),
  ])
  const all = new Map<string, AgencyFees>(
    known.map(({ key, name, address, visitFee, noAccessFee }) => [key, { key, name, address, visitFee, noAccessFee }]),
  )
  for (const name of named.flat().map((one) => one.trim())) {
    const key = agencyKeyOf(name)
    if (key && !all.has(key)) all.set(key, { key, name, ...NOTHING_SET, address: null })
  }
  return [...all.values()].slice(0, MAX_AGENCIES).sort((one, other) => one.name.localeCompare(other.name))
}

/** Steps through the index on the name in lower case, so that each agency costs one row however many it has. */
async function agenciesIn(table: PgTable, column: PgColumn): Promise<string[]> {
  const rows = await db.execute<{ name: string }>(sql`
    with recursive agency as (
      select '' as key, '' as name
      union all
      select next.* from agency, lateral (select lower(${column}) as key, ${column} as name from ${table}
        where lower(${column}) > agency.key order by lower(${column}) limit 1) next)
    select name from agency where key <> '' limit ${literal(MAX_AGENCIES)}`)
  return rows.map(({ name }) => name)
}

const NOTHING_SET = { visitFee: null, noAccessFee: null }

export async function feesOfTrades(): Promise<TradeFees[]> {
  const known = await db.select().from(tradeFees)
  return TRADES.map((trade) => {
    const { visitFee = null, noAccessFee = null } = known.find((one) => one.trade === trade) ?? {}
    return { trade, visitFee, noAccessFee }
  })
}
