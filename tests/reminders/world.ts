import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import { londonTime } from '#src/domain/dates.ts'
import { nextRound, type Round, roundAt } from '#src/reminders/times.ts'

/** The round of a working day, as at ten past eight. Throws on days off. */
export function roundOf(day: string): Round {
  const round = roundAt(londonTime(day, '08:10'))
  if (!round) throw new Error(`${day} is no working day`)
  return round
}

/** The first round that is still to come: of today, or of the next working day. */
export const comingRound = (): Round => roundAt(nextRound(new Date()))!

/** As if it had been so since then. */
export const since = (id: string, values: Partial<typeof jobs.$inferInsert>) =>
  db.update(jobs).set(values).where(eq(jobs.id, id))

/** All reminders that were queued, in their order. */
export const remindersSent = async () =>
  (await db.query.emailNotifications.findMany({ orderBy: (row, { asc }) => asc(row.id) })).filter(
    ({ emailType }) => emailType === 'reminder',
  )
