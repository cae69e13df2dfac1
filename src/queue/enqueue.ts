import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { currentRequest } from '#src/runtime/current.ts'
import type { WorkKind } from './queue.ts'
import { NO_OWNER, nextTurn } from './turn.ts'

/** `owner` is who caused it: whoever sent the request, unless it is said. */
export async function enqueue(
  tx: Tx,
  kind: WorkKind,
  subjects: readonly string[],
  owner = currentRequest()?.credential?.userId ?? NO_OWNER,
): Promise<void> {
  if (subjects.length === 0) return
  // An array is one parameter: a statement takes at most 65,535. `offset 0` asks for the first turn once.
  await tx.execute(sql`
    insert into outbox (kind, subject, owner, turn)
    select ${kind}::outbox_kind, subject, ${owner}::uuid, first.turn + nth - 1
    from (select ${nextTurn(sql`${kind}::outbox_kind`, sql`${owner}::uuid`)} as turn offset 0) first,
      unnest(${`{${subjects.join(',')}}`}::uuid[]) with ordinality as given (subject, nth)
    on conflict do nothing`)
}

/** Work in hand is done again: what it has not seen yet must not be forgotten with its row. */
export async function enqueueAt(tx: Tx, kind: WorkKind, subject: string, runAt: SQL): Promise<void> {
  const owner = currentRequest()?.credential?.userId ?? NO_OWNER
  await tx.execute(sql`
    insert into outbox as known (kind, subject, owner, run_at, turn)
    select ${kind}::outbox_kind, ${subject}::uuid, ${owner}::uuid, due.at,
      case when due.at <= now() then ${nextTurn(sql`${kind}::outbox_kind`, sql`${owner}::uuid`)} end
    from (select ${runAt} as at) due
    on conflict (kind, subject) do update set run_at = excluded.run_at, turn = excluded.turn, owner = excluded.owner,
      -- Another count of attempts ends the lease of whoever has it.
      attempts = known.attempts + 1, leased_until = null`)
}
