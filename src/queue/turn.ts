import { type SQL, sql } from 'drizzle-orm'

/** The owner of what nobody asked for, such as reminders. */
export const NO_OWNER = '00000000-0000-0000-0000-000000000000'

/**
 * The turn of an owner's next work: after their last that is ready, and not before what is taken next. Somebody who has
 * nothing waiting begins beside the first of all, however much of others waits.
 */
export const nextTurn = (kind: SQL, owner: SQL): SQL => sql`greatest(0,
  (select ready.turn from outbox ready where ready.kind = ${kind} and ready.turn is not null order by ready.turn limit 1),
  (select ready.turn + 1 from outbox ready where ready.kind = ${kind} and ready.owner = ${owner} and ready.turn is not null
    order by ready.turn desc limit 1))`
