import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { invoices, settings } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import { anyAccount } from '#src/accounts/queries.ts'
import { type Actor, fullName } from '#src/domain/account/account.ts'
import { billsNothing, type InvoiceDeletion, invoiceNumber } from '#src/domain/invoice/invoice.ts'
import { shortIssue } from '#src/domain/job/job.ts'
import { mayMove } from '#src/domain/job/transitions.ts'
import { isBillable } from '#src/domain/quote/state.ts'
import { isInvoiced } from '#src/domain/visit/state.ts'
import { recordChange } from '#src/events/record.ts'
import { NotFound, Refused } from '#src/http/errors.ts'
import { isUuid } from '#src/http/uuid.ts'
import { moveJob, recordEvent } from '#src/jobs/lifecycle/move.ts'
import { settleInvoiced } from '#src/jobs/lifecycle/settle.ts'
import { type JobRow, lockJob, lockWorkOfQuote } from '#src/jobs/queries.ts'
import { lockQuote, setQuoteInvoicing } from '#src/quotes/actions.ts'
import { env } from '#src/runtime/env.ts'
import { lockVisit, setVisitInvoicing } from '#src/visits/actions.ts'
import { transaction } from '#src/writes/transaction.ts'
import { refuseUnbilled } from './invoiced.ts'

type InvoiceRow = typeof invoices.$inferSelect

export function markVisitInvoiced(user: Actor, id: string, amount: number = env.VISIT_FEE): Promise<InvoiceRow> {
  authorize(user, 'markInvoiced')
  return transaction(async (tx) => {
    const { visit, job } = await lockVisit(tx, user, id)
    refuseUnbilled(visit)
    await setVisitInvoicing(tx, visit.id, 'invoiced', user)
    const description = `Visit fee: ${visit.workDescription}`
    const item = { type: 'contractor_visit', visitId: visit.id, description, amount } as const
    const invoice = await issue(tx, user, job, visit.contractorId, item)
    await recordEvent(tx, job, 'itemInvoiced', user, { detail: { invoice: invoice.invoiceNumber } })
    await settleInvoiced(tx, job, user)
    return invoice
  })
}

export function markQuoteInvoiced(user: Actor, id: string): Promise<InvoiceRow> {
  authorize(user, 'markInvoiced')
  return transaction(async (tx) => {
    const { quote, job } = await lockQuote(tx, user, id)
    if (isInvoiced(quote)) throw new Refused('This quote is already invoiced.', 'already_invoiced')
    if (!isBillable(quote))
      throw new Refused('This quote cannot be invoiced: its work is not completed.', 'not_billable')
    await setQuoteInvoicing(tx, quote.id, 'invoiced', user)
    const description = quote.description || shortIssue(job.issueDescription)
    const item = { type: 'quote', quoteId: quote.id, description, amount: quote.amount } as const
    const work = await lockWorkOfQuote(tx, quote.id)
    const invoice = await issue(tx, user, job, work?.contractorId ?? quote.contractorId, item)
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

async function restoreItem(tx: Tx, { visitId, quoteId }: InvoiceRow, by: Actor): Promise<boolean> {
  if (visitId) await setVisitInvoicing(tx, visitId, 'pending', by)
  if (quoteId) await setQuoteInvoicing(tx, quoteId, 'pending', by)
  return !billsNothing({ visitId, quoteId })
}

type Item = Pick<InvoiceRow, 'type' | 'description' | 'amount'> & { visitId?: string; quoteId?: string }

async function issue(tx: Tx, by: Actor, job: JobRow, contractorId: string | null, item: Item): Promise<InvoiceRow> {
  const contractor = await anyAccount(tx, contractorId)
  const [invoice] = await tx
    .insert(invoices)
    .values({
      ...item,
      invoiceNumber: invoiceNumber(await nextNumber(tx)),
      jobId: job.id,
      contractorId,
      contractorName: contractor ? fullName(contractor) : '',
      contractorCompany: contractor?.company,
      propertyAddress: job.propertyAddress,
    })
    .returning()
  const { id, invoiceNumber: number } = invoice!
  await recordChange(tx, by, { type: 'invoice.issued', subjectId: id, jobId: job.id, data: { invoiceNumber: number } })
  return invoice!
}

// A row, not a sequence: a rollback gives its number back, and leaves no gap. It is locked until commit.
async function nextNumber(tx: Tx): Promise<number> {
  const [row] = await tx
    .insert(settings)
    .values({ name: 'invoice_number', counter: 1 })
    .onConflictDoUpdate({ target: settings.name, set: { counter: sql`${settings.counter} + 1` } })
    .returning({ counter: settings.counter })
  return row!.counter
}
