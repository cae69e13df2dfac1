import { authorize } from '#src/access/authorize.ts'
import { type Actor, displayName } from '#src/domain/account/account.ts'
import { type Notified, notify, unreachedIn } from '#src/emails/notify.ts'
import { moveJob } from '#src/jobs/lifecycle/move.ts'
import { type JobRow, lockJob } from '#src/jobs/queries.ts'
import { releaseQuoteWork } from '#src/quotes/work.ts'
import { transaction } from '#src/writes/transaction.ts'

export function handJobBack(user: Actor, id: string, reason: string): Promise<Notified<JobRow>> {
  authorize(user, 'handJobBack')
  return transaction(async (tx) => {
    const job = await lockJob(tx, user, id)
    const moved = await moveJob(tx, job, 'handedBack', user, {
      set: { contractorId: null },
      detail: { reason, contractor: displayName(user) },
    })
    await releaseQuoteWork(tx, moved, user)
    return {
      ...moved,
      unreached: unreachedIn(moved.unreached, await notify(tx, 'job_handed_back', job, { by: user, reason })),
    }
  })
}
