import { type SQL, sql } from 'drizzle-orm'

export const NO_OWNER = '00000000-0000-0000-0000-000000000000'
export const ROUTINE_OWNER = '00000000-0000-0000-0000-000000000001'

/** After the owner's last ready work, and not before what is taken next: a newcomer begins beside the first. */
export const nextTurn = (kind: SQL, owner: SQL): SQL => sql`greatest(0,
  (select ready.turn from outbox ready where ready.kind = ${kind} and ready.turn is not null order by ready.turn limit 1),
  (select ready.turn + 1 from outbox ready where ready.kind = ${kind} and ready.owner = ${owner} and ready.turn is not null
    order by ready.turn desc limit 1))`
