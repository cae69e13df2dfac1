import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { quoteSql } from '#db/query/predicates.ts'
import { jobs, quotes } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import { lockAccount } from '#src/accounts/queries.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { today } from '#src/domain/dates.ts'
import { detailsOf } from '#src/domain/job/fields.ts'
import { isToDecide } from '#src/domain/job/state.ts'
import { pounds } from '#src/domain/money.ts'
import { DECISIONS, type Decision, otherVersion, refusedAsExpired, refusedDecision } from '#src/domain/quote/quote.ts'
import { hasLapsed, isPending, isUnderWay } from '#src/domain/quote/state.ts'
import type { InvoicingStatus } from '#src/domain/visit/visit.ts'
import { type Notified, notify } from '#src/emails/notify.ts'
import { NotFound, Refused } from '#src/http/errors.ts'
import { isUuid } from '#src/http/uuid.ts'
import { refuseInvoiced } from '#src/invoices/invoiced.ts'
import { insertJob } from '#src/jobs/actions.ts'
import { lockFamily } from '#src/jobs/assignment/competing.ts'
import { moveJob, recordEvent } from '#src/jobs/lifecycle/move.ts'
import { settleInvoiced } from '#src/jobs/lifecycle/settle.ts'
import { goneFrom, type JobRow } from '#src/jobs/queries.ts'
import { ofVisits, removePhotos } from '#src/photos/removal.ts'
import { env } from '#src/runtime/env.ts'
import { emptyPhotos } from '#src/visits/actions.ts'
import { transaction } from '#src/writes/transaction.ts'
import { settleCompeting } from './competing.ts'
import type { Approval, RefusalInput } from './input.ts'
import { quotesVisibleTo } from './readable.ts'
import { recordQuote } from './record.ts'

export type QuoteRow = typeof quotes.$inferSelect

export function approveQuote(user: Actor, id: string, { version }: Approval = {}): Promise<Notified<QuoteRow>> {
  authorize(user, 'decideQuote')
  return transaction(async (tx) => {
    const { quote, job, rivals } = await lockQuote(tx, user, id)
    refuseOtherVersion(quote, version)
    refuseExpired(quote)
    const approved = await decide(tx, quote, 'approve')
    const unreached = await settleCompeting(tx, user, job, rivals)
    const moved = await moveJob(tx, job, DECISIONS.approve.event, user, { detail: { amount: pounds(quote.amount) } })
    await recordQuote(tx, user, 'quote.approved', quote)
    const work = await openQuoteWork(tx, moved, quote, user)
    await removeVisitPhotos(tx, quote.visitId)
    return { ...approved, unreached: [...(await notify(tx, 'quote_approved', work, { quote })), ...unreached] }
  })
}

export function declineQuote(user: Actor, id: string, refusal: RefusalInput = {}): Promise<Notified<QuoteRow>> {
  authorize(user, 'decideQuote')
  const { version, reason = null, askAgain = false } = refusal
  return transaction(async (tx) => {
    const { quote, job } = await lockQuote(tx, user, id)
    refuseOtherVersion(quote, version)
    const declined = await decide(tx, quote, 'decline', reason)
    await recordQuote(tx, user, 'quote.declined', quote)
    const detail = { amount: pounds(quote.amount), ...(reason && { reason }) }
    if (askAgain) {
      const contractor = await lockAccount(tx, quote.contractorId, 'contractor')
      if (!contractor) throw new Refused('This contractor is no longer on Fettle and cannot give a new price.')
      const set = { contractorId: contractor.id }
      const moved = await moveJob(tx, job, 'newPriceAsked', user, { detail, set })
      return { ...declined, unreached: await notify(tx, 'new_price_asked', moved, { quote, reason }) }
    }
    const moved = await moveJob(tx, job, DECISIONS.decline.event, user, { detail })
    const unreached = await notify(tx, 'quote_declined', moved, { quote, reason })
    await settleInvoiced(tx, moved, user)
    return { ...declined, unreached }
  })
}

