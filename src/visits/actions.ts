import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { jobVisits } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { mayMove } from '#src/domain/job/transitions.ts'
import type { InvoicingStatus } from '#src/domain/visit/visit.ts'
import { notify } from '#src/emails/notify.ts'
import { recordChange } from '#src/events/record.ts'
import { NotFound, Refused } from '#src/http/errors.ts'
import { oneById } from '#src/http/uuid.ts'
import { refuseInvoiced } from '#src/invoices/invoiced.ts'
import { moveJob, recordEvent } from '#src/jobs/lifecycle/move.ts'
import { settleInvoiced } from '#src/jobs/lifecycle/settle.ts'
import { type JobRow, lockJob } from '#src/jobs/queries.ts'
import { ofVisits, removePhotos } from '#src/photos/removal.ts'
import { renewCertificate } from '#src/properties/certificates/renew.ts'
import { submitQuote } from '#src/quotes/submit.ts'
import { completeQuoteWork } from '#src/quotes/work.ts'
import { transaction } from '#src/writes/transaction.ts'
import type { CompletedVisit, WorkReport } from './input.ts'
import { recordVisit } from './record.ts'

const NOBODY_TO_DECIDE =
  'No estate agent of this agency is on Fettle yet to decide on a quote. Complete the job without one, or ask the office to add the agent first.'

export function completeJob(user: Actor, id: string, visit: CompletedVisit): Promise<JobRow> {
  authorize(user, 'completeJob')
  return transaction(async (tx) => {
    const job = await lockJob(tx, user, id)
    if (visit.quote && !job.estateAgentId && mayMove(job, 'completedWithQuote')) throw new Refused(NOBODY_TO_DECIDE)
    const { workDone, certificate, ...recorded } = visit
    const event = visit.quote ? 'completedWithQuote' : 'completed'
    const moved = await moveJob(tx, job, event, user, { at: visit.visitDate })
    const visitId = await recordVisit(tx, user, moved, { ...recorded, workDone, needsQuote: visit.quote !== null })
    if (certificate) await renewCertificate(tx, user, moved, certificate)
    if (!visit.quote) {
      await notify(tx, 'job_completed', moved, { workDone })
      return moved
    }
    const quote = await submitQuote(tx, user, moved, visitId, visit.quote)
    await notify(tx, 'quote_submitted', moved, { quote, workDone })
    return moved
  })
}

export function markJobComplete(user: Actor, id: string, report: WorkReport = {}): Promise<JobRow> {
  authorize(user, 'markJobComplete')
  return transaction(async (tx) => {
    const job = await lockJob(tx, user, id)
    const moved = await moveJob(tx, job, 'markedComplete', user)
    const { workDone, certificate, ...visit } = report
    if (workDone) await recordVisit(tx, user, moved, { ...visit, workDone })
    if (certificate) await renewCertificate(tx, user, moved, certificate)
    await completeQuoteWork(tx, moved, user, visit.visitDate)
    await notify(tx, 'job_completed', moved, { workDone })
    return moved
  })
}

export function deleteVisit(user: Actor, id: string): Promise<void> {
  authorize(user, 'deleteVisit')
  return transaction(async (tx) => {
    const { visit, job } = await lockVisit(tx, user, id)
    await refuseInvoiced(tx, 'visit', visit)
    await removePhotos(tx, ofVisits([visit.id]))
    await recordChange(tx, user, { type: 'visit.deleted', subjectId: visit.id, jobId: job.id })
    await tx.delete(jobVisits).where(eq(jobVisits.id, visit.id))
    await recordEvent(tx, job, 'visitDeleted', user, { former: visit.contractorId })
    await settleInvoiced(tx, job, user)
  })
}

export async function lockVisit(tx: Tx, user: Actor, id: string) {
  const found = await oneById(id, () => tx.select().from(jobVisits).where(eq(jobVisits.id, id)))
  const job = await lockJob(tx, user, found.jobId)
  const [visit] = await tx.select().from(jobVisits).where(eq(jobVisits.id, id)).for('update')
  if (!visit) throw new NotFound()
  return { visit, job }
}

export async function setVisitInvoicing(
  tx: Tx,
  id: string,
  invoicingStatus: InvoicingStatus,
  by: Actor,
): Promise<void> {
  const changed = await tx
    .update(jobVisits)
    .set({ invoicingStatus, updatedAt: sql`now()` })
    .where(eq(jobVisits.id, id))
    .returning()
  for (const { jobId } of changed)
    await recordChange(tx, by, { type: 'visit.invoicingChanged', subjectId: id, jobId, data: { to: invoicingStatus } })
}

export async function touchVisit(tx: Tx, id: string | null): Promise<void> {
  if (id) await tx.update(jobVisits).set({ updatedAt: sql`now()` }).where(eq(jobVisits.id, id))
}

export async function emptyPhotos(tx: Tx, id: string): Promise<void> {
  await tx.update(jobVisits).set({ photosUrls: [], updatedAt: sql`now()` }).where(eq(jobVisits.id, id))
}
