import { and } from 'drizzle-orm'
import { Elysia } from 'elysia'
import type { DbOrTx } from '#db/client.ts'
import type { Actor } from '#src/accounts/account.ts'
import { markQuoteInvoiced } from '#src/invoices/actions.ts'
import { invoiceJson } from '#src/invoices/json.ts'
import { quoteWorkListing } from '#src/invoices/queries.ts'
import { untoldJson } from '#src/jobs/answer.ts'
import { once } from '#src/web/idempotency.ts'
import { json, said } from '#src/web/json.ts'
import { answerList } from '#src/web/listing.ts'
import { asked, type Query } from '#src/web/query.ts'
import { may, signedIn } from '#src/web/session.ts'
import { approveQuote, declineQuote, deleteQuote } from './actions.ts'
import { quotesCsv } from './export.ts'
import { quoteWithJobJson } from './json.ts'
import { ownQuoteListing, quoteFilterOf, quoteListing, quotesFiltered } from './listing.ts'
import { pendingWhere, quotesVisibleTo, quoteVisibleTo } from './queries.ts'

/** Answers a quote that was decided as its user sees it now. */
const answerQuote =
  (user: Actor) =>
  async ({ id, untold }: { id: string; untold: readonly string[] }, tx: DbOrTx) =>
    json({ ...quoteWithJobJson(await quoteVisibleTo(user, id, tx)), ...untoldJson(untold) })

type Asking = { user: Actor; request: Request; query: Query }

const toInvoice = ({ user, request, query }: Asking) => {
  may(user, 'readInvoicing')
  return answerList(request, query, quoteWorkListing(asked(query.search)), quoteWithJobJson)
}

export const quotesApi = new Elysia({ name: 'quotes-api' })
  .use(signedIn)
  .get('/api/quote-work-invoicing', toInvoice)
  // The development variant's name for the same list.
  .get('/api/dev/quote-work-invoicing', toInvoice)
  .get('/api/quotes', ({ user, request, query }) => {
    const list = ownQuoteListing(may(user, 'readQuotes'), quoteFilterOf(query))
    return answerList(request, query, list, quoteWithJobJson)
  })
  .get('/api/quotes/export.csv', ({ user, query }) =>
    quotesCsv(and(quotesVisibleTo(may(user, 'readQuotes')), quotesFiltered(quoteFilterOf(query)))),
  )
  .get('/api/quotes/pending', ({ user, request, query }) => {
    const list = quoteListing(pendingWhere(may(user, 'readQuotes')), { search: asked(query.search) })
    return answerList(request, query, list, quoteWithJobJson)
  })
  .get('/api/quotes/:id', async ({ user, params }) =>
    json(quoteWithJobJson(await quoteVisibleTo(may(user, 'readQuotes'), params.id))),
  )
  .patch('/api/quotes/:id/approve', ({ user, params, request }) => {
    may(user, 'decideQuote')
    return once({ user, request }, () => approveQuote(user, params.id), answerQuote(user))
  })
  .patch('/api/quotes/:id/decline', ({ user, params, request }) => {
    may(user, 'decideQuote')
    return once({ user, request }, () => declineQuote(user, params.id), answerQuote(user))
  })
  .post('/api/quotes/:id/mark-invoiced', ({ user, params, request }) => {
    may(user, 'markInvoiced')
    const invoice = () => markQuoteInvoiced(user, params.id)
    return once({ user, request }, invoice, (issued) => json(invoiceJson(issued), 201))
  })
  .delete('/api/quotes/:id', async ({ user, params }) => {
    await deleteQuote(user, params.id)
    return said('The quote has been deleted.')
  })
