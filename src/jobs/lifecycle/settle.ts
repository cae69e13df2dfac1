import { and, eq, or, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { isOneOf } from '#db/query/conditions.ts'
import { jobs } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isCancelled, isCompleted } from '#src/domain/job/state.ts'
import { CLOSED } from '#src/domain/job/status.ts'
import { isBilledByItsQuote, isToInvoice } from '#src/domain/visit/state.ts'
import type { JobRow } from '#src/jobs/queries.ts'
import { invoicingOfQuotes } from '#src/quotes/queries.ts'
import { invoicingOfVisits } from '#src/visits/queries.ts'
import { expectInvoice, moveJob } from './move.ts'

/** It is answered with its visits and quotes, and the work of a quote with that. */
export async function touchJob(tx: Tx, id: string): Promise<void> {
  const isItsWork = and(eq(jobs.parentJobId, id), isOneOf(jobs.status, CLOSED))
  await tx
    .update(jobs)
    .set({ updatedAt: sql`now()` })
    .where(or(eq(jobs.id, id), isItsWork))
}

/** A completed job becomes invoiced with its last billable item; one without any stays completed. */
export async function settleInvoiced(tx: Tx, job: JobRow, by: Actor): Promise<void> {
  await touchJob(tx, job.id)
  if (!isCompleted(job) && !isCancelled(job)) return
  const billed = await Promise.all([invoicingOfVisits(tx, job.id), invoicingOfQuotes(tx, job)])
  const items = billed.flat().filter((item) => !isBilledByItsQuote(item))
  const isExpected = items.some(isToInvoice)
  if (isCancelled(job)) return expectInvoice(tx, job, isExpected)
  if (items.length === 0) await expectInvoice(tx, job, false)
  if (items.length === 0 || isExpected) return
  await moveJob(tx, job, 'invoiced', by)
}
