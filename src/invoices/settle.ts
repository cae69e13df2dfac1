import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { jobVisits, quotes } from '#db/schema.ts'
import type { Actor } from '#src/accounts/account.ts'
import { moveJob } from '#src/jobs/move.ts'
import type { JobRow } from '#src/jobs/queries.ts'

/** A completed job whose last billable item is invoiced becomes invoiced. A job without one stays completed. */
export async function settleInvoiced(tx: Tx, job: JobRow, by: Actor): Promise<void> {
  if (job.status !== 'completed') return
  const items = await billableItems(tx, job)
  if (items.length === 0 || items.some((item) => item.invoicingStatus === 'pending')) return
  await moveJob(tx, job, 'invoiced', by)
}

/** A job's visits, but those of quote work, and its approved quotes whose work is done. */
async function billableItems(tx: Tx, job: JobRow) {
  const [visits, billableQuotes] = await Promise.all([
    tx
      .select({ invoicingStatus: jobVisits.invoicingStatus })
      .from(jobVisits)
      .where(and(eq(jobVisits.jobId, job.id), ne(jobVisits.invoicingStatus, 'not_billable'))),
    tx
      .select({ invoicingStatus: quotes.invoicingStatus })
      .from(quotes)
      .where(
        and(
          eq(quotes.jobId, job.parentJobId ?? job.id),
          eq(quotes.status, 'approved'),
          eq(quotes.workStatus, 'completed'),
          ne(quotes.invoicingStatus, 'not_billable'),
        ),
      ),
  ])
  return [...visits, ...billableQuotes]
}
