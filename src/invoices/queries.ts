import { and, desc, eq, type SQL } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { exactly, is } from '#db/conditions.ts'
import { invoices, quotes } from '#db/schema.ts'
import { readTallies } from '#db/tallies.ts'
import { ACTIVE } from '#src/jobs/job.ts'
import { type QuoteWithJob, readQuotes } from '#src/quotes/queries.ts'
import { after, inBatches } from '#src/web/cursor.ts'
import { NotFound } from '#src/web/errors.ts'
import { isUuid } from '#src/web/uuid.ts'
import type { Invoice, WorkCounts } from './invoice.ts'

/** 'Quote Work Completed': approved quotes whose work is done and that wait for an invoice. */
export const quoteWorkToInvoiceWhere = (): SQL =>
  and(is(quotes.status, 'approved'), is(quotes.workStatus, 'completed'), is(quotes.invoicingStatus, 'pending'))!

export const quoteWorkToInvoice = (): Promise<QuoteWithJob[]> => readQuotes({ where: quoteWorkToInvoiceWhere() })

/** Invoices, newest first. */
export const readInvoices = ({ where, limit }: { where?: SQL; limit?: number } = {}): Promise<Invoice[]> => {
  const query = db
    .select()
    .from(invoices)
    .where(where)
    .orderBy(desc(invoices.invoiceDate), desc(invoices.id))
    .$dynamic()
  return limit === undefined ? query : query.limit(exactly(limit))
}

/** 'Invoiced Items', newest first. */
export const invoicedItems = (): Promise<Invoice[]> => readInvoices()

/** As invoicedItems, in batches. */
export const allInvoices = (): AsyncGenerator<Invoice[], void> =>
  inBatches(
    (cursor, limit) => readInvoices({ where: after(cursor, invoices.invoiceDate, invoices.id), limit }),
    (invoice) => invoice.invoiceDate,
  )

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
