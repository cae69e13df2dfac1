import { and, eq, type SQL, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/connect/client.ts'
import { isAmong } from '#db/query/conditions.ts'
import { holdsUntil, isAhead } from '#db/query/time-marks.ts'
import { queuedWork } from '#db/schema.ts'
import type { WorkKind } from '#src/domain/queue.ts'
import { transaction } from '#src/writes/transaction.ts'
import { longestDelay } from './pace.ts'
import { beginRate, type Rate } from './rate.ts'
import { nextTurn } from './turn.ts'

export type Claim = {
  id: number
  kind: WorkKind
  subject: string
  owner: string
  receiver: string | null
  turn: number
  /** Counts this claim. When it has changed, the lease is lost. */
  attempts: number
  age: number
}

/** `waitMs` is the time until the rate allows the next; null when it allowed enough. */
type Claimed = { claims: Claim[]; waitMs: number | null }

/** How many more may be taken for each receiver: `left` where something is in hand or fewer are allowed, else `most`. */
export type Room = { most: number; left: ReadonlyMap<string, number> }

type Bounds = {
  rate?: Rate | undefined
  room?: Room | undefined
}

/** `holding` are the rows in hand: their leases may have run out while the database was away. */
export async function claim(
  kind: WorkKind,
  limit: number,
  leaseMs: number,
  holding: number[],
  { rate, room }: Bounds = {},
): Promise<Claimed> {
  const asked: Asked = { kind, leaseMs, inHand: `{${holding.join(',')}}`, rate, room }
  const first = await takeReady(asked, limit)
  if (!rate && claimsIn(first).length === limit) return { claims: claimsIn(first), waitMs: null }
  // What is taken for a receiver leaves less room for the next.
  const mayWake = first[0]!.later && (!room || claimsIn(first).length === 0)
  const rows =
    mayWake && (await wake(asked)) > 0 ? [...first, ...(await takeReady(asked, limit - claimsIn(first).length))] : first
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

type Asked = Bounds & { kind: WorkKind; leaseMs: number; inHand: string }

type Row = Omit<Claim, 'id'> & {
  id: string | number | null
  later: boolean
  begun: boolean
  allowed: number | null
  waitMs: number | null
}

const claimsIn = (rows: readonly Row[]): Claim[] =>
  rows.filter(({ id }) => id !== null).map((row) => ({ ...row, id: Number(row.id) }))

const ms = (count: number) => sql`${count} * interval '1 ms'`

// The column rounds, so a row just written may lie a millisecond ahead.
const isDue = sql`run_at <= now() + interval '1 ms'`
const isMuchLater = ({ kind }: Asked) => isAhead(sql`run_at`, ms(longestDelay(kind)))

const isFree = ({ kind, leaseMs, inHand }: Asked) => sql`kind = ${kind} and id <> all(${inHand}::bigint[])
  and (leased_until is null or not ${holdsUntil(sql`leased_until`, ms(leaseMs))})`

const hasRoom = ({ room }: Asked) => {
  const full = [...(room?.left ?? [])].flatMap(([receiver, left]) => (left > 0 ? [] : [receiver]))
  return full.length === 0 ? sql`true` : sql`(receiver is null or receiver <> all(${`{${full.join(',')}}`}::uuid[]))`
}

/** Those of `due` that their receivers have room for. */
function fitting({ room }: Asked): SQL {
  if (!room) return sql`due`
  const known = [...room.left]
  return sql`(select * from (
      select *, row_number() over (partition by receiver order by turn, id) as nth from due
    ) due left join unnest(${`{${known.map(([id]) => id).join(',')}}`}::uuid[], ${`{${known.map(([, left]) => left).join(',')}}`}::int[])
      as known (place, room) on place = receiver
    where nth <= coalesce(room, ${room.most}::int)) due`
}

async function takeReady(asked: Asked, limit: number): Promise<Row[]> {
  const { leaseMs, rate } = asked
  // An earlier version that runs beside this one leases and puts off without a word about turns.
  const ready = sql`turn is not null and ${isFree(asked)} and ${hasRoom(asked)} and (${isDue} or ${isMuchLater(asked)})`
  const later = sql`exists (select 1 from outbox where turn is null and ${isFree(asked)} and ${isDue})
    or exists (select 1 from outbox where turn is null and ${isFree(asked)} and ${isMuchLater(asked)})`
  // CTEs, because a subquery with a limit may run more than once and lock too many rows.
  const taken = (most: SQL) => sql`due as materialized (
      select id, turn, receiver from outbox where ${ready} order by turn, id limit ${most} for update skip locked
    ), taken as (
      update outbox set attempts = attempts + 1, leased_until = now() + ${ms(leaseMs)}, turn = null,
        run_at = least(run_at, now()), created_at = least(created_at, now())
      from ${fitting(asked)} where outbox.id = due.id
      returning outbox.id, kind, subject, owner, outbox.receiver, attempts, due.turn,
        (extract(epoch from now() - least(created_at, now())) * 1000)::float8 as age
    )`
  const columns = sql`id, kind, subject, owner, receiver, attempts, turn::float8 as turn, age, (${later}) as later`
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

async function wake(asked: Asked): Promise<number> {
  const some = (
    when: SQL,
  ) => sql`select id, owner, run_at from outbox where turn is null and ${isFree(asked)} and ${when}
    order by run_at limit ${WOKEN} for update skip locked`
  const rows = await db.execute(sql`
    with due as materialized (${some(isDue)}), lost as materialized (${some(isMuchLater(asked))}),
    nth as materialized (
      select id, ${nextTurn(sql`${asked.kind}::outbox_kind`, sql`woken.owner`)}
        + row_number() over (partition by owner order by run_at, id) - 1 as turn
      from (select * from due union all select * from lost) woken
    )
    update outbox set turn = nth.turn, leased_until = null, run_at = least(run_at, now())
    from nth where outbox.id = nth.id returning outbox.id`)
  return rows.length
}

const held = ({ id, attempts }: Claim) => and(eq(queuedWork.id, id), eq(queuedWork.attempts, attempts))

/** Null ends the work. Without a delay it goes back to its old place. */
export type Next = { delayMs: number | null; reason: string } | null

class LeaseLost extends Error {}

/** Writes down what came of a claim, with what `decide` writes. False, and nothing is written, when the lease was lost. */
export async function settleClaim(claimed: Claim, decide: (tx: Tx) => Promise<Next>): Promise<boolean> {
  try {
    await transaction(async (tx) => {
      const next = await decide(tx)
      const [row] = next
        ? await tx.update(queuedWork).set(back(claimed, next)).where(held(claimed)).returning({ id: queuedWork.id })
        : await tx.delete(queuedWork).where(held(claimed)).returning({ id: queuedWork.id })
      if (!row) throw new LeaseLost()
    })
    return true
  } catch (error) {
    if (error instanceof LeaseLost) return false
    throw error
  }
}

const back = ({ turn }: Claim, { delayMs, reason }: NonNullable<Next>) => ({
  ...(delayMs === null ? { turn } : { runAt: sql`now() + ${ms(delayMs)}` }),
  leasedUntil: null,
  lastError: reason,
})

const isOf = (kind: WorkKind, subject: string) => and(eq(queuedWork.kind, kind), eq(queuedWork.subject, subject))

/** Whether somebody works on it. Nobody begins to until the transaction ends. */
export async function isInHand(tx: Tx, kind: WorkKind, subject: string, leaseMs: number): Promise<boolean> {
  const [found] = await tx
    .select({ leased: sql<boolean>`coalesce(${holdsUntil(queuedWork.leasedUntil, ms(leaseMs))}, false)` })
    .from(queuedWork)
    .where(isOf(kind, subject))
    .for('update')
  return found?.leased ?? false
}

/** Takes all of these back, if none of them is done or in hand; else none. */
export async function withdrawAll(tx: Tx, kind: WorkKind, subjects: readonly string[]): Promise<boolean> {
  const isOne = and(eq(queuedWork.kind, kind), isAmong(queuedWork.subject, subjects))
  const found = await tx.select({ leasedUntil: queuedWork.leasedUntil }).from(queuedWork).where(isOne).for('update')
  if (found.length < subjects.length || found.some(({ leasedUntil }) => leasedUntil)) return false
  await tx.delete(queuedWork).where(isOne)
  return true
}

export async function withdraw(tx: Tx, kind: WorkKind, receiver: string): Promise<string[]> {
  const rows = await tx
    .delete(queuedWork)
    .where(and(eq(queuedWork.kind, kind), eq(queuedWork.receiver, receiver), sql`${queuedWork.leasedUntil} is null`))
    .returning({ subject: queuedWork.subject })
  return rows.map(({ subject }) => subject)
}