/** Throws Refused once it is invoiced or while its work is under way. */
export function deleteQuote(user: Actor, id: string): Promise<void> {
  authorize(user, 'deleteQuote')
  return transaction(async (tx) => {
    const { quote, job } = await lockQuote(tx, user, id)
    await refuseInvoiced(tx, 'quote', quote)
    if (isUnderWay(quote)) throw new Refused('The work of this quote is not finished. Cancel its job first.')
    await recordQuote(tx, user, 'quote.deleted', quote)
    await tx.delete(quotes).where(eq(quotes.id, quote.id))
    const detail = { amount: pounds(quote.amount) }
    const former = quote.contractorId
    if (isToDecide(job) && isPending(quote)) {
      const contractor = await lockAccount(tx, job.contractorId, 'contractor')
      if (contractor) await moveJob(tx, job, 'quoteDeleted', user, { detail, former })
      else await moveJob(tx, job, 'quoteDeletedUnassigned', user, { detail, former, set: { contractorId: null } })
    } else {
      await recordEvent(tx, job, 'quoteRemoved', user, { detail, former })
      await settleInvoiced(tx, job, user)
    }
  })
}

type LockedQuote = { quote: QuoteRow; job: JobRow; rivals: JobRow[] }

export async function lockQuote(tx: Tx, user: Actor, id: string): Promise<LockedQuote> {
  const [found] = isUuid(id)
    ? await tx
        .select({ jobId: quotes.jobId })
        .from(quotes)
        .innerJoin(jobs, eq(jobs.id, quotes.jobId))
        .where(and(eq(quotes.id, id), quotesVisibleTo(user)))
    : []
  if (!found) throw await goneWith(tx, user, id)
  const { job, rivals } = await lockFamily(tx, user, found.jobId)
  const [quote] = await tx.select().from(quotes).where(eq(quotes.id, id)).for('update')
  if (!quote) throw new NotFound()
  return { quote, job, rivals }
}

async function goneWith(tx: Tx, user: Actor, id: string): Promise<Error> {
  const [quote] = isUuid(id) ? await tx.select({ jobId: quotes.jobId }).from(quotes).where(eq(quotes.id, id)) : []
  return quote ? goneFrom(tx, user, quote.jobId) : new NotFound()
}

export async function setQuoteInvoicing(
  tx: Tx,
  id: string,
  invoicingStatus: InvoicingStatus,
  by: Actor,
): Promise<void> {
  const changed = await tx
    .update(quotes)
    .set({ invoicingStatus, updatedAt: sql`now()` })
    .where(eq(quotes.id, id))
    .returning()
  for (const quote of changed) await recordQuote(tx, by, 'quote.invoicingChanged', quote, { to: invoicingStatus })
}

/** Nobody decides on figures that they have not read. */
export function refuseOtherVersion(quote: QuoteRow, version: number | undefined): void {
  if (isPending(quote) && version !== undefined && version !== quote.version)
    throw new Refused(otherVersion(quote), 'quote_changed')
}

type Judged = Pick<QuoteRow, 'status' | 'validUntil'>

export function refuseExpired(quote: Judged): void {
  if (hasLapsed(quote, today())) throw new Refused(refusedAsExpired(quote), 'quote_expired')
}

export function refuseDecided(quote: Pick<QuoteRow, 'status'>): void {
  if (!isPending(quote)) throw new Refused(refusedDecision(quote.status), 'quote_decided')
}

async function decide(tx: Tx, quote: QuoteRow, decision: Decision, reason: string | null = null): Promise<QuoteRow> {
  const [decided] = await tx
    .update(quotes)
    .set({ status: DECISIONS[decision].to, reason, updatedAt: sql`now()` })
    .where(and(eq(quotes.id, quote.id), quoteSql.isPending()))
    .returning()
  if (!decided) throw new Refused(refusedDecision(quote.status), 'quote_decided')
  return decided
}

/** Pending without a contractor when the account of the one who quoted is gone. */
async function openQuoteWork(tx: Tx, parent: JobRow, quote: QuoteRow, by: Actor): Promise<JobRow> {
  const contractor = await lockAccount(tx, quote.contractorId, 'contractor')
  const { estateAgentId, urgency, photosUrls, hiddenFromEstateAgent } = parent
  const work = await insertJob(tx, by, {
    ...detailsOf(parent),
    ...{ estateAgentId, urgency, photosUrls, hiddenFromEstateAgent },
    jobType: 'quote_work',
    parentJobId: parent.id,
    contractorId: contractor?.id ?? null,
    status: contractor ? 'assigned' : 'pending',
  })
  await tx.update(quotes).set({ workJobId: work.id }).where(eq(quotes.id, quote.id))
  return work
}

async function removeVisitPhotos(tx: Tx, visitId: string | null): Promise<void> {
  if (!visitId || env.PHOTOS_AFTER_APPROVAL === 'keep') return
  await removePhotos(tx, ofVisits([visitId]))
  await emptyPhotos(tx, visitId)
}
