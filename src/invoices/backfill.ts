import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { literal } from '#db/query/conditions.ts'
import { invoices } from '#db/schema.ts'
import { propertyKeyOf } from '#src/domain/job/address.ts'
import { transaction } from '#src/writes/transaction.ts'

const BATCH = 500
const PACE = { pause: 500, look: 24 * 3600 * 1000 }
const FIRST = '00000000-0000-0000-0000-000000000000'

const { id, propertyAddress, propertyKey } = invoices

/** Properties of invoices that were made before their job had one. Returns when the next turn is due, in milliseconds. */
export function invoicePlaceBackfill(): () => Promise<number> {
  let last = FIRST
  return async () => {
    const rows = await db
      .select({ id, propertyAddress })
      .from(invoices)
      .where(and(isNull(propertyKey), gt(id, last)))
      .orderBy(asc(id))
      .limit(literal(BATCH))
    last = rows.at(-1)?.id ?? FIRST
    if (rows.length === 0) return PACE.look
    const made = rows.map((row) => ({ id: row.id, key: propertyKeyOf(row.propertyAddress) }))
    await transaction((tx) =>
      tx
        .update(invoices)
        .set({ propertyKey: sql`made.key` })
        .from(sql`jsonb_to_recordset(${JSON.stringify(made)}::text::jsonb) as made(id uuid, key text)`)
        .where(and(eq(id, sql`made.id`), isNull(propertyKey))),
    )
    return PACE.pause
  }
}
