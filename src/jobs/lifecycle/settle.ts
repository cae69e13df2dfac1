import type { Tx } from '#db/connect/client.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { JobRow } from '#src/jobs/queries.ts'
import { invoicingOfQuotes } from '#src/quotes/queries.ts'
import { invoicingOfVisits } from '#src/visits/queries.ts'
import { expectInvoice, moveJob } from './move.ts'

/**
 * A completed job becomes invoiced with its last billable item. One without any stays completed. A cancelled one waits to
 * be invoiced as long as something was done before.
 */
export async function settleInvoiced(tx: Tx, job: JobRow, by: Actor): Promise<void> {
  if (job.status !== 'completed' && job.status !== 'cancelled') return
  const billed = await Promise.all([invoicingOfVisits(tx, job.id), invoicingOfQuotes(tx, job)])
  const statuses = billed.flat().filter((status) => status !== 'not_billable')
  const isPending = statuses.includes('pending')
  if (job.status === 'cancelled') return expectInvoice(tx, job, isPending)
  if (statuses.length === 0) await expectInvoice(tx, job, false)
  if (statuses.length === 0 || isPending) return
  await moveJob(tx, job, 'invoiced', by)
}
