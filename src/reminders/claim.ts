import { and, gt, lte, not, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { lockName } from '#db/query/locks.ts'
import { reminders } from '#db/schema.ts'
import type { RemindedItem } from './reminder.ts'
import type { Round } from './times.ts'

export const takeTurn = (tx: Tx, userId: string) => lockName(tx, `reminders of ${userId}`)

/** A day after the round's is what a wrong clock wrote. */
export const remindedLately = ({ day, toldBy }: Round) => and(gt(reminders.toldOn, toldBy), lte(reminders.toldOn, day))!

/** Notes that these are told on the round's day, and returns those that were not told too lately. */
export async function claimReminders(
  tx: Tx,
  userId: string,
  items: readonly RemindedItem[],
  round: Round,
): Promise<RemindedItem[]> {
  const ids = `{${items.map(({ jobId }) => jobId).join(',')}}`
  // By id, as whoever works on several jobs locks them.
  const claimed = (await tx.execute(sql`
    insert into reminders (user_id, job_id, told_on)
    select ${userId}::uuid, jobs.id, ${round.day}::date from jobs where jobs.id = any(${ids}::uuid[])
    order by jobs.id for key share of jobs
    on conflict (user_id, job_id) do update set told_on = excluded.told_on where ${not(remindedLately(round))}
    returning job_id`)) as { job_id: string }[]
  const told = new Set(claimed.map((row) => row.job_id))
  return items.filter(({ jobId }) => told.has(jobId))
}
