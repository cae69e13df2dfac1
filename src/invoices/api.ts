import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { INVOICE_DELETED } from '#src/domain/invoice/invoice.ts'
import { Confirmation } from '#src/http/answers.ts'
import { CSV, describedUnder } from '#src/http/described.ts'
import { jsonInput } from '#src/http/input.ts'
import { answerList } from '#src/http/list/listing.ts'
import { LIST, oneValueOf, SEARCH } from '#src/http/parameters.ts'
import { oneOf, type Query, queryText } from '#src/http/query.ts'
import { answerCsv } from '#src/http/respond/csv.ts'
import { json, jsonWithEtag, message } from '#src/http/respond/json.ts'
import { once, onceForEach } from '#src/writes/idempotency.ts'
import { deleteInvoice } from './actions.ts'
import { InvoiceResults, InvoiceSchema, Invoices, Sums } from './answers.ts'
import { INVOICE_COLUMNS } from './csv.ts'
import { ItemsToInvoice, itemsRule } from './input.ts'
import { invoiceJson, invoiceOutcomeJson } from './json.ts'
import { INVOICE_FILTERS, invoicedItems, invoicesFor } from './lists.ts'
import { sendToInvoiced } from './many.ts'
import { invoiceVisibleTo } from './queries.ts'
import { sums } from './sums.ts'

const described = describedUnder('Invoicing')

const HARD_DELETE = { hardDelete: oneValueOf('With true the item stays invoiced.', ['true', 'false']) }

const list = ({ user, request, query }: { user: Actor; request: Request; query: Query }) => {
  authorize(user, 'readInvoicing')
  return answerList(request, query, invoicedItems(queryText(query.search)), invoiceJson)
}

export const invoicesApi = new Elysia({ name: 'invoices-api' })
  .use(signedIn)
  .get(
    '/api/invoiced-items',
    list,
    described('listInvoices', 'Invoices', { by: 'readInvoicing', query: LIST, answers: { 200: Invoices } }),
  )
  .get(
    '/api/invoiced-items/export.csv',
    ({ user, request, query }) => {
      authorize(user, 'readInvoicing')
      return answerCsv(request, 'invoices', INVOICE_COLUMNS, invoicedItems(queryText(query.search)))
    },
    described('exportInvoices', 'The same invoices as CSV', {
      by: 'readInvoicing',
      query: SEARCH,
      answers: { 200: CSV },
    }),
  )
  .get(
    '/api/sums',
    async ({ user, request }) => {
      authorize(user, 'readInvoicing')
      return jsonWithEtag(request, await sums())
    },
    described('getSums', 'What all quotes, quote work, visits and invoices come to', {
      by: 'readInvoicing',
      answers: { 200: Sums },
    }),
  )
  // The same list under its older name.
  .get(
    '/api/dev/invoiced-items',
    list,
    described('listInvoicesDev', 'Invoices, under an older name', {
      by: 'readInvoicing',
      query: LIST,
      deprecated: true,
      answers: { 200: Invoices },
    }),
  )
  .get(
    '/api/invoices',
    ({ user, request, query }) => {
      const list = invoicesFor(authorize(user, 'readInvoices'), INVOICE_FILTERS.read(query))
      return answerList(request, query, list, invoiceJson)
    },
    described('findInvoices', 'The invoices that one may read, filtered', {
      by: 'readInvoices',
      query: { ...LIST, ...INVOICE_FILTERS.parameters },
      answers: { 200: Invoices },
    }),
  )
  .get(
    '/api/invoices/:id',
    async ({ user, params, request }) =>
      jsonWithEtag(request, invoiceJson(await invoiceVisibleTo(authorize(user, 'readInvoices'), params.id))),
    described('getInvoice', 'An invoice', { by: 'readInvoices', answers: { 200: InvoiceSchema } }),
  )
  .post(
    '/api/invoices',
    async ({ user, request }) => {
      authorize(user, 'markInvoiced')
      const read = () => jsonInput(request, ItemsToInvoice, { rule: itemsRule })
      const { input, each } = await onceForEach({ user, request }, read)
      return json({ results: (await sendToInvoiced(user, input, each)).map(invoiceOutcomeJson) })
    },
    described('createInvoices', 'Invoices many visits and quotes, each by itself', {
      by: 'markInvoiced',
      body: ItemsToInvoice,
      answers: { 200: InvoiceResults },
    }),
  )
  .delete(
    '/api/invoices/:id',
    ({ user, params, query, request }) => {
      authorize(user, 'deleteInvoice')
      // A typing error must not choose between two things that cannot be undone.
      const hard = oneOf('hardDelete', ['true', 'false'], query.hardDelete) === 'true'
      const remove = () => deleteInvoice(user, params.id, hard)
      return once({ user, request }, remove, (left) => message(INVOICE_DELETED[left]))
    },
    described('deleteInvoice', 'Deletes an invoice; its item is to be invoiced again, unless with hardDelete', {
      by: 'deleteInvoice',
      once: true,
      query: HARD_DELETE,
      answers: { 200: Confirmation },
    }),
  )
