import { inArray } from 'drizzle-orm'
import { type DbOrTx, db } from '#db/connect/client.ts'
import { agencies, tradeFees } from '#db/schema.ts'
import { type UsualFee, usualFeeOf } from '#src/domain/invoice/fee.ts'
import { agencyKeyOf } from '#src/domain/invoice/invoice.ts'
import { contractorTypeLabel } from '#src/domain/job/contractor-type.ts'
import { foundNobodyIn } from '#src/domain/visit/state.ts'
import type { VisitOutcome } from '#src/domain/visit/visit.ts'
import { env } from '#src/runtime/env.ts'
import { agenciesAndTrades } from '#src/visits/queries.ts'

/** By the visits' ids: what is filled in where a fee is asked for, and charged where none is given. */
export async function usualFees(
  visits: readonly { id: string; outcome: VisitOutcome }[],
  tx: DbOrTx = db,
): Promise<Map<string, UsualFee>> {
  if (visits.length === 0) return new Map()
  const of = new Map(
    (
      await agenciesAndTrades(
        tx,
        visits.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  const keys = [...new Set([...of.values()].map(({ agency }) => agencyKeyOf(agency)))]
  const [ofAgencies, ofTrades] = [
    await tx.select().from(agencies).where(inArray(agencies.key, keys)),
    await tx.select().from(tradeFees),
  ]
  return new Map(
    visits.map(({ id, outcome }) => {
      const { agency = '', trade = null } = of.get(id) ?? {}
      const tradeFee = ofTrades.find((one) => one.trade === trade)
      return [
        id,
        usualFeeOf({
          nobodyIn: foundNobodyIn({ outcome }),
          agency: ofAgencies.find(({ key }) => key === agencyKeyOf(agency)) ?? null,
          trade: tradeFee ? { ...tradeFee, name: contractorTypeLabel(trade) ?? '' } : null,
          setting: { visitFee: env.VISIT_FEE, noAccessFee: env.NO_ACCESS_FEE },
        }),
      ]
    }),
  )
}

export async function usualFee(visit: { id: string; outcome: VisitOutcome }, tx?: DbOrTx): Promise<UsualFee> {
  return (await usualFees([visit], tx)).get(visit.id)!
}
