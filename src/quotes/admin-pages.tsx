import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { isQuoteWork } from '#src/domain/job/state.ts'
import { NotFound } from '#src/http/errors.ts'
import { adminList, bySearch } from '#src/http/list/admin-list.tsx'
import { dialogOrPage } from '#src/http/respond/respond.tsx'
import { quoteWorkDone } from '#src/jobs/lists.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { AdminQuoteDetails } from '#views/quotes/admin-details.tsx'
import { AdminQuoteList, AdminQuoteRows, AdminQuotesPage } from '#views/quotes/admin-list.tsx'
import { QuoteWorkList, QuoteWorkPage, QuoteWorkRows } from '#views/quotes/admin-work.tsx'
import { QuoteWorkDetails } from '#views/quotes/admin-work-details.tsx'
import { QUOTE_COLUMNS } from './csv.ts'
import { ownQuotes, ownQuotesListed, QUOTE_FILTERS } from './lists.ts'
import { quoteVisibleTo } from './queries.ts'
import { revisionsOf } from './revisions.ts'
import { quoteTotals, quoteWorkTotals } from './totals.ts'

const allQuotes = adminList({
  path: '/admin/quotes',
  filterOf: QUOTE_FILTERS.typed,
  list: (user, filter) => ownQuotesListed(user, QUOTE_FILTERS.narrowedTo(user, filter)),
  figures: async ({ search: _, ...by }, user) => {
    const [totals, set] = await Promise.all([quoteTotals(), QUOTE_FILTERS.words(user, by)])
    return { ...totals, set }
  },
  csv: {
    name: 'quotes',
    columns: QUOTE_COLUMNS,
    list: (user, filter) => ownQuotes(user, QUOTE_FILTERS.narrowedTo(user, filter)),
  },
  page: AdminQuotesPage,
  region: AdminQuoteList,
  items: AdminQuoteRows,
})

const allQuoteWork = adminList({
  path: '/admin/quote-work',
  filterOf: bySearch,
  list: quoteWorkDone,
  figures: quoteWorkTotals,
  page: QuoteWorkPage,
  region: QuoteWorkList,
  items: QuoteWorkRows,
})

export const adminQuotesPages = new Elysia({ name: 'admin-quotes-pages' })
  .use(allQuotes)
  .use(allQuoteWork)
  .use(signedIn)
  .get('/admin/quotes/:id', async ({ user, request, params }) => {
    const quote = await quoteVisibleTo(authorize(user, 'openAdminScreens'), params.id)
    return dialogOrPage({ user, request }, AdminQuoteDetails, { quote, revisions: await revisionsOf(user, quote) })
  })
  .get('/admin/quote-work/:id', async ({ user, request, params }) => {
    const job = await jobVisibleTo(authorize(user, 'openAdminScreens'), params.id)
    if (!isQuoteWork(job)) throw new NotFound()
    return dialogOrPage({ user, request }, QuoteWorkDetails, { job })
  })
