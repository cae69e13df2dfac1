import { db } from '#db/client.ts'
import { deliveryRates } from '#db/schema.ts'

/** At most `burst` at once, then one each `intervalMs`; counted in the database, for all processes together. */
export type Rate = {
  /** Under which it is counted. */
  name: string
  burst: number
  intervalMs: number
}

const MINUTE = 60_000

/** A tenth of a minute's number at once, at most ten, and the others evenly: in no minute are there more than `count`. */
export function perMinute(name: string, count: number): Rate {
  const burst = Math.min(Math.max(Math.floor(count / 10), 1), 10)
  return { name, burst, intervalMs: MINUTE / (count - burst + 1) }
}

/** Begins to count. A crash of the database forgets it, so it may have to be begun again. */
export async function beginRate({ name }: Rate): Promise<void> {
  await db.insert(deliveryRates).values({ name }).onConflictDoNothing()
}
