import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { jobs, quotes } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isBeingCarriedOut, isQuoteWork } from '#src/domain/job/state.ts'
import type { WorkStatus } from '#src/domain/quote/quote.ts'
import { moveJob } from '#src/jobs/lifecycle/move.ts'
import { settleInvoiced } from '#src/jobs/lifecycle/settle.ts'
import { type JobRow, lockParent } from '#src/jobs/queries.ts'
import { isCarriedOutBy } from './carried-out.ts'
import { recordQuote } from './record.ts'

export const startQuoteWork = (tx: Tx, work: JobRow, by: Actor) => setWorkStatus(tx, work, 'in_progress', by)

export const releaseQuoteWork = (tx: Tx, work: JobRow, by: Actor) => setWorkStatus(tx, work, 'not_started', by)

export async function completeQuoteWork(tx: Tx, work: JobRow, by: Actor, at?: Date): Promise<void> {
  await setWorkStatus(tx, work, 'completed', by)
  await closeParent(tx, work, 'quoteWorkCompleted', by, at)
}

export async function cancelQuoteWork(tx: Tx, work: JobRow, by: Actor): Promise<void> {
  await setWorkStatus(tx, work, 'cancelled', by)
  await closeParent(tx, work, 'quoteWorkCancelled', by)
}

export async function bindQuoteWork(tx: Tx, job: JobRow): Promise<void> {
  await tx
    .update(quotes)
    .set({ workJobId: sql`${jobs.id}` })
    .from(jobs)
    .where(and(eq(jobs.parentJobId, job.id), isNull(quotes.workJobId), isCarriedOutBy(quotes, jobs)))
}

async function setWorkStatus(tx: Tx, work: JobRow, workStatus: WorkStatus, by: Actor): Promise<void> {
  if (!isQuoteWork(work)) return
  const changed = await tx
    .update(quotes)
    .set({ workStatus, updatedAt: sql`now()` })
    .from(jobs)
    .where(and(eq(jobs.id, work.id), isCarriedOutBy(quotes, jobs), ne(quotes.workStatus, workStatus)))
    .returning({ id: quotes.id, jobId: quotes.jobId })
  for (const quote of changed) await recordQuote(tx, by, 'quote.workChanged', quote, { to: workStatus })
}

async function closeParent(
  tx: Tx,
  work: JobRow,
  event: 'quoteWorkCompleted' | 'quoteWorkCancelled',
  by: Actor,
  at?: Date,
): Promise<void> {
  const parent = await lockParent(tx, work)
  if (!parent || !isBeingCarriedOut(parent)) return
  const closed = await moveJob(tx, parent, event, by, { detail: { job: work.jobRef }, at })
  await settleInvoiced(tx, closed, by)
}
