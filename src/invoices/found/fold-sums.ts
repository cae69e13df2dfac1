import { eq, sql } from 'drizzle-orm'
import { db, liftLimits, openAlone } from '#db/connect/client.ts'
import { literal } from '#db/query/conditions.ts'
import { settings } from '#db/schema.ts'
import { transaction } from '#src/writes/transaction.ts'
import { MISSING } from './read-sums.ts'

const AT_ONCE = 5000

/** Folds into the sums what triggers noted, and once adds up what was there before them, month by month. */
export async function addUpInvoices(): Promise<void> {
  if ((await db.$count(settings, eq(settings.name, MISSING))) > 0) await addUpEarlier()
  await fold()
}

async function fold(): Promise<void> {
  for (;;) {
    const [row] = await db.execute<{ folded: number }>(sql`select fold_invoice_sums(${literal(AT_ONCE)}) as folded`)
    if (row!.folded < AT_ONCE) return
  }
}

async function addUpEarlier(): Promise<void> {
  const alone = openAlone()
  try {
    await liftLimits(alone)
    const months: { month: string }[] = await alone`select month::text from months_of_invoices() month`
    for (const { month } of months) {
      await alone`select sum_invoices_of(${month}::date)`
      await fold()
    }
  } finally {
    await alone.close({ timeout: 0 })
  }
  await transaction((tx) => tx.delete(settings).where(eq(settings.name, MISSING)))
}
