import type { Actor } from '#src/accounts/account.ts'
import { type Told, tell } from '#src/emails/tell.ts'
import { may } from '#src/guard/may.ts'
import { transaction } from '#src/guard/transaction.ts'
import { moveJob } from '#src/jobs/move.ts'
import { type JobRow, lockOwnJob } from '#src/jobs/queries.ts'
import { releaseQuoteWork, startQuoteWork } from '#src/quotes/work.ts'
import type { UnfinishedVisit } from './input.ts'
import { recordVisit } from './record.ts'

/** Nobody let the contractor in, or they have to come back: the job stays theirs. */
export function recordUnfinishedVisit(user: Actor, id: string, visit: UnfinishedVisit): Promise<Told<JobRow>> {
  may(user, 'recordVisit')
  return transaction(async (tx) => {
    const job = await lockOwnJob(tx, user, id)
    const noAccess = visit.outcome === 'no_access'
    const reason = visit.workDone
    const moved = await moveJob(tx, job, noAccess ? 'noAccess' : 'returnNeeded', user, { detail: { reason } })
    await recordVisit(tx, user, moved, visit)
    if (noAccess) {
      await releaseQuoteWork(tx, moved, user)
      return { ...moved, untold: await tell(tx, 'job_no_access', moved, { by: user, reason }) }
    }
    await startQuoteWork(tx, moved, user)
    return { ...moved, untold: await tell(tx, 'job_return_needed', moved, { by: user, reason }) }
  })
}
