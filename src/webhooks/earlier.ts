import { sql } from 'drizzle-orm'
import { holdsUntil } from '#db/query/time-marks.ts'
import { transaction } from '#src/writes/transaction.ts'
import { LEASE } from './pace.ts'

const BATCH = 500

/** Moves to the queue what an earlier version left waiting, by a trigger, and leaves alone what it has in hand. */
export async function takeOverDeliveries(): Promise<void> {
  for (let moved = BATCH; moved === BATCH; ) {
    const rows = await transaction((tx) =>
      tx.execute(sql`
        update webhook_deliveries set run_at = run_at where id = any(array(
          select id from webhook_deliveries where run_at is not null
            and (leased_until is null or not ${holdsUntil(sql`leased_until`, sql`${LEASE} * interval '1 ms'`)})
          limit ${BATCH} for update skip locked))
        returning id`),
    )
    moved = rows.length
  }
}
