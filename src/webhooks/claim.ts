import { sql } from 'drizzle-orm'
import { db } from '#db/client.ts'

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
const isDue = sql`run_at <= now() + interval '1 ms' and (leased_until is null or leased_until < now())`

/** The oldest come first, but several are under way at once: order is not promised. */
export async function claim(webhookId: string, limit: number, leaseMs: number): Promise<Claim[]> {
  // A CTE, because a subquery with a limit may run more than once and lock too many rows.
  return (await db.execute(sql`
    with due as materialized (
      select id from webhook_deliveries where webhook_id = ${webhookId} and ${isDue}
      order by run_at, id limit ${limit} for update skip locked
    ), taken as (
      update webhook_deliveries set tries = tries + 1, attempts = attempts + 1,
        leased_until = now() + ${leaseMs} * interval '1 ms'
      from due where webhook_deliveries.id = due.id
      returning webhook_deliveries.id, webhook_id, event_id, body, tries, attempts
    )
    select taken.id, webhook_id as "webhookId", event_id as "eventId", body, tries, attempts, url, secret,
      case when previous_until > now() then previous_secret end as "previousSecret"
    from taken join webhooks on webhooks.id = webhook_id and off_at is null`)) as Claim[]
}
