import { and, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { invoices } from '#db/schema.ts'
import { readTallies } from '#db/tallies.ts'
import { holdsAll } from '#db/words.ts'
import type { Actor } from '#src/accounts/account.ts'
import { env } from '#src/env.ts'
import { activeJobs } from '#src/jobs/lists.ts'
import { quoteWorkToInvoice } from '#src/quotes/lists.ts'
import { visitsToInvoice } from '#src/visits/lists.ts'
import { after, type Cursor } from '#src/web/cursor.ts'
import { type Listing, readPart } from '#src/web/listing.ts'
import type { Invoice, WorkTab } from './invoice.ts'
import { readInvoices } from './queries.ts'

export function invoicedItems(search = ''): Listing<Invoice> {
  const text = sql`plain_words(concat_ws(' ', ${invoices.invoiceNumber}, ${invoices.contractorName},
    ${invoices.contractorCompany}, ${invoices.propertyAddress}))`
  const matching = search ? holdsAll(text, search) : undefined
  return {
    read: (cursor, limit) =>
      readInvoices({ where: and(matching, after(cursor, invoices.invoiceDate, invoices.id)), limit }),
    at: (invoice) => invoice.invoiceDate,
    count: async () => (search ? db.$count(invoices, matching) : (await readTallies())('invoices').count),
  }
}

const part = async <Tab extends WorkTab, Item extends { id: string }>(
  tab: Tab,
  list: Listing<Item>,
  cursor: Cursor | null,
) => ({ tab, ...(await readPart(list, cursor)) })

const tabs = {
  active: (user: Actor, cursor: Cursor | null) => part('active', activeJobs(user), cursor),
  visits: async (_: Actor, cursor: Cursor | null) => ({
    ...(await part('visits', visitsToInvoice(), cursor)),
    fee: env.VISIT_FEE,
  }),
  quotes: (user: Actor, cursor: Cursor | null) => part('quotes', quoteWorkToInvoice(user), cursor),
  invoiced: (_: Actor, cursor: Cursor | null) => part('invoiced', invoicedItems(), cursor),
}

export const workList = (user: Actor, tab: WorkTab, cursor: Cursor | null) => tabs[tab](user, cursor)
