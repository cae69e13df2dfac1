import { authorize } from '#src/access/authorize.ts'
import { type Actor, displayName } from '#src/domain/account/account.ts'
import { type Told, tell, untoldIn } from '#src/emails/tell.ts'
import { moveJob } from '#src/jobs/lifecycle/move.ts'
import { type JobRow, lockJob } from '#src/jobs/queries.ts'
import { releaseQuoteWork } from '#src/quotes/work.ts'
import { transaction } from '#src/writes/transaction.ts'

export function handJobBack(user: Actor, id: string, reason: string): Promise<Told<JobRow>> {
  authorize(user, 'handJobBack')
  return transaction(async (tx) => {
    const job = await lockJob(tx, user, id)
    const moved = await moveJob(tx, job, 'handedBack', user, {
      set: { contractorId: null },
      detail: { reason, contractor: displayName(user) },
    })
    await releaseQuoteWork(tx, moved, user)
    return { ...moved, untold: untoldIn(moved.untold, await tell(tx, 'job_handed_back', job, { by: user, reason })) }
  })
}
