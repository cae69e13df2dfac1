import { and, type SQL } from 'drizzle-orm'
import { invoices, jobs, jobVisits, quotes } from '#db/schema.ts'
import type { Actor } from '#src/accounts/account.ts'
import { activeWhere, readJobs } from '#src/jobs/queries.ts'
import { readVisits, visitsToInvoiceWhere } from '#src/visits/queries.ts'
import { after, type Cursor, PAGE_SIZE, partOf } from '#src/web/cursor.ts'
import type { WorkTab } from './invoice.ts'
import { readInvoices, readQuoteWork } from './queries.ts'

const limit = PAGE_SIZE + 1
const from = (where: SQL | undefined, cursor: SQL | undefined) => ({ where: and(where, cursor), limit })

const lists = {
  active: async (user: Actor, cursor: Cursor | null) => ({
    tab: 'active' as const,
    ...partOf(
      await readJobs(user, from(activeWhere(), after(cursor, jobs.createdAt, jobs.id))),
      (job) => job.createdAt,
    ),
  }),
  visits: async (_: Actor, cursor: Cursor | null) => {
    const where = and(visitsToInvoiceWhere(), after(cursor, jobVisits.visitDate, jobVisits.id))
    return { tab: 'visits' as const, ...partOf(await readVisits(where, limit), (visit) => visit.visitDate) }
  },
  quotes: async (user: Actor, cursor: Cursor | null) => ({
    tab: 'quotes' as const,
    ...partOf(
      await readQuoteWork(user, from(undefined, after(cursor, quotes.createdAt, quotes.id))),
      (quote) => quote.createdAt,
    ),
  }),
  invoiced: async (_: Actor, cursor: Cursor | null) => ({
    tab: 'invoiced' as const,
    ...partOf(
      await readInvoices(from(undefined, after(cursor, invoices.invoiceDate, invoices.id))),
      (invoice) => invoice.invoiceDate,
    ),
  }),
}

/** The items of one tab of the administrator's dashboard after a cursor, newest first. */
export const workList = (user: Actor, tab: WorkTab, cursor: Cursor | null) => lists[tab](user, cursor)
