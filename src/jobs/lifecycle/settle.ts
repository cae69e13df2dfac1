import type { Tx } from '#db/connect/client.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isCancelled, isCompleted } from '#src/domain/job/state.ts'
import { isBilledByItsQuote, isToInvoice } from '#src/domain/visit/state.ts'
import type { JobRow } from '#src/jobs/queries.ts'
import { invoicingOfQuotes } from '#src/quotes/queries.ts'
import { invoicingOfVisits } from '#src/visits/queries.ts'
import { expectInvoice, moveJob } from './move.ts'

/** A completed job becomes invoiced with its last billable item; one without any stays completed. */
export async function settleInvoiced(tx: Tx, job: JobRow, by: Actor): Promise<void> {
  if (!isCompleted(job) && !isCancelled(job)) return
  const billed = await Promise.all([invoicingOfVisits(tx, job.id), invoicingOfQuotes(tx, job)])
  const items = billed.flat().filter((item) => !isBilledByItsQuote(item))
  const isExpected = items.some(isToInvoice)
  if (isCancelled(job)) return expectInvoice(tx, job, isExpected)
  if (items.length === 0) await expectInvoice(tx, job, false)
  if (items.length === 0 || isExpected) return
  await moveJob(tx, job, 'invoiced', by)
}
