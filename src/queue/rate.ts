import { db } from '#db/connect/client.ts'
import { deliveryRates } from '#db/schema.ts'

/** At most `burst` at once, then one each `intervalMs`, over all processes. */
export type Rate = {
  name: string
  burst: number
  intervalMs: number
}

const MINUTE = 60_000

/** A tenth at once, at most ten, and the rest evenly: no minute has more than `count`. */
export function perMinute(name: string, count: number): Rate {
  const burst = Math.min(Math.max(Math.floor(count / 10), 1), 10)
  return { name, burst, intervalMs: MINUTE / (count - burst + 1) }
}

/** A crash of the database forgets the row, so this may be needed again. */
export async function beginRate({ name }: Rate): Promise<void> {
  await db.insert(deliveryRates).values({ name }).onConflictDoNothing()
}
