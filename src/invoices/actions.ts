import { eq } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { invoices } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { billsNothing, type Invoice, type InvoiceDeletion } from '#src/domain/invoice/invoice.ts'
import { linesOfFee, linesOfQuote } from '#src/domain/invoice/lines.ts'
import { shortIssue } from '#src/domain/job/job.ts'
import { mayMove } from '#src/domain/job/transitions.ts'
import { isBillable } from '#src/domain/quote/state.ts'
import { isInvoiced } from '#src/domain/visit/state.ts'
import { recordChange } from '#src/events/record.ts'
import { NotFound, Refused } from '#src/http/errors.ts'
import { isUuid } from '#src/http/uuid.ts'
import { lastCompletedAt } from '#src/jobs/lifecycle/completed.ts'
import { moveJob, recordEvent } from '#src/jobs/lifecycle/move.ts'
import { settleInvoiced } from '#src/jobs/lifecycle/settle.ts'
import { lockJob, lockWorkOfQuote } from '#src/jobs/queries.ts'
import { lockQuote, setQuoteInvoicing } from '#src/quotes/actions.ts'
import { lockVisit, setVisitInvoicing } from '#src/visits/actions.ts'
import { transaction } from '#src/writes/transaction.ts'
import { usualFee } from './fees/usual.ts'
import { refuseUnbilled } from './invoiced.ts'
import { issue } from './issue.ts'

/** `fee` in pence, without VAT. */
export function markVisitInvoiced(user: Actor, id: string, fee?: number): Promise<Invoice> {
  authorize(user, 'markInvoiced')
  return transaction(async (tx) => {
    const { visit, job } = await lockVisit(tx, user, id)
    refuseUnbilled(visit)
    await setVisitInvoicing(tx, visit.id, 'invoiced', user)
    const description = `Visit fee: ${visit.workDescription}`
    const invoice = await issue(tx, user, job, {
      ...{ type: 'contractor_visit', visitId: visit.id, description, contractorId: visit.contractorId },
      linesFor: (vatNumber) => linesOfFee(description, fee ?? usualFee(visit), vatNumber),
      doneAt: visit.visitDate,
    })
    await recordEvent(tx, job, 'itemInvoiced', user, { detail: { invoice: invoice.invoiceNumber } })
    await settleInvoiced(tx, job, user)
    return invoice
  })
}

export function markQuoteInvoiced(user: Actor, id: string): Promise<Invoice> {
  authorize(user, 'markInvoiced')
  return transaction(async (tx) => {
    const { quote, job } = await lockQuote(tx, user, id)
    if (isInvoiced(quote)) throw new Refused('This quote is already invoiced.', 'already_invoiced')
    if (!isBillable(quote))
      throw new Refused('This quote cannot be invoiced: its work is not completed.', 'not_billable')
    await setQuoteInvoicing(tx, quote.id, 'invoiced', user)
    const description = quote.description || shortIssue(job.issueDescription)
    const work = await lockWorkOfQuote(tx, quote.id)
    const invoice = await issue(tx, user, job, {
      ...{ type: 'quote', quoteId: quote.id, description, contractorId: work?.contractorId ?? quote.contractorId },
      linesFor: () => linesOfQuote(description, quote),
      doneAt: (await lastCompletedAt(tx, work?.id ?? job.id)) ?? new Date(),
    })
    await recordEvent(tx, job, 'itemInvoiced', user, { detail: { invoice: invoice.invoiceNumber } })
    await settleInvoiced(tx, job, user)
    if (work) await settleInvoiced(tx, work, user)
    return invoice
  })
}

/** Its item is ready for invoicing again; with `hard` it stays invoiced. The number is not given out again. */
export function deleteInvoice(user: Actor, id: string, hard: boolean): Promise<InvoiceDeletion> {
  authorize(user, 'deleteInvoice')
  return transaction(async (tx) => {
    const [found] = isUuid(id) ? await tx.select().from(invoices).where(eq(invoices.id, id)) : []
    if (!found) throw new NotFound()
    const job = found.jobId ? await lockJob(tx, user, found.jobId) : null
    const [invoice] = await tx.delete(invoices).where(eq(invoices.id, id)).returning()
    if (!invoice) throw new NotFound()
    const { invoiceNumber, jobId } = invoice
    const data = { invoiceNumber, hardDelete: hard ? 'yes' : 'no' }
    await recordChange(tx, user, { type: 'invoice.deleted', subjectId: id, jobId: jobId ?? undefined, data })
    const left = hard ? 'kept' : (await restoreItem(tx, invoice, user)) ? 'restored' : 'gone'
    if (!job) return left
    const detail = { invoice: invoice.invoiceNumber, ...(hard && { hardDelete: 'yes' }) }
    await recordEvent(tx, job, 'itemRestored', user, { detail })
    const work = !hard && invoice.quoteId ? await lockWorkOfQuote(tx, invoice.quoteId) : null
    for (const concerned of hard ? [] : [job, work]) {
      if (!concerned) continue
      if (mayMove(concerned, 'invoiceDeleted')) await moveJob(tx, concerned, 'invoiceDeleted', user)
      else await settleInvoiced(tx, concerned, user)
    }
    return left
  })
}

async function restoreItem(
  tx: Tx,
  { visitId, quoteId }: Pick<Invoice, 'visitId' | 'quoteId'>,
  by: Actor,
): Promise<boolean> {
  if (visitId) await setVisitInvoicing(tx, visitId, 'pending', by)
  if (quoteId) await setQuoteInvoicing(tx, quoteId, 'pending', by)
  return !billsNothing({ visitId, quoteId })
}
