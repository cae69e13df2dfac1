import { and, eq, type SQL, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/connect/client.ts'
import { holdsUntil, interval, isAhead } from '#db/query/time-marks.ts'
import { outbox } from '#db/schema.ts'
import { beginRate, type Rate } from './rate.ts'
import { nextTurn } from './turn.ts'

export type WorkKind = (typeof outbox.$inferSelect)['kind']

export type Claim = {
  id: number
  kind: WorkKind
  subject: string
  /** Who caused it. */
  owner: string
  /** The place that it had among what was ready. */
  turn: number
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
  const asked: Asked = { kind, leaseMs, inHand: `{${holding.join(',')}}`, rate }
  const first = await takeReady(asked, limit)
  if (!rate && claimsIn(first).length === limit) return { claims: claimsIn(first), waitMs: null }
  const rows =
    first[0]!.later && (await wake(asked)) > 0
      ? [...first, ...(await takeReady(asked, limit - claimsIn(first).length))]
      : first
  const claims = claimsIn(rows)
  if (!rate) return { claims, waitMs: null }
  const { begun, allowed, waitMs } = rows.at(-1)!
  if (!begun) {
    await beginRate(rate)
    return { claims, waitMs: 0 }
  }
  const wanted = limit - (rows === first ? 0 : claimsIn(first).length)
  return { claims, waitMs: allowed !== null && allowed < wanted ? Math.ceil(waitMs!) : null }
}

type Asked = { kind: WorkKind; leaseMs: number; inHand: string; rate: Rate | undefined }

type Row = Omit<Claim, 'id'> & {
  id: string | number | null
  later: boolean
  begun: boolean
  allowed: number | null
  waitMs: number | null
}

const claimsIn = (rows: readonly Row[]): Claim[] =>
  rows.filter(({ id }) => id !== null).map((row) => ({ ...row, id: Number(row.id) }))

// The column rounds, so a row just written may lie a millisecond ahead.
const isDue = sql`run_at <= now() + interval '1 ms'`
/** Later than anything is put off. */
const isMuchLater = isAhead(sql`run_at`, interval('2 hours'))

const isFree = ({ kind, leaseMs, inHand }: Asked) => sql`kind = ${kind} and id <> all(${inHand}::bigint[])
  and (leased_until is null or not ${holdsUntil(sql`leased_until`, sql`${leaseMs} * interval '1 ms'`)})`

async function takeReady(asked: Asked, limit: number): Promise<Row[]> {
  const { leaseMs, rate } = asked
  // An earlier version that runs beside this one leases and puts off without a word about turns.
  const ready = sql`turn is not null and ${isFree(asked)} and (${isDue} or ${isMuchLater})`
  const later = sql`exists (select 1 from outbox where turn is null and ${isFree(asked)} and ${isDue})
    or exists (select 1 from outbox where turn is null and ${isFree(asked)} and ${isMuchLater})`
  // CTEs, because a subquery with a limit may run more than once and lock too many rows.
  const taken = (most: SQL) => sql`due as materialized (
      select id, turn from outbox where ${ready} order by turn, id limit ${most} for update skip locked
    ), taken as (
      update outbox set attempts = attempts + 1, leased_until = now() + ${leaseMs} * interval '1 ms', turn = null,
        run_at = least(run_at, now()), created_at = least(created_at, now())
      from due where outbox.id = due.id
      returning outbox.id, kind, subject, owner, attempts, due.turn,
        (extract(epoch from now() - least(created_at, now())) * 1000)::float8 as age
    )`
  const columns = sql`id, kind, subject, owner, attempts, turn::float8 as turn, age, (${later}) as later`
  if (!rate) {
    return (await db.execute(sql`with ${taken(sql`${limit}`)}
      select ${columns} from (select 1) as one left join taken on true order by taken.turn, taken.id`)) as Row[]
  }
  const interval = sql`${rate.intervalMs}::float8 * interval '1 ms'`
  // A lock on the rate's row makes workers take turns. More than a burst ahead is what a wrong clock wrote.
  return (await db.execute(sql`
    with used as materialized (
      select least(greatest(used_up_to, now()), now() + ${rate.burst}::int * ${interval}) as up_to from delivery_rates
      where name = ${rate.name} and exists (select 1 from outbox where ${ready}) for update
    ), rate as materialized (
      select up_to, least(${limit}::int, greatest(0, floor(
        extract(epoch from now() + ${rate.burst}::int * ${interval} - up_to) * 1000 / ${rate.intervalMs}::float8 + 0.001
      ))::int) as allowed from used
    ), ${taken(sql`(select coalesce(max(allowed), 0) from rate)`)}, paid as (
      update delivery_rates set used_up_to = rate.up_to + (select count(*) from taken) * ${interval}
      from rate where name = ${rate.name} and exists (select 1 from taken)
    )
    select ${columns}, exists (select 1 from delivery_rates where name = ${rate.name}) as begun,
      rate.allowed, extract(epoch from
        rate.up_to + ((select count(*) from taken) + 1 - ${rate.burst}::int) * ${interval} - now())::float8 * 1000 as "waitMs"
    from (select 1) as one left join rate on true left join taken on true
    order by taken.turn, taken.id`)) as Row[]
}

const WOKEN = 200

/** Gives turns to what has become due: put off, leased by a process that died, or written by an earlier version. */
async function wake(asked: Asked): Promise<number> {
  const some = (
    when: SQL,
  ) => sql`select id, owner, run_at from outbox where turn is null and ${isFree(asked)} and ${when}
    order by run_at limit ${WOKEN} for update skip locked`
  const rows = await db.execute(sql`
    with due as materialized (${some(isDue)}), lost as materialized (${some(isMuchLater)}),
    nth as materialized (
      select id, ${nextTurn(sql`${asked.kind}::outbox_kind`, sql`woken.owner`)}
        + row_number() over (partition by owner order by run_at, id) - 1 as turn
      from (select * from due union all select * from lost) woken
    )
    update outbox set turn = nth.turn, leased_until = null, run_at = least(run_at, now())
    from nth where outbox.id = nth.id returning outbox.id`)
  return rows.length
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
        ...(delayMs === null ? { turn: claimed.turn } : { runAt: sql`now() + ${delayMs} * interval '1 ms'` }),
        leasedUntil: null,
        lastError: reason,
      })
      .where(held(claimed))
      .returning({ id: outbox.id })
    if (back) await then?.(tx)
    return back !== undefined
  })
}
