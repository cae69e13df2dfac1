import type { DbOrTx, Tx } from '#db/connect/client.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { apiOf, callsUnder, NO_BODY } from '#src/http/call.ts'
import { changed } from '#src/http/json-answer.ts'
import { LIST } from '#src/http/parameters.ts'
import { type Query, queryText } from '#src/http/query.ts'
import { Confirmation } from '#src/http/schemas.ts'
import { markQuoteInvoiced } from '#src/invoices/actions.ts'
import { invoiceJson } from '#src/invoices/json.ts'
import { InvoiceSchema } from '#src/invoices/schemas.ts'
import { approveQuote, declineQuote, deleteQuote, lockQuote } from './actions.ts'
import { reviseQuote, withdrawQuote } from './changes.ts'
import { QUOTE_COLUMNS } from './csv.ts'
import { Approval, QuoteChange, RefusalInput, refusalRule, Withdrawal } from './input.ts'
import { quoteWithJobJson } from './json.ts'
import { ownQuotes, pendingQuotes, QUOTE_FILTERS, quoteWorkToInvoice } from './lists.ts'
import { quoteVisibleTo } from './queries.ts'
import { ChangedQuote, QuotesWithJobs, QuoteWithJobSchema } from './schemas.ts'

const { get, list, csv, post, patch, remove } = callsUnder('Quotes')

type Asking = { user: Actor; query: Query }

const found = ({ user, query }: Asking) => ownQuotes(user, QUOTE_FILTERS.read(user, query))
const toInvoice = ({ user, query }: Asking) => quoteWorkToInvoice(user, queryText(query.search))

type Changed = { id: string; unreached: readonly string[] }

const answerQuote = async ({ id, unreached }: Changed, { user, tx }: { user: Actor; tx: DbOrTx }) =>
  changed(quoteWithJobJson(await quoteVisibleTo(user, id, tx)), unreached)

async function currentQuote(tx: Tx, user: Actor, id: string) {
  await lockQuote(tx, user, id)
  return quoteWithJobJson(await quoteVisibleTo(user, id, tx))
}

export const quotesApi = apiOf('quotes-api', [
  list(
    '/api/quote-work-invoicing',
    'listQuoteWorkToInvoice',
    'Finished quote work to be invoiced',
    { may: 'readInvoicing', answer: QuotesWithJobs },
    toInvoice,
    quoteWithJobJson,
  ),
  list(
    '/api/dev/quote-work-invoicing',
    'listQuoteWorkToInvoiceDev',
    'Finished quote work to be invoiced, under an older name',
    { may: 'readInvoicing', deprecated: true, answer: QuotesWithJobs },
    toInvoice,
    quoteWithJobJson,
  ),
  list(
    '/api/quotes',
    'listQuotes',
    'The quotes that one may read',
    { may: 'readQuotes', query: { ...LIST, ...QUOTE_FILTERS.parameters }, answer: QuotesWithJobs },
    found,
    quoteWithJobJson,
  ),
  csv(
    '/api/quotes/export.csv',
    'exportQuotes',
    'The same quotes as CSV',
    { may: 'readQuotes', query: QUOTE_FILTERS.parameters, file: 'quotes', columns: QUOTE_COLUMNS },
    found,
  ),
  list(
    '/api/quotes/pending',
    'listPendingQuotes',
    'Quotes that wait for a decision',
    { may: 'readQuotes', answer: QuotesWithJobs },
    ({ user, query }) => pendingQuotes(user, queryText(query.search)),
    quoteWithJobJson,
  ),
  get(
    '/api/quotes/:id',
    'getQuote',
    'A quote',
    { may: 'readQuotes', answer: QuoteWithJobSchema },
    async ({ user, params }) => quoteWithJobJson(await quoteVisibleTo(user, params.id)),
  ),
  patch(
    '/api/quotes/:id/approve',
    'approveQuote',
    'Approves a quote; a quote work job is made for its contractor, and rivals are declined',
    { may: 'decideQuote', ifMatch: currentQuote, body: Approval, optional: true, answer: ChangedQuote },
    ({ user, params, body }) => approveQuote(user, params.id, body),
    answerQuote,
  ),
  patch(
    '/api/quotes/:id/decline',
    'declineQuote',
    'Declines a quote, which ends the job; with askAgain and a reason the job is its contractor’s again',
    {
      may: 'decideQuote',
      ifMatch: currentQuote,
      ...{ body: RefusalInput, optional: true, rule: refusalRule },
      answer: ChangedQuote,
    },
    ({ user, params, body }) => declineQuote(user, params.id, body),
    answerQuote,
  ),
  patch(
    '/api/quotes/:id',
    'changeQuote',
    'Changes the given fields of a quote that waits for a decision; its version grows unless nothing differs',
    { may: 'changeQuote', ifMatch: currentQuote, body: QuoteChange, answer: ChangedQuote },
    ({ user, params, body }) => reviseQuote(user, params.id, body),
    answerQuote,
  ),
  post(
    '/api/quotes/:id/withdraw',
    'withdrawQuote',
    'Takes a quote back; the job is assigned again',
    { may: 'changeQuote', ifMatch: currentQuote, body: Withdrawal, answer: ChangedQuote },
    ({ user, params, body }) => withdrawQuote(user, params.id, body.reason),
    answerQuote,
  ),
  post(
    '/api/quotes/:id/mark-invoiced',
    'invoiceQuote',
    'Invoices finished quote work',
    { may: 'markInvoiced', ifMatch: currentQuote, ...NO_BODY, answer: InvoiceSchema, status: 201 },
    ({ user, params }) => markQuoteInvoiced(user, params.id),
    invoiceJson,
  ),
  remove(
    '/api/quotes/:id',
    'deleteQuote',
    'Deletes a quote that is not invoiced and has no unfinished work',
    { may: 'deleteQuote', ifMatch: currentQuote, answer: Confirmation },
    ({ user, params }) => deleteQuote(user, params.id),
    () => ({ message: 'The quote has been deleted.' }),
  ),
])
