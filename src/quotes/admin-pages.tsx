import { Elysia } from 'elysia'
import type { Actor } from '#src/accounts/account.ts'
import { may } from '#src/guard/permission.ts'
import { signedIn } from '#src/guard/signed-in.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { readCursor } from '#src/web/cursor.ts'
import { NotFound } from '#src/web/errors.ts'
import { type Query, queryText, withQuery } from '#src/web/query.ts'
import { fragment, frameOf, isPartial, page } from '#src/web/respond.tsx'
import { AdminQuoteDetails, AdminQuotePage } from '#views/quotes/admin-details.tsx'
import { AdminQuoteCards, AdminQuoteList, AdminQuotesPage } from '#views/quotes/admin-list.tsx'
import { QuoteWorkCards, QuoteWorkList, QuoteWorkPage } from '#views/quotes/admin-work.tsx'
import { QuoteWorkDetails, QuoteWorkDetailsPage } from '#views/quotes/admin-work-details.tsx'
import { adminQuotes, matchingQuotes, quoteTotals } from './admin-queries.ts'
import { quotesCsv } from './export.ts'
import { quotesMatching } from './list.ts'
import { quoteVisibleTo } from './queries.ts'
import { matchingQuoteWork, quoteWorkDone, quoteWorkTotals } from './work-queries.ts'

async function quoteListOf(user: Actor, query: Query) {
  const search = queryText(query.search)
  const [{ items, next }, totals, matching] = await Promise.all([
    adminQuotes(user, search, readCursor(queryText(query.cursor))),
    quoteTotals(),
    matchingQuotes(search),
  ])
  const nextHref = next && withQuery('/admin/quotes', { search, cursor: next })
  return {
    quotes: items,
    search,
    totals,
    matching,
    nextHref,
    exportHref: withQuery('/admin/quotes/export.csv', { search }),
  }
}

async function workListOf(user: Actor, query: Query) {
  const search = queryText(query.search)
  const [{ items, next }, totals, matching] = await Promise.all([
    quoteWorkDone(user, search, readCursor(queryText(query.cursor))),
    quoteWorkTotals(),
    matchingQuoteWork(search),
  ])
  return {
    jobs: items,
    search,
    totals,
    matching,
    nextHref: next && withQuery('/admin/quote-work', { search, cursor: next }),
  }
}

/** All Quotes and All Quote Work, each with its dialogs. */
export const adminQuotesPages = new Elysia({ name: 'admin-quotes-pages' })
  .use(signedIn)
  .get('/admin/quotes', async ({ user, request, query }) => {
    may(user, 'openAdminScreens')
    const list = await quoteListOf(user, query)
    if (isPartial(request))
      return fragment(request, query.cursor ? <AdminQuoteCards {...list} /> : <AdminQuoteList {...list} />)
    return page(request, <AdminQuotesPage frame={frameOf(request, user)} {...list} />)
  })
  .get('/admin/quotes/export.csv', ({ user, query }) => {
    may(user, 'openAdminScreens')
    return quotesCsv(user, quotesMatching(queryText(query.search), undefined))
  })
  .get('/admin/quotes/:id', async ({ user, request, params }) => {
    may(user, 'openAdminScreens')
    const quote = await quoteVisibleTo(user, params.id)
    if (isPartial(request)) return fragment(request, <AdminQuoteDetails quote={quote} />)
    return page(request, <AdminQuotePage frame={frameOf(request, user)} quote={quote} />)
  })
  .get('/admin/quote-work', async ({ user, request, query }) => {
    may(user, 'openAdminScreens')
    const list = await workListOf(user, query)
    if (isPartial(request))
      return fragment(request, query.cursor ? <QuoteWorkCards {...list} /> : <QuoteWorkList {...list} />)
    return page(request, <QuoteWorkPage frame={frameOf(request, user)} {...list} />)
  })
  .get('/admin/quote-work/:id', async ({ user, request, params }) => {
    may(user, 'openAdminScreens')
    const job = await jobVisibleTo(user, params.id)
    if (job.jobType !== 'quote_work') throw new NotFound()
    if (isPartial(request)) return fragment(request, <QuoteWorkDetails job={job} />)
    return page(request, <QuoteWorkDetailsPage frame={frameOf(request, user)} job={job} />)
  })
