import { sql } from 'drizzle-orm'
import type { DbOrTx } from '#db/connect/client.ts'

/** Whoever locks the same name waits until this transaction has ended. */
export const lockName = (tx: DbOrTx, name: string): Promise<unknown> =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
