import { Elysia } from 'elysia'
import type { Actor } from '#src/accounts/account.ts'
import { markQuoteInvoiced } from '#src/invoices/actions.ts'
import { invoiceJson } from '#src/invoices/json.ts'
import { quoteWorkToInvoice } from '#src/invoices/queries.ts'
import { json, said } from '#src/web/json.ts'
import { may, signedIn } from '#src/web/session.ts'
import { approveQuote, declineQuote, deleteQuote } from './actions.ts'
import { quoteWithJobJson } from './json.ts'
import { pendingQuotes, quotesVisibleTo, quoteVisibleTo, readQuotes } from './queries.ts'

const list = async ({ user }: { user: Actor }) => {
  may(user, 'readInvoicing')
  return json((await quoteWorkToInvoice()).map(quoteWithJobJson))
}

export const quotesApi = new Elysia({ name: 'quotes-api' })
  .use(signedIn)
  .get('/api/quote-work-invoicing', list)
  // The development variant's name for the same list.
  .get('/api/dev/quote-work-invoicing', list)
  .get('/api/quotes', async ({ user }) =>
    json((await readQuotes({ where: quotesVisibleTo(may(user, 'readQuotes')) })).map(quoteWithJobJson)),
  )
  .get('/api/quotes/pending', async ({ user }) =>
    json((await pendingQuotes(may(user, 'readQuotes'))).map(quoteWithJobJson)),
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
