import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { QUOTE_STATUSES } from '#src/domain/quote/quote.ts'
import { Confirmation } from '#src/http/answers.ts'
import { CSV, describedUnder, NoBody } from '#src/http/described.ts'
import { jsonInput, noInput } from '#src/http/input.ts'
import { answerList } from '#src/http/list/listing.ts'
import { LIST, parameter, SEARCH, someValuesOf } from '#src/http/parameters.ts'
import { A_MOMENT, type Query, queryText } from '#src/http/query.ts'
import { answerCsv } from '#src/http/respond/csv.ts'
import { json, jsonWithEtag, message } from '#src/http/respond/json.ts'
import { markQuoteInvoiced } from '#src/invoices/actions.ts'
import { InvoiceSchema } from '#src/invoices/answers.ts'
import { invoiceJson } from '#src/invoices/json.ts'
import { once } from '#src/writes/idempotency.ts'
import { approveQuote, declineQuote, deleteQuote } from './actions.ts'
import { answerQuote, currentQuote } from './answer.ts'
import { ChangedQuote, QuotesWithJobs, QuoteWithJobSchema } from './answers.ts'
import { reviseQuote, withdrawQuote } from './changes.ts'
import { QUOTE_COLUMNS } from './csv.ts'
import { Approval, QuoteChange, RefusalInput, refusalRule, Withdrawal } from './input.ts'
import { quoteWithJobJson } from './json.ts'
import { ownQuotes, pendingQuotes, quoteFilterOf, quoteWorkToInvoice } from './lists.ts'
import { quoteVisibleTo } from './queries.ts'

const described = describedUnder('Quotes')

const FILTERS = {
  status: someValuesOf('Status: one, or several separated by commas.', QUOTE_STATUSES),
  updatedSince: parameter(`Changed at or after ${A_MOMENT}.`, Type.String({ format: 'date-time' })),
}

type Asking = { user: Actor; request: Request; query: Query }

const toInvoice = ({ user, request, query }: Asking) => {
  authorize(user, 'readInvoicing')
  return answerList(request, query, quoteWorkToInvoice(user, queryText(query.search)), quoteWithJobJson)
}

