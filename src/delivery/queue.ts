import { and, eq, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/client.ts'
import { outbox } from '#db/schema.ts'

export type WorkKind = (typeof outbox.$inferSelect)['kind']

/** A row of the outbox that this process holds until its lease ends. */
export type Claim = {
  id: number
  kind: WorkKind
  subject: string
  /** How often it was claimed, this time included. Settling names it: whoever lost the lease settles nothing. */
  attempts: number
  /** How long it has been queued, in milliseconds, by the database's clock. */
  age: number
}

/**
 * Takes up to `limit` due rows for `leaseMs` milliseconds. One short statement: SKIP LOCKED keeps two workers from
 * waiting for each other, the lease keeps the rows ours after it. `holding` are ids that this process has in hand,
 * which it must not take again although a long absence of the database let their leases run out.
 */
export async function claim(limit: number, leaseMs: number, holding: number[]): Promise<Claim[]> {
  const held = holding.length
    ? sql`and id not in (${sql.join(
        holding.map((id) => sql`${id}`),
        sql`, `,
      )})`
    : sql``
  // A millisecond more, because the column rounds: a row just written may lie in the future.
  // A CTE, because a subquery with a limit may be run more than once and then lock more rows than it should.
  const rows = (await db.execute(sql`
    with due as materialized (
      select id from outbox
      where run_at <= now() + interval '1 ms' and (leased_until is null or leased_until < now()) ${held}
      order by run_at limit ${limit} for update skip locked
    )
    update outbox set attempts = attempts + 1, leased_until = now() + ${leaseMs} * interval '1 ms'
    from due where outbox.id = due.id
    returning outbox.id, kind, subject, attempts,
      (extract(epoch from now() - created_at) * 1000)::float8 as age`)) as (Omit<Claim, 'id'> & {
    id: string | number
  })[]
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

const held = ({ id, attempts }: Claim) => and(eq(outbox.id, id), eq(outbox.attempts, attempts))

/** Ends the work on a claim, with what `then` writes in the same transaction. False when the lease was lost. */
export async function finish(claimed: Claim, then?: (tx: Tx) => Promise<void>): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [done] = await tx.delete(outbox).where(held(claimed)).returning({ id: outbox.id })
    if (done) await then?.(tx)
    return done !== undefined
  })
}

/** Gives a claim back, due again in `delayMs` milliseconds. False when the lease was lost. */
export async function postpone(
  claimed: Claim,
  delayMs: number,
  reason: string,
  then?: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [back] = await tx
      .update(outbox)
      .set({ runAt: sql`now() + ${delayMs} * interval '1 ms'`, leasedUntil: null, lastError: reason })
      .where(held(claimed))
      .returning({ id: outbox.id })
    if (back) await then?.(tx)
    return back !== undefined
  })
}
