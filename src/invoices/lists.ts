import { and, eq, not, or, type SQL, sql } from 'drizzle-orm'
import { isAmong, isAmongTexts, isOneOf } from '#db/query/conditions.ts'
import { matchesOf } from '#db/query/first-matches.ts'
import { invoiceSql } from '#db/query/predicates.ts'
import { readTallies } from '#db/query/tallies.ts'
import { holdsAll, holdsAllByIndex } from '#db/query/words.ts'
import { invoices } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { today } from '#src/domain/dates.ts'
import { INVOICE_STATES, INVOICE_TYPE_LABELS, type Invoice, type WorkTab } from '#src/domain/invoice/invoice.ts'
import { propertyKeyOf } from '#src/domain/job/address.ts'
import { valuesIn } from '#src/domain/list-view/with-query.ts'
import { after, type Cursor } from '#src/http/cursor.ts'
import { type Listing, readPart, searchListing } from '#src/http/list/listing.ts'
import { searched } from '#src/http/list/searched.ts'
import { isUuid } from '#src/http/uuid.ts'
import { activeJobs } from '#src/jobs/lists.ts'
import { DAY, field, type Narrowed, oneOfChoices, properties, texts } from '#src/jobs/search/filters.ts'
import { filtersBeside } from '#src/jobs/search/filters-beside.ts'
import { quoteWorkListed } from '#src/quotes/lists.ts'
import { visitsToInvoice } from '#src/visits/lists.ts'
import { usualFees } from './fees/usual.ts'
import { exportsOf } from './files/exported.ts'
import { countInvoices, invoicesVisibleTo, readInvoices } from './queries.ts'

/** As invoices_searched_index has it. */
const words = sql`plain_words(${invoices.invoiceNumber} || ' ' || ${invoices.contractorName} || ' ' ||
  coalesce(${invoices.contractorCompany}, '') || ' ' || ${invoices.propertyAddress} || ' ' ||
  coalesce(${invoices.propertyName}, '') || ' ' || coalesce(${invoices.jobRef}, '') || ' ' || coalesce(${invoices.agency}, ''))`

const matching = (search: string, remaining: SQL = sql`true`) => ({
  column: invoices.invoiceDate,
  among: sql`select id, ${invoices.invoiceDate} as at, ${words} as words from ${invoices} where ${remaining}`,
  matches: holdsAll(sql`words`, search),
  // plain_words() takes as long as twenty rows.
  dear: 20,
  indexed: sql`select id, ${invoices.invoiceDate} as at from ${invoices}
    where ${holdsAllByIndex(words, search)} and ${remaining}`,
})

export const invoicedItems = (search = ''): Listing<Invoice> => searched(search, (words) => invoicesOf(words))

/** As invoices_tax_day_index has it: an invoice of an earlier version has the day on which it was made. */
export const taxDay = sql`coalesce(${invoices.taxPoint}, (${invoices.invoiceDate} at time zone 'Europe/London')::date)`

const IN_STATE: Record<keyof typeof INVOICE_STATES, () => SQL> = {
  open: () => not(invoiceSql.isVoid()),
  owed: () => invoiceSql.isOwed(),
  late: () => invoiceSql.isOverdue(today()),
  paid: () => invoiceSql.isPaid(),
  void: () => invoiceSql.isVoid(),
}

export const INVOICE_FILTERS = filtersBeside(
  { ...invoices, day: invoices.invoiceDate },
  {
    state: oneOfChoices('State', INVOICE_STATES, (states) => or(...states.map((state) => IN_STATE[state]()))!),
    type: oneOfChoices('Type', INVOICE_TYPE_LABELS, (types) => isOneOf(invoices.type, types)),
    // Its own, which stay when its job goes.
    agency: texts('Estate agency', (name) => sql`lower(${invoices.agency}) = lower(${name})`),
    property: properties((address) => {
      const key = propertyKeyOf(address)
      return key ? eq(invoices.propertyKey, key) : sql`false`
    }),
    number: {
      ...texts('Invoice number', (number) => eq(invoices.invoiceNumber, number)),
      where: (text) => isAmongTexts(invoices.invoiceNumber, valuesIn(text)),
    },
    taxFrom: field('Tax point from', DAY, (day) => sql`${taxDay} >= ${day}::date`),
    taxTo: field('Tax point to', DAY, (day) => sql`${taxDay} <= ${day}::date`),
  },
)

export function invoicesFor(user: Actor, { search, where }: Narrowed): Listing<Invoice> {
  const own = isAdmin(user) ? where : and(invoicesVisibleTo(user), where)
  return searched(search, (words) => invoicesOf(words, own))
}

function invoicesOf(search: string, where?: SQL): Listing<Invoice> {
  const remaining = (cursor: Cursor | null) => and(where, after(cursor, invoices.invoiceDate, invoices.id))
  const list = (found?: SQL): Listing<Invoice> => ({
    read: (cursor, limit) => readInvoices({ where: and(found, remaining(cursor)), limit }),
    at: (invoice) => invoice.invoiceDate,
    count: async (most) => (where ? countInvoices(where, most) : (await readTallies())('invoices').count),
  })
  if (!search) return list()
  const found = matchesOf(invoices.id, (remaining) => matching(search, and(where, remaining)))
  const read: Listing<Invoice>['read'] = async (cursor, limit) =>
    found.first((among) => readInvoices({ where: and(among, where) }), {
      remaining: after(cursor, invoices.invoiceDate, invoices.id),
      limit,
    })
  // Words are made anew for each invoice that is looked at.
  return {
    ...searchListing(list(holdsAll(words, search)), read, found),
    isSlowToCount: async () => true,
  }
}

export const foundBySearch = (search: string): SQL => holdsAllByIndex(words, search)

export const invoicesAmong = (user: Actor, ids: readonly string[]): Listing<Invoice> =>
  invoicesFor(user, { search: '', where: isAmong(invoices.id, ids.filter(isUuid)) })

const part = async <Tab extends WorkTab, Item extends { id: string }>(
  tab: Tab,
  list: Listing<Item>,
  cursor: Cursor | null,
) => ({ tab, ...(await readPart(list, cursor)) })

const tabs = {
  active: (user: Actor, cursor: Cursor | null) => part('active', activeJobs(user), cursor),
  visits: async (_: Actor, cursor: Cursor | null) => {
    const found = await part('visits', visitsToInvoice(), cursor)
    return { ...found, fees: await usualFees(found.items) }
  },
  quotes: (user: Actor, cursor: Cursor | null) => part('quotes', quoteWorkListed(user), cursor),
  invoiced: async (user: Actor, cursor: Cursor | null) => {
    const found = await part('invoiced', invoicedItems(), cursor)
    return { ...found, exports: await exportsOf(user, found.items) }
  },
}

export const workList = (user: Actor, tab: WorkTab, cursor: Cursor | null) => tabs[tab](user, cursor)
