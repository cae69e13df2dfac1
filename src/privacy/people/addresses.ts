import { or, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '#db/connect/client.ts'

export type HeldAddress = { email: string; since: string; until: string; isOnlyTheirs: boolean }

/** Addresses of an account, former ones too, and from when to when: another account may have had one before or since. */
export async function addressesHeld(tx: DbOrTx, id: string): Promise<HeldAddress[]> {
  const rows = await tx.execute(sql`
    select email, since::text, until::text, not (
      exists (select from users where users.id <> ${id} and lower(users.email) = held.email)
      or exists (select from account_events where user_id <> ${id} and lower(detail->>'before.email') = held.email)
    ) as "isOnlyTheirs"
    from (
      select lower(users.email) as email, coalesce(max(moved.created_at), users.created_at) as since,
        coalesce(users.deleted_at, 'infinity') as until
      from users left join account_events moved on moved.user_id = users.id and moved.detail->>'after.email' is not null
      where users.id = ${id} and users.email is not null group by users.id
      union all
      select lower(moved.detail->>'before.email'),
        lag(moved.created_at, 1, users.created_at) over (order by moved.id), moved.created_at
      from users join account_events moved on moved.user_id = users.id and moved.detail->>'before.email' is not null
      where users.id = ${id}
    ) held where email <> ''`)
  return rows as HeldAddress[]
}

export const isTheirAddress = (column: string, held: readonly HeldAddress[]): SQL =>
  or(
    ...held.map(({ email, since, until, isOnlyTheirs }) => {
      const isIts = sql`lower(${sql.identifier(column)}) = ${email}`
      return isOnlyTheirs
        ? isIts
        : sql`(${isIts} and created_at between ${since}::timestamptz and ${until}::timestamptz)`
    }),
  ) ?? sql`false`
