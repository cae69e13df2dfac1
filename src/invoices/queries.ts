import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { is, literal } from '#db/conditions.ts'
import { invoices, jobs, quotes } from '#db/schema.ts'
import { readTallies } from '#db/tallies.ts'
import type { Actor } from '#src/accounts/account.ts'
import { ACTIVE } from '#src/jobs/job.ts'
import { type QuoteWithJob, readQuotes } from '#src/quotes/queries.ts'
import { NotFound } from '#src/web/errors.ts'
import { isUuid } from '#src/web/uuid.ts'
import type { Invoice, WorkCounts } from './invoice.ts'

/** 'Quote Work Completed': approved quotes whose work is done and that wait for an invoice. */
export const quoteWorkToInvoiceWhere = (): SQL =>
  and(is(quotes.status, 'approved'), is(quotes.workStatus, 'completed'), is(quotes.invoicingStatus, 'pending'))!

/** Who did the work of a quote, as its invoice names them: it may have passed to another than the one who quoted. */
export const doneBy = sql`coalesce(
  (select work.contractor_id from ${jobs} work where work.parent_job_id = ${quotes.jobId}), ${quotes.contractorId})`

/** One quote, with who did its work. Throws NotFound. */
export async function quoteWorkById(reader: Actor, id: string): Promise<QuoteWithJob> {
  const [found] = isUuid(id) ? await readQuotes(reader, { where: eq(quotes.id, id), limit: 1, by: doneBy }) : []
  if (!found) throw new NotFound()
  return found
}

/** Invoices, newest first. */
export const readInvoices = ({ where, limit }: { where?: SQL; limit?: number } = {}): Promise<Invoice[]> => {
  const query = db
    .select()
    .from(invoices)
    .where(where)
    .orderBy(desc(invoices.invoiceDate), desc(invoices.id))
    .$dynamic()
  return limit === undefined ? query : query.limit(literal(limit))
}

/** One invoice. Throws NotFound. */
export async function invoiceById(id: string): Promise<Invoice> {
  const [found] = isUuid(id) ? await readInvoices({ where: eq(invoices.id, id), limit: 1 }) : []
  if (!found) throw new NotFound()
  return found
}

/** How many things each tab of the administrator's dashboard has. */
export async function workCounts(): Promise<WorkCounts> {
  const tally = await readTallies()
  return {
    active: tally('jobs', { status: ACTIVE }).count,
    visits: tally('job_visits', { status: ['pending'] }).count,
    quotes: tally('quotes', { kind: 'to_invoice' }).count,
    invoiced: tally('invoices').count,
  }
}
