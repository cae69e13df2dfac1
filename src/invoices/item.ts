import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { invoices } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { billsNothing, type Invoice } from '#src/domain/invoice/invoice.ts'
import { mayMove } from '#src/domain/job/transitions.ts'
import { NotFound } from '#src/http/errors.ts'
import { oneById } from '#src/http/uuid.ts'
import { moveJob } from '#src/jobs/lifecycle/move.ts'
import { settleInvoiced, touchJob } from '#src/jobs/lifecycle/settle.ts'
import { type JobRow, lockJob, lockWorkOfQuote } from '#src/jobs/queries.ts'
import { setQuoteInvoicing } from '#src/quotes/actions.ts'
import { setVisitInvoicing, touchVisit } from '#src/visits/actions.ts'

type LockedInvoice = { invoice: Invoice; job: JobRow | null; work: JobRow | null }

export async function lockInvoice(tx: Tx, user: Actor, id: string): Promise<LockedInvoice> {
  const found = await oneById(id, () => tx.select().from(invoices).where(eq(invoices.id, id)))
  const job = found.jobId ? await lockJob(tx, user, found.jobId) : null
  const work = job && found.quoteId ? ((await lockWorkOfQuote(tx, found.quoteId)) ?? null) : null
  const [locked] = await tx.select().from(invoices).where(eq(invoices.id, id)).for('update')
  if (!locked) throw new NotFound()
  return { invoice: { ...locked, net: locked.net ?? locked.amount }, job, work }
}

export async function writeInvoice(
  tx: Tx,
  id: string,
  values: Partial<typeof invoices.$inferInsert>,
): Promise<Invoice> {
  const [row] = await tx
    .update(invoices)
    .set({ ...values, updatedAt: sql`now()` })
    .where(eq(invoices.id, id))
    .returning()
  return { ...row!, net: row!.net ?? row!.amount }
}

/** Where what it billed stays invoiced, with another fee and number or none. */
export async function touchItem(tx: Tx, { visitId }: Invoice, job: JobRow | null): Promise<void> {
  await touchVisit(tx, visitId)
  if (job) await touchJob(tx, job.id)
}

/** What it billed is to be invoiced again. False where that has been deleted. */
export async function returnItem(tx: Tx, by: Actor, { invoice, job, work }: LockedInvoice): Promise<boolean> {
  const { visitId, quoteId } = invoice
  if (visitId) await setVisitInvoicing(tx, visitId, 'pending', by)
  if (quoteId) await setQuoteInvoicing(tx, quoteId, 'pending', by)
  for (const concerned of [job, work]) {
    if (!concerned) continue
    if (mayMove(concerned, 'invoiceDeleted')) await moveJob(tx, concerned, 'invoiceDeleted', by)
    else await settleInvoiced(tx, concerned, by)
  }
  return !billsNothing({ visitId, quoteId })
}
