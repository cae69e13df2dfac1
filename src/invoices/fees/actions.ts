import { sql } from 'drizzle-orm'
import { agencies, tradeFees } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { AgencyFees, TradeFees } from '#src/domain/invoice/fee.ts'
import { transaction } from '#src/writes/transaction.ts'

export async function setTradeFees(user: Actor, fees: readonly TradeFees[]): Promise<void> {
  authorize(user, 'setFees')
  await transaction(async (tx) => {
    for (const fee of fees)
      await tx
        .insert(tradeFees)
        .values(fee)
        .onConflictDoUpdate({ target: tradeFees.trade, set: { ...fee, updatedAt: sql`now()` } })
  })
}

export async function setAgency(user: Actor, agency: AgencyFees): Promise<void> {
  authorize(user, 'setFees')
  const { key: _, ...set } = agency
  await transaction((tx) =>
    tx
      .insert(agencies)
      .values(agency)
      .onConflictDoUpdate({ target: agencies.key, set: { ...set, updatedAt: sql`now()` } }),
  )
}
