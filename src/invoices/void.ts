import type { Tx } from '#db/connect/client.ts'
import { authorize } from '#src/access/authorize.ts'
import { type Actor, displayName } from '#src/domain/account/account.ts'
import { daysLater, today } from '#src/domain/dates.ts'
import type { Invoice, Voiding } from '#src/domain/invoice/invoice.ts'
import { linesOfFee, linesReplacing, withoutVat } from '#src/domain/invoice/lines.ts'
import { amountToReplace, bearsVat, billsItsFee, isPaid, isVoid } from '#src/domain/invoice/state.ts'
import type { Quote } from '#src/domain/quote/quote.ts'
import { type BilledLine, billed } from '#src/domain/vat.ts'
import { recordChange } from '#src/events/record.ts'
import { Refused } from '#src/http/errors.ts'
import { recordEvent } from '#src/jobs/lifecycle/move.ts'
import type { JobRow } from '#src/jobs/queries.ts'
import { quoteVisibleTo } from '#src/quotes/queries.ts'
import { env } from '#src/runtime/env.ts'
import { transaction } from '#src/writes/transaction.ts'
import { agencyNow, contractorNow, insertInvoice, nextCreditNote, sumsWithin } from './issue.ts'
import { lockInvoice, returnItem, touchItem, writeInvoice } from './item.ts'

export function refuseVoiding(invoice: Invoice): void {
  const { invoiceNumber } = invoice
  if (isVoid(invoice)) throw new Refused(`${invoiceNumber} is void already.`, 'already_void')
  refusePaid(invoice)
}

export function refusePaid(invoice: Invoice): void {
  const { invoiceNumber } = invoice
  if (isPaid(invoice)) throw new Refused(`${invoiceNumber} is marked as paid. Take that back first.`, 'already_paid')
}

export function voidInvoice(user: Actor, id: string, { reason, replaceWith }: Voiding): Promise<Invoice> {
  authorize(user, 'voidInvoice')
  return transaction(async (tx) => {
    const { invoice, job, work } = await lockInvoice(tx, user, id)
    const { invoiceNumber, jobId } = invoice
    refuseVoiding(invoice)
    // Before its replacement, as only one invoice in force may have the item.
    await writeInvoice(tx, id, { voidedAt: new Date(), voidReason: reason, ...by(user) })
    const replacement = replaceWith ? await replace(tx, user, invoice, job, replaceWith.amount) : null
    const creditNote = bearsVat(invoice) ? await nextCreditNote(tx) : null
    const voided = await writeInvoice(tx, id, {
      creditNote,
      replacedBy: replacement?.id,
      replacedByNumber: replacement?.invoiceNumber,
    })
    const follows = {
      ...(creditNote && { creditNote }),
      ...(replacement && { replacedBy: replacement.invoiceNumber }),
    }
    const data = { invoiceNumber, ...follows }
    await recordChange(tx, user, { type: 'invoice.voided', subjectId: id, jobId: jobId ?? undefined, data })
    if (job)
      await recordEvent(tx, job, 'invoiceVoided', user, { detail: { invoice: invoiceNumber, reason, ...follows } })
    if (replacement) await touchItem(tx, invoice, job)
    else await returnItem(tx, user, { invoice, job, work })
    return voided
  })
}

const by = (user: Actor) => ({ voidedBy: user.id, voidedByName: displayName(user) || 'Fettle' })

/** What is known today goes before what the invoice had: a wrong name or VAT number is put right by it as well. */
async function replace(tx: Tx, user: Actor, before: Invoice, job: JobRow | null, amount?: number): Promise<Invoice> {
  const { type, jobId, visitId, quoteId, contractorId, description, propertyAddress, propertyName, propertyKey } =
    before
  const { contractorName, contractorCompany, contractorAddress, contractorVatNumber } = before
  const then = { contractorName, contractorCompany, contractorAddress, contractorVatNumber }
  const from = await contractorNow(tx, contractorId, then)
  const quote = quoteId ? await quoteVisibleTo(user, quoteId, tx) : null
  const lines = linesNow(before, quote, from.contractorVatNumber, amount)
  const agency = job?.estateAgency ?? before.agency
  return insertInvoice(tx, user, {
    ...{ type, jobId, visitId, quoteId, contractorId, description, lines },
    ...from,
    ...sumsWithin(lines),
    ...(agency && (await agencyNow(tx, agency))),
    ...{ propertyAddress, propertyName, propertyKey, jobRef: before.jobRef, agentId: before.agentId },
    taxPoint: before.taxPoint ?? today(before.invoiceDate),
    dueOn: daysLater(today(), env.INVOICE_DAYS),
    replaces: before.id,
    replacesNumber: before.invoiceNumber,
  })
}

function linesNow(
  before: Invoice,
  quote: Pick<Quote, 'lines' | 'amount'> | null,
  vatNumber: string | null,
  amount = amountToReplace(before),
): BilledLine[] {
  const { description } = before
  if (billsItsFee(before)) return linesOfFee(description, amount, vatNumber)
  const was = quote?.lines?.length
    ? { description, lines: billed(quote.lines, quote.amount), amount: quote.amount }
    : before
  const now = was.lines && amount === was.amount ? was.lines : linesReplacing(was, amount)
  return vatNumber ? now : withoutVat(now)
}
