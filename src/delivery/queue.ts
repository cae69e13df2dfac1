import { and, eq, type SQL, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/client.ts'
import { outbox } from '#db/schema.ts'
import { beginRate, type Rate } from './rate.ts'

export type WorkKind = (typeof outbox.$inferSelect)['kind']

export type Claim = {
  id: number
  kind: WorkKind
  subject: string
  /** Counts this claim. When it has changed, the lease is lost. */
  attempts: number
  /** Since it was queued, in milliseconds. */
  age: number
}

/** `waitMs` is the time until the rate allows the next; null when it allowed enough. */
export type Claimed = { claims: Claim[]; waitMs: number | null }

/** `holding` are the rows in hand: their leases may have run out while the database was away. */
export async function claim(
  kind: WorkKind,
  limit: number,
  leaseMs: number,
  holding: number[],
  rate?: Rate,
): Promise<Claimed> {
  const rows = await takeDue(kind, limit, leaseMs, holding, rate)
  const claims = rows.filter(({ id }) => id !== null).map((row) => ({ ...row, id: Number(row.id) }))
  if (!rate) return { claims, waitMs: null }
  const { begun, allowed, waitMs } = rows[0]!
  if (!begun) {
    await beginRate(rate)
    return { claims, waitMs: 0 }
  }
  return { claims, waitMs: allowed !== null && allowed < limit ? Math.ceil(waitMs!) : null }
}

type Row = Omit<Claim, 'id'> & {
  id: string | number | null
  begun: boolean
  allowed: number | null
  waitMs: number | null
}

async function takeDue(kind: WorkKind, limit: number, leaseMs: number, holding: number[], rate?: Rate): Promise<Row[]> {
  // The column rounds, so a row just written may lie a millisecond ahead.
  const due = sql`kind = ${kind} and run_at <= now() + interval '1 ms' and (leased_until is null or leased_until < now())
    and id <> all(${`{${holding.join(',')}}`}::bigint[])`
  // CTEs, because a subquery with a limit may run more than once and lock too many rows.
  const taken = (most: SQL) => sql`due as materialized (
      select id from outbox where ${due} order by run_at limit ${most} for update skip locked
    ), taken as (
      update outbox set attempts = attempts + 1, leased_until = now() + ${leaseMs} * interval '1 ms'
      from due where outbox.id = due.id
      returning outbox.id, kind, subject, attempts, run_at,
        (extract(epoch from now() - created_at) * 1000)::float8 as age
    )`
  if (!rate) {
    return (await db.execute(
      sql`with ${taken(sql`${limit}`)} select id, kind, subject, attempts, age from taken order by run_at`,
    )) as Row[]
  }
  const interval = sql`${rate.intervalMs}::float8 * interval '1 ms'`
  // A lock on the rate's row makes workers take turns. More than a burst ahead is what a wrong clock wrote.
  return (await db.execute(sql`
    with used as materialized (
      select least(greatest(used_up_to, now()), now() + ${rate.burst}::int * ${interval}) as up_to from delivery_rates
      where name = ${rate.name} and exists (select 1 from outbox where ${due}) for update
    ), rate as materialized (
      select up_to, least(${limit}::int, greatest(0, floor(
        extract(epoch from now() + ${rate.burst}::int * ${interval} - up_to) * 1000 / ${rate.intervalMs}::float8 + 0.001
      ))::int) as allowed from used
    ), ${taken(sql`(select coalesce(max(allowed), 0) from rate)`)}, paid as (
      update delivery_rates set used_up_to = rate.up_to + (select count(*) from taken) * ${interval}
      from rate where name = ${rate.name} and exists (select 1 from taken)
    )
    select id, kind, subject, attempts, age, exists (select 1 from delivery_rates where name = ${rate.name}) as begun,
      rate.allowed, extract(epoch from
        rate.up_to + ((select count(*) from taken) + 1 - ${rate.burst}::int) * ${interval} - now())::float8 * 1000 as "waitMs"
    from (select 1) as one left join rate on true left join taken on true
    order by run_at`)) as Row[]
}

const held = ({ id, attempts }: Claim) => and(eq(outbox.id, id), eq(outbox.attempts, attempts))

export async function finish(claimed: Claim, then?: (tx: Tx) => Promise<void>): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [done] = await tx.delete(outbox).where(held(claimed)).returning({ id: outbox.id })
    if (done) await then?.(tx)
    return done !== undefined
  })
}

/** Due in `delayMs`, or at once in its old place. False when the lease was lost. */
export async function postpone(
  claimed: Claim,
  delayMs: number | null,
  reason: string,
  then?: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [back] = await tx
      .update(outbox)
      .set({
        ...(delayMs !== null && { runAt: sql`now() + ${delayMs} * interval '1 ms'` }),
        leasedUntil: null,
        lastError: reason,
      })
      .where(held(claimed))
      .returning({ id: outbox.id })
    if (back) await then?.(tx)
    return back !== undefined
  })
}
