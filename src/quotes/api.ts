import { Elysia } from 'elysia'
import type { Actor } from '#src/accounts/account.ts'
import { markQuoteInvoiced } from '#src/invoices/actions.ts'
import { invoiceJson } from '#src/invoices/json.ts'
import { quoteWorkToInvoiceWhere } from '#src/invoices/queries.ts'
import { json, said, streamJson } from '#src/web/json.ts'
import { may, signedIn } from '#src/web/session.ts'
import { approveQuote, declineQuote, deleteQuote } from './actions.ts'
import { quoteWithJobJson } from './json.ts'
import { allQuotes, pendingWhere, quotesVisibleTo, quoteVisibleTo } from './queries.ts'

const list = ({ user }: { user: Actor }) => {
  may(user, 'readInvoicing')
  return streamJson(allQuotes(quoteWorkToInvoiceWhere()), quoteWithJobJson)
}

export const quotesApi = new Elysia({ name: 'quotes-api' })
  .use(signedIn)
  .get('/api/quote-work-invoicing', list)
  // The development variant's name for the same list.
  .get('/api/dev/quote-work-invoicing', list)
  .get('/api/quotes', ({ user }) => streamJson(allQuotes(quotesVisibleTo(may(user, 'readQuotes'))), quoteWithJobJson))
  .get('/api/quotes/pending', ({ user }) =>
    streamJson(allQuotes(pendingWhere(may(user, 'readQuotes'))), quoteWithJobJson),
  )
  .get('/api/quotes/:id', async ({ user, params }) =>
    json(quoteWithJobJson(await quoteVisibleTo(may(user, 'readQuotes'), params.id))),
  )
  .patch('/api/quotes/:id/approve', async ({ user, params }) => {
    await approveQuote(user, params.id)
    return json(quoteWithJobJson(await quoteVisibleTo(user, params.id)))
  })
  .patch('/api/quotes/:id/decline', async ({ user, params }) => {
    await declineQuote(user, params.id)
    return json(quoteWithJobJson(await quoteVisibleTo(user, params.id)))
  })
  .post('/api/quotes/:id/mark-invoiced', async ({ user, params }) =>
    json(invoiceJson(await markQuoteInvoiced(user, params.id)), 201),
  )
  .delete('/api/quotes/:id', async ({ user, params }) => {
    await deleteQuote(user, params.id)
    return said('The quote has been deleted.')
  })
