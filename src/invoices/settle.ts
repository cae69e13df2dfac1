import type { Tx } from '#db/client.ts'
import type { Actor } from '#src/accounts/account.ts'
import { expectNothing, moveJob } from '#src/jobs/move.ts'
import type { JobRow } from '#src/jobs/queries.ts'
import { invoicingOfQuotes } from '#src/quotes/queries.ts'
import { invoicingOfVisits } from '#src/visits/queries.ts'

/** A completed job becomes invoiced with its last billable item. One without any stays completed. */
export async function settleInvoiced(tx: Tx, job: JobRow, by: Actor): Promise<void> {
  if (job.status !== 'completed') return
  const billed = await Promise.all([invoicingOfVisits(tx, job.id), invoicingOfQuotes(tx, job)])
  const statuses = billed.flat().filter((status) => status !== 'not_billable')
  if (statuses.length === 0) await expectNothing(tx, job)
  if (statuses.length === 0 || statuses.includes('pending')) return
  await moveJob(tx, job, 'invoiced', by)
}
