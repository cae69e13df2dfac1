import { and, eq, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/connect/client.ts'
import { users } from '#db/schema.ts'
import { recordAccountEvent } from '#src/accounts/history/record.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { today } from '#src/domain/dates.ts'
import { monthBefore, type Period } from '#src/domain/job/figures/period.ts'

/** The first to be sent are those of the month in which they are turned on. */
export async function switchFigures(tx: Tx, user: Pick<Actor, 'id'>, on: boolean, by: Actor | string): Promise<void> {
  const isOther = on ? isNull(users.figuresTold) : isNotNull(users.figuresTold)
  const changed = await tx
    .update(users)
    .set({ figuresTold: on ? monthBefore(today()).from : null, updatedAt: sql`now()` })
    .where(and(eq(users.id, user.id), isNull(users.deletedAt), isOther))
    .returning({ id: users.id })
  if (changed.length > 0) await recordAccountEvent(tx, user.id, on ? 'figuresTurnedOn' : 'figuresTurnedOff', by)
}

const areDue = (month: Period, day: string) =>
  and(
    ...[isNull(users.deletedAt), isNotNull(users.email), isNotNull(users.role)],
    ...[isNotNull(users.figuresTold), ne(users.figuresTold, month.from)],
    or(isNull(users.awayUntil), lte(users.awayUntil, day)),
  )

/** Those who ask for the month's figures, are not away on `day`, and have not been sent them. */
export const dueForFigures = (month: Period, day: string): Promise<{ id: string }[]> =>
  db.select({ id: users.id }).from(users).where(areDue(month, day)).orderBy(users.id)

/** False where another process was first. */
export async function claimFigures(tx: Tx, id: string, month: Period, day: string): Promise<boolean> {
  const claimed = await tx
    .update(users)
    .set({ figuresTold: month.from })
    .where(and(eq(users.id, id), areDue(month, day)))
    .returning({ id: users.id })
  return claimed.length > 0
}
