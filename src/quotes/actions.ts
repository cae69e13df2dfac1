import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { jobs, jobVisits, quotes, users } from '#db/schema.ts'
import type { Actor } from '#src/accounts/account.ts'
import { dayOf, today } from '#src/dates.ts'
import { type Told, tell } from '#src/emails/tell.ts'
import { may } from '#src/guard/permission.ts'
import { transaction } from '#src/guard/transaction.ts'
import { refuseInvoiced } from '#src/invoices/invoiced.ts'
import { settleInvoiced } from '#src/invoices/settle.ts'
import { insertJob } from '#src/jobs/actions.ts'
import { detailsOf } from '#src/jobs/details.ts'
import { moveJob, recordEvent } from '#src/jobs/move.ts'
import { type JobRow, lockJob } from '#src/jobs/queries.ts'
import { pounds } from '#src/money.ts'
import { ofVisits, removePhotos } from '#src/photos/removal.ts'
import { NotFound, Refused } from '#src/web/errors.ts'
import { isUuid } from '#src/web/uuid.ts'
import { quotesVisibleTo } from './queries.ts'
import { DECISIONS, type Decision, hasExpired, refusedDecision } from './quote.ts'

type QuoteRow = typeof quotes.$inferSelect

/** Approves a pending quote: opens the quote work, tells the contractor, removes the visit's photos. */
export function approveQuote(user: Actor, id: string): Promise<Told<QuoteRow>> {
  may(user, 'decideQuote')
  return transaction(async (tx) => {
    const { quote, job } = await lockQuote(tx, user, id)
    if (quote.status === 'pending' && hasExpired(quote.validUntil, today()))
      throw new Refused(`This quote expired on ${dayOf(quote.validUntil!)}`)
    const approved = await decide(tx, quote, 'approve')
    const moved = await moveJob(tx, job, DECISIONS.approve.event, user, { detail: { amount: pounds(quote.amount) } })
    const work = await openQuoteWork(tx, moved, quote, user)
    await removeVisitPhotos(tx, quote.visitId)
    return { ...approved, untold: await tell(tx, 'quote_approved', work, { quote }) }
  })
}

/** Declines a pending quote. The job is completed: its visit stays billable. */
export function declineQuote(user: Actor, id: string): Promise<Told<QuoteRow>> {
  may(user, 'decideQuote')
  return transaction(async (tx) => {
    const { quote, job } = await lockQuote(tx, user, id)
    const declined = await decide(tx, quote, 'decline')
    const moved = await moveJob(tx, job, DECISIONS.decline.event, user, { detail: { amount: pounds(quote.amount) } })
    const untold = await tell(tx, 'quote_declined', moved, { quote })
    await settleInvoiced(tx, moved, user)
    return { ...declined, untold }
  })
}

/** Deletes a quote that is not invoiced and whose work is not under way. With a pending one its job is in hand again. */
export function deleteQuote(user: Actor, id: string): Promise<void> {
  may(user, 'deleteQuote')
  return transaction(async (tx) => {
    const { quote, job } = await lockQuote(tx, user, id)
    await refuseInvoiced(tx, 'quote', quote)
    if (quote.status === 'approved' && (quote.workStatus === 'not_started' || quote.workStatus === 'in_progress'))
      throw new Refused('The work of this quote is not finished. Cancel its job first.')
    await tx.delete(quotes).where(eq(quotes.id, quote.id))
    const detail = { amount: pounds(quote.amount) }
    if (job.status === 'quote_pending' && quote.status === 'pending') {
      const contractor = await presentContractor(tx, job.contractorId)
      if (contractor) await moveJob(tx, job, 'quoteDeleted', user, { detail })
      else await moveJob(tx, job, 'quoteDeletedUnassigned', user, { detail, set: { contractorId: null } })
    } else {
      await recordEvent(tx, job, 'quoteRemoved', user, { detail })
      await settleInvoiced(tx, job, user)
    }
  })
}

/** A quote the user may read and its job, both rows locked, the job's first. Throws NotFound. */
export async function lockQuote(tx: Tx, user: Actor, id: string): Promise<{ quote: QuoteRow; job: JobRow }> {
  const [found] = isUuid(id)
    ? await tx
        .select({ jobId: quotes.jobId })
        .from(quotes)
        .innerJoin(jobs, eq(jobs.id, quotes.jobId))
        .where(and(eq(quotes.id, id), quotesVisibleTo(user)))
    : []
  if (!found) throw new NotFound()
  const job = await lockJob(tx, user, found.jobId)
  const [quote] = await tx.select().from(quotes).where(eq(quotes.id, id)).for('update')
  if (!quote) throw new NotFound()
  return { quote, job }
}

async function decide(tx: Tx, quote: QuoteRow, decision: Decision): Promise<QuoteRow> {
  const [decided] = await tx
    .update(quotes)
    .set({ status: DECISIONS[decision].to, updatedAt: sql`now()` })
    .where(and(eq(quotes.id, quote.id), eq(quotes.status, 'pending')))
    .returning()
  if (!decided) throw new Refused(refusedDecision(quote.status))
  return decided
}

/** The job that carries out an approved quote, with the same contractor; without one when their account is gone. */
async function openQuoteWork(tx: Tx, parent: JobRow, quote: QuoteRow, by: Actor): Promise<JobRow> {
  const contractor = await presentContractor(tx, quote.contractorId)
  const { estateAgentId, urgency, contractorType, hiddenFromEstateAgent } = parent
  return insertJob(tx, by, {
    ...detailsOf(parent),
    ...{ estateAgentId, urgency, contractorType, hiddenFromEstateAgent },
    jobType: 'quote_work',
    parentJobId: parent.id,
    contractorId: contractor?.id ?? null,
    status: contractor ? 'assigned' : 'pending',
  })
}

/** The contractor's row while their account is there, kept from being deleted until the transaction ends; else null. */
async function presentContractor(tx: Tx, id: string | null) {
  if (!id) return null
  const [found] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, 'contractor'), isNull(users.deletedAt)))
    // No stronger: what follows locks the agent's row and then this, and two of them would wait in a ring.
    .for('key share')
  return found ?? null
}

async function removeVisitPhotos(tx: Tx, visitId: string | null): Promise<void> {
  if (!visitId) return
  await removePhotos(tx, ofVisits([visitId]))
  await tx.update(jobVisits).set({ photosUrls: [] }).where(eq(jobVisits.id, visitId))
}