export const quotesApi = new Elysia({ name: 'quotes-api' })
  .use(signedIn)
  .get(
    '/api/quote-work-invoicing',
    toInvoice,
    described('listQuoteWorkToInvoice', 'Finished quote work to be invoiced', {
      by: 'readInvoicing',
      query: LIST,
      answers: { 200: QuotesWithJobs },
    }),
  )
  // The same list under its older name.
  .get(
    '/api/dev/quote-work-invoicing',
    toInvoice,
    described('listQuoteWorkToInvoiceDev', 'Finished quote work to be invoiced, under an older name', {
      by: 'readInvoicing',
      query: LIST,
      deprecated: true,
      answers: { 200: QuotesWithJobs },
    }),
  )
  .get(
    '/api/quotes',
    ({ user, request, query }) => {
      const list = ownQuotes(authorize(user, 'readQuotes'), quoteFilterOf(query))
      return answerList(request, query, list, quoteWithJobJson)
    },
    described('listQuotes', 'The quotes that one may read', {
      by: 'readQuotes',
      query: { ...LIST, ...FILTERS },
      answers: { 200: QuotesWithJobs },
    }),
  )
  .get(
    '/api/quotes/export.csv',
    ({ user, request, query }) =>
      answerCsv(request, 'quotes', QUOTE_COLUMNS, ownQuotes(authorize(user, 'readQuotes'), quoteFilterOf(query))),
    described('exportQuotes', 'The same quotes as CSV', {
      by: 'readQuotes',
      query: { ...SEARCH, ...FILTERS },
      answers: { 200: CSV },
    }),
  )
  .get(
    '/api/quotes/pending',
    ({ user, request, query }) => {
      const list = pendingQuotes(authorize(user, 'readQuotes'), queryText(query.search))
      return answerList(request, query, list, quoteWithJobJson)
    },
    described('listPendingQuotes', 'Quotes that wait for a decision', {
      by: 'readQuotes',
      query: LIST,
      answers: { 200: QuotesWithJobs },
    }),
  )
  .get(
    '/api/quotes/:id',
    async ({ user, params, request }) =>
      jsonWithEtag(request, quoteWithJobJson(await quoteVisibleTo(authorize(user, 'readQuotes'), params.id))),
    described('getQuote', 'A quote', { by: 'readQuotes', answers: { 200: QuoteWithJobSchema } }),
  )
  .patch(
    '/api/quotes/:id/approve',
    async ({ user, params, request }) => {
      authorize(user, 'decideQuote')
      const approve = async () => approveQuote(user, params.id, await jsonInput(request, Approval, { optional: true }))
      return once({ user, request, current: currentQuote(user, params.id) }, approve, answerQuote(user))
    },
    described(
      'approveQuote',
      'Approves a quote; a quote work job is made for its contractor, and rivals are declined',
      { by: 'decideQuote', ifMatch: true, body: Approval, optionalBody: true, answers: { 200: ChangedQuote } },
    ),
  )
  .patch(
    '/api/quotes/:id/decline',
    async ({ user, params, request }) => {
      authorize(user, 'decideQuote')
      const decline = async () =>
        declineQuote(user, params.id, await jsonInput(request, RefusalInput, { optional: true, rule: refusalRule }))
      return once({ user, request, current: currentQuote(user, params.id) }, decline, answerQuote(user))
    },
    described(
      'declineQuote',
      'Declines a quote, which ends the job; with askAgain and a reason the job is its contractor’s again',
      { by: 'decideQuote', ifMatch: true, body: RefusalInput, optionalBody: true, answers: { 200: ChangedQuote } },
    ),
  )
  .patch(
    '/api/quotes/:id',
    ({ user, params, request }) => {
      authorize(user, 'changeQuote')
      const revise = async () => reviseQuote(user, params.id, await jsonInput(request, QuoteChange))
      return once({ user, request, current: currentQuote(user, params.id) }, revise, answerQuote(user))
    },
    described(
      'changeQuote',
      'Changes the given fields of a quote that waits for a decision; its version grows unless nothing differs',
      { by: 'changeQuote', ifMatch: true, body: QuoteChange, answers: { 200: ChangedQuote } },
    ),
  )
  .post(
    '/api/quotes/:id/withdraw',
    ({ user, params, request }) => {
      authorize(user, 'changeQuote')
      const withdraw = async () => withdrawQuote(user, params.id, (await jsonInput(request, Withdrawal)).reason)
      return once({ user, request, current: currentQuote(user, params.id) }, withdraw, answerQuote(user))
    },
    described('withdrawQuote', 'Takes a quote back; the job is assigned again', {
      by: 'changeQuote',
      ifMatch: true,
      body: Withdrawal,
      answers: { 200: ChangedQuote },
    }),
  )
  .post(
    '/api/quotes/:id/mark-invoiced',
    async ({ user, params, request }) => {
      authorize(user, 'markInvoiced')
      await noInput(request)
      const invoice = () => markQuoteInvoiced(user, params.id)
      return once({ user, request, current: currentQuote(user, params.id) }, invoice, (issued) =>
        json(invoiceJson(issued), 201),
      )
    },
    described('invoiceQuote', 'Invoices finished quote work', {
      by: 'markInvoiced',
      ifMatch: true,
      ...NoBody,
      answers: { 201: InvoiceSchema },
    }),
  )
  .delete(
    '/api/quotes/:id',
    ({ user, params, request }) => {
      authorize(user, 'deleteQuote')
      const remove = () => deleteQuote(user, params.id)
      return once({ user, request, current: currentQuote(user, params.id) }, remove, () =>
        message('The quote has been deleted.'),
      )
    },
    described('deleteQuote', 'Deletes a quote that is not invoiced and has no unfinished work', {
      by: 'deleteQuote',
      once: true,
      ifMatch: true,
      answers: { 200: Confirmation },
    }),
  )
