import { authorize } from '#src/access/authorize.ts'
import { bookLocked } from '#src/appointments/actions.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { foundNobodyIn } from '#src/domain/visit/state.ts'
import { type Notified, notify, unreachedIn } from '#src/emails/notify.ts'
import { moveJob } from '#src/jobs/lifecycle/move.ts'
import { type JobRow, lockJob } from '#src/jobs/queries.ts'
import { releaseQuoteWork, startQuoteWork } from '#src/quotes/work.ts'
import { transaction } from '#src/writes/transaction.ts'
import type { UnfinishedVisit } from './input.ts'
import { recordVisit } from './record.ts'

export function recordUnfinishedVisit(user: Actor, id: string, visit: UnfinishedVisit): Promise<Notified<JobRow>> {
  authorize(user, 'recordVisit')
  const { outcome, workDone: reason, visitDate, next } = visit
  if (next) authorize(user, 'bookVisit')
  return transaction(async (tx) => {
    const job = await lockJob(tx, user, id)
    const noAccess = foundNobodyIn({ outcome })
    const event = noAccess ? 'noAccess' : 'returnNeeded'
    const moved = await moveJob(tx, job, event, user, { detail: { reason }, at: visitDate })
    await recordVisit(tx, user, moved, visit)
    await (noAccess ? releaseQuoteWork : startQuoteWork)(tx, moved, user)
    const more = { by: user, reason }
    const unreached = await (noAccess
      ? notify(tx, 'job_no_access', moved, more)
      : notify(tx, 'job_return_needed', moved, more))
    if (!next) return { ...moved, unreached }
    const booked = await bookLocked(tx, user, moved, next)
    return { ...booked, unreached: unreachedIn(unreached, booked.unreached) }
  })
}
