import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { holdsUntil, interval, isAhead } from '#db/query/time-marks.ts'
import { ROTATION_HOURS } from '#src/domain/webhook/webhook.ts'

export type Claim = {
  id: string
  webhookId: string
  eventId: string
  body: string
  /** Counts this one. */
  tries: number
  /** Counts this one. When it has changed, the lease is lost. */
  attempts: number
  url: string
  secret: string
  previousSecret: string | null
}

// The column rounds, so a row just written may lie a millisecond ahead.
const isDue = sql`run_at <= now() + interval '1 ms'`
/** Longer than any delay. */
const isMuchLater = isAhead(sql`run_at`, interval('24 hours'))

/** The oldest come first, but several are under way at once: order is not promised. */
export async function claim(webhookId: string, limit: number, leaseMs: number): Promise<Claim[]> {
  const isFree = sql`leased_until is null or not ${holdsUntil(sql`leased_until`, sql`${leaseMs} * interval '1 ms'`)}`
  const taking = (when: SQL) => sql`select id from webhook_deliveries
    where webhook_id = ${webhookId} and ${when} and (${isFree}) order by run_at, id limit ${limit} for update skip locked`
  // A CTE, because a subquery with a limit may run more than once and lock too many rows.
  return (await db.execute(sql`
    with due as materialized (
      ${taking(isDue)}
    ), lost as materialized (
      ${taking(isMuchLater)}
    ), taken as (
      update webhook_deliveries set tries = tries + 1, attempts = attempts + 1,
        leased_until = now() + ${leaseMs} * interval '1 ms'
      from (select id from due union all select id from lost limit ${limit}) due where webhook_deliveries.id = due.id
      returning webhook_deliveries.id, webhook_id, event_id, body, tries, attempts
    )
    select taken.id, webhook_id as "webhookId", event_id as "eventId", body, tries, attempts, url, secret,
      case when ${holdsUntil(sql`previous_until`, interval(`${ROTATION_HOURS} hours`))} then previous_secret end as "previousSecret"
    from taken join webhooks on webhooks.id = webhook_id and off_at is null`)) as Claim[]
}
