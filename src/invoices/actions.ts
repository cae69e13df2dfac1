import { eq } from 'drizzle-orm'
import { invoices } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { Invoice, InvoiceDeletion } from '#src/domain/invoice/invoice.ts'
import { linesOfFee, linesOfQuote } from '#src/domain/invoice/lines.ts'
import { isVoid } from '#src/domain/invoice/state.ts'
import { shortIssue } from '#src/domain/job/job.ts'
import { isBillable } from '#src/domain/quote/state.ts'
import { isInvoiced } from '#src/domain/visit/state.ts'
import { recordChange } from '#src/events/record.ts'
import { Refused } from '#src/http/errors.ts'
import { lastDoneAt } from '#src/jobs/lifecycle/completed.ts'
import { recordEvent } from '#src/jobs/lifecycle/move.ts'
import { settleInvoiced } from '#src/jobs/lifecycle/settle.ts'
import { lockWorkOfQuote } from '#src/jobs/queries.ts'
import { lockQuote, setQuoteInvoicing } from '#src/quotes/actions.ts'
import { lockVisit, setVisitInvoicing } from '#src/visits/actions.ts'
import { transaction } from '#src/writes/transaction.ts'
import { usualFee } from './fees/usual.ts'
import { refuseUnbilled } from './invoiced.ts'
import { issue } from './issue.ts'
import { lockInvoice, returnItem, touchItem } from './item.ts'
import { refusePaid } from './void.ts'

/** `fee` in pence, without VAT. */
export function markVisitInvoiced(user: Actor, id: string, fee?: number): Promise<Invoice> {
  authorize(user, 'markInvoiced')
  return transaction(async (tx) => {
    const { visit, job } = await lockVisit(tx, user, id)
    refuseUnbilled(visit)
    await setVisitInvoicing(tx, visit.id, 'invoiced', user)
    const description = `Visit fee: ${visit.workDescription}`
    const charged = fee ?? (await usualFee(visit, tx)).pence
    const invoice = await issue(tx, user, job, {
      ...{ type: 'contractor_visit', visitId: visit.id, description, contractorId: visit.contractorId },
      linesFor: (vatNumber) => linesOfFee(description, charged, vatNumber),
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
      linesFor: (vatNumber) => linesOfQuote(description, quote, vatNumber),
      doneAt: (await lastDoneAt(tx, work?.id ?? job.id)) ?? new Date(),
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
    const locked = await lockInvoice(tx, user, id)
    const { job, invoice } = locked
    const { invoiceNumber, jobId } = invoice
    if (isVoid(invoice)) throw new Refused(`${invoiceNumber} is void, and kept as a record of it.`, 'already_void')
    refusePaid(invoice)
    const data = { invoiceNumber, hardDelete: hard ? 'yes' : 'no' }
    await recordChange(tx, user, { type: 'invoice.deleted', subjectId: id, jobId: jobId ?? undefined, data })
    await tx.delete(invoices).where(eq(invoices.id, id))
    const detail = { invoice: invoiceNumber, ...(hard && { hardDelete: 'yes' }) }
    if (job) await recordEvent(tx, job, 'itemRestored', user, { detail })
    if (hard) {
      await touchItem(tx, invoice, job)
      return 'kept'
    }
    return (await returnItem(tx, user, locked)) ? 'restored' : 'gone'
  })
}
