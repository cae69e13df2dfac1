import { Elysia } from 'elysia'
import type { Actor } from '#src/accounts/account.ts'
import { once } from '#src/guard/idempotency.ts'
import { may } from '#src/guard/may.ts'
import { signedIn } from '#src/guard/signed-in.ts'
import { markQuoteInvoiced } from '#src/invoices/actions.ts'
import { invoiceJson } from '#src/invoices/json.ts'
import { answerCsv } from '#src/web/csv.ts'
import { jsonInput, noInput } from '#src/web/input.ts'
import { json, message } from '#src/web/json.ts'
import { answerList } from '#src/web/listing.ts'
import { LIST, queryParameters } from '#src/web/parameters.ts'
import { type Query, queryText } from '#src/web/query.ts'
import { approveQuote, declineQuote, deleteQuote } from './actions.ts'
import { answerQuote, currentQuote } from './answer.ts'
import { reviseQuote, withdrawQuote } from './changes.ts'
import { QUOTE_COLUMNS } from './csv.ts'
import { Approval, QuoteChange, Refusal, refusalRule, Withdrawal } from './input.ts'
import { quoteWithJobJson } from './json.ts'
import { ownQuotes, pendingQuotes, quoteFilterOf, quoteWorkToInvoice } from './lists.ts'
import { quoteVisibleTo } from './queries.ts'

type Asking = { user: Actor; request: Request; query: Query }

const toInvoice = ({ user, request, query }: Asking) => {
  may(user, 'readInvoicing')
  return answerList(request, query, quoteWorkToInvoice(user, queryText(query.search)), quoteWithJobJson)
}

export const quotesApi = new Elysia({ name: 'quotes-api' })
  .use(signedIn)
  .get('/api/quote-work-invoicing', toInvoice, queryParameters(...LIST))
  // The same list under its older name.
  .get('/api/dev/quote-work-invoicing', toInvoice, queryParameters(...LIST))
  .get(
    '/api/quotes',
    ({ user, request, query }) => {
      const list = ownQuotes(may(user, 'readQuotes'), quoteFilterOf(query))
      return answerList(request, query, list, quoteWithJobJson)
    },
    queryParameters(...LIST, 'status'),
  )
  .get(
    '/api/quotes/export.csv',
    ({ user, query }) => answerCsv('quotes', QUOTE_COLUMNS, ownQuotes(may(user, 'readQuotes'), quoteFilterOf(query))),
    queryParameters('search', 'status'),
  )
  .get(
    '/api/quotes/pending',
    ({ user, request, query }) => {
      const list = pendingQuotes(may(user, 'readQuotes'), queryText(query.search))
      return answerList(request, query, list, quoteWithJobJson)
    },
    queryParameters(...LIST),
  )
  .get('/api/quotes/:id', async ({ user, params }) =>
    json(quoteWithJobJson(await quoteVisibleTo(may(user, 'readQuotes'), params.id))),
  )
  .patch('/api/quotes/:id/approve', async ({ user, params, request }) => {
    may(user, 'decideQuote')
    const approve = async () => approveQuote(user, params.id, await jsonInput(request, Approval, { optional: true }))
    return once({ user, request, current: currentQuote(user, params.id) }, approve, answerQuote(user))
  })
  .patch('/api/quotes/:id/decline', async ({ user, params, request }) => {
    may(user, 'decideQuote')
    const decline = async () =>
      declineQuote(user, params.id, await jsonInput(request, Refusal, { optional: true, rule: refusalRule }))
    return once({ user, request, current: currentQuote(user, params.id) }, decline, answerQuote(user))
  })
  .patch('/api/quotes/:id', ({ user, params, request }) => {
    may(user, 'changeQuote')
    const revise = async () => reviseQuote(user, params.id, await jsonInput(request, QuoteChange))
    return once({ user, request, current: currentQuote(user, params.id) }, revise, answerQuote(user))
  })
  .post('/api/quotes/:id/withdraw', ({ user, params, request }) => {
    may(user, 'changeQuote')
    const withdraw = async () => withdrawQuote(user, params.id, (await jsonInput(request, Withdrawal)).reason)
    return once({ user, request, current: currentQuote(user, params.id) }, withdraw, answerQuote(user))
  })
  .post('/api/quotes/:id/mark-invoiced', async ({ user, params, request }) => {
    may(user, 'markInvoiced')
    await noInput(request)
    const invoice = () => markQuoteInvoiced(user, params.id)
    return once({ user, request, current: currentQuote(user, params.id) }, invoice, (issued) =>
      json(invoiceJson(issued), 201),
    )
  })
  .delete('/api/quotes/:id', ({ user, params, request }) => {
    may(user, 'deleteQuote')
    const remove = () => deleteQuote(user, params.id)
    return once({ user, request, current: currentQuote(user, params.id) }, remove, () =>
      message('The quote has been deleted.'),
    )
  })
