import { sql } from 'drizzle-orm'
import { isAhead } from '#db/query/time-marks.ts'
import { env } from '#src/runtime/env.ts'
import { transaction } from '#src/writes/transaction.ts'

const AT_ONCE = 1000

/** The lowest places first, so that what is kept has no gap. Returns how many. */
export async function removeOldEvents(): Promise<number> {
  let removed = 0
  for (let count = AT_ONCE; count > 0; removed += count) count = await removeSome()
  return removed
}

const removeSome = (): Promise<number> =>
  transaction(async (tx) => {
    const rows = await tx.execute<{ seq: number }>(sql`
      with due as materialized (
        select max(seq) as seq from (select seq, at from changes where seq is not null and not ${isAhead(sql`at`)} order by seq limit ${AT_ONCE}) batch
        where at < now() - make_interval(days => ${env.EVENTS_DAYS})
      )
      delete from changes using due where changes.seq <= due.seq returning due.seq::float8 as seq`)
    const [first] = rows
    if (first)
      await tx.execute(sql`
        insert into settings (name, counter) values ('changes_removed', ${first.seq}::bigint)
        on conflict (name) do update set counter = greatest(settings.counter, excluded.counter)`)
    return rows.length
  })
