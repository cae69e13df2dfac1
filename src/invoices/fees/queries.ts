import { db } from '#db/connect/client.ts'
import { agencies, tradeFees } from '#db/schema.ts'
import { agencyNames } from '#src/accounts/queries.ts'
import type { AgencyFees, TradeFees } from '#src/domain/invoice/fee.ts'
import { agencyKeyOf } from '#src/domain/invoice/invoice.ts'
import { TRADES } from '#src/domain/job/contractor-type.ts'

const MAX_AGENCIES = 500

/** Those that have agents, and those of which something was set. */
export async function agencyFees(): Promise<AgencyFees[]> {
  const [known, named] = await Promise.all([
    db.select().from(agencies).orderBy(agencies.key).limit(MAX_AGENCIES),
    agencyNames(MAX_AGENCIES),
  ])
  const all = new Map<string, AgencyFees>(
    named.map((name) => [agencyKeyOf(name), { key: agencyKeyOf(name), name, ...NOTHING_SET, address: null }]),
  )
  for (const { key, name, address, visitFee, noAccessFee } of known)
    all.set(key, { key, name, address, visitFee, noAccessFee })
  return [...all.values()].sort((one, other) => one.name.localeCompare(other.name))
}

const NOTHING_SET = { visitFee: null, noAccessFee: null }

export async function feesOfTrades(): Promise<TradeFees[]> {
  const known = await db.select().from(tradeFees)
  return TRADES.map((trade) => {
    const { visitFee = null, noAccessFee = null } = known.find((one) => one.trade === trade) ?? {}
    return { trade, visitFee, noAccessFee }
  })
}
