import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { interval } from '#db/query/time-marks.ts'
import type { WorkKind } from '#src/domain/queue.ts'
import { currentRequest } from '#src/runtime/current.ts'
import { longestDelay } from './pace.ts'
import { NO_OWNER, nextTurn } from './turn.ts'

/** `receiver` is whom it goes to, where a handler has so many places for each. */
export type Queued = { subject: string; owner: string; receiver?: string }

const sender = () => currentRequest()?.credential?.userId ?? NO_OWNER

export const enqueue = (tx: Tx, kind: WorkKind, subjects: readonly string[], owner = sender()): Promise<void> =>
  enqueueAll(
    tx,
    kind,
    subjects.map((subject) => ({ subject, owner })),
  )

export async function enqueueAll(tx: Tx, kind: WorkKind, items: readonly Queued[]): Promise<void> {
  if (items.length === 0) return
  // An array is one parameter: a statement takes at most 65,535.
  const column = (of: (item: Queued) => string) => sql`${`{${items.map(of).join(',')}}`}::uuid[]`
  const owners = `{${[...new Set(items.map(({ owner }) => owner))].join(',')}}`
  await tx.execute(sql`
    insert into outbox (kind, subject, owner, receiver, turn)
    select ${kind}::outbox_kind, subject, owner, receiver, first.turn + row_number() over (partition by owner order by nth) - 1
    from (select owner, ${nextTurn(sql`${kind}::outbox_kind`, sql`owners.owner`)} as turn
        from unnest(${owners}::uuid[]) owners (owner) offset 0) first
      join unnest(${column(({ subject }) => subject)}, ${column(({ owner }) => owner)},
        ${column(({ receiver }) => receiver ?? 'NULL')}) with ordinality as given (subject, owner, receiver, nth) using (owner)
    order by nth
    on conflict do nothing`)
}

/** Work in hand is done again: what it has not seen yet must not be forgotten with its row. */
export async function enqueueAt(
  tx: Tx,
  kind: WorkKind,
  subject: string,
  runAt: SQL,
  receiver: string | null = null,
): Promise<void> {
  const owner = sender()
  await tx.execute(sql`
    insert into outbox as known (kind, subject, owner, receiver, run_at, turn)
    select ${kind}::outbox_kind, ${subject}::uuid, ${owner}::uuid, ${receiver}::uuid, due.at,
      case when due.at <= now() then ${nextTurn(sql`${kind}::outbox_kind`, sql`${owner}::uuid`)} end
    from (select least(${runAt}, now() + ${interval(`${longestDelay(kind)} ms`)}) as at) due
    on conflict (kind, subject) do update set run_at = excluded.run_at, turn = excluded.turn, owner = excluded.owner,
      -- Another count of attempts ends the lease of whoever has it.
      attempts = known.attempts + 1, leased_until = null`)
}
