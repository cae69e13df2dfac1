import { and, desc, eq, type SQL } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { invoices, quotes } from '#db/schema.ts'
import { type QuoteWithJob, readQuotes } from '#src/quotes/queries.ts'
import type { Invoice } from './invoice.ts'

/** 'Quote Work Completed': approved quotes whose work is done and that wait for an invoice. */
export const quoteWorkToInvoiceWhere = (): SQL =>
  and(eq(quotes.status, 'approved'), eq(quotes.workStatus, 'completed'), eq(quotes.invoicingStatus, 'pending'))!

export const quoteWorkToInvoice = (): Promise<QuoteWithJob[]> => readQuotes({ where: quoteWorkToInvoiceWhere() })

/** 'Invoiced Items', newest first. */
export const invoicedItems = (): Promise<Invoice[]> =>
  db.select().from(invoices).orderBy(desc(invoices.invoiceDate), desc(invoices.id))
