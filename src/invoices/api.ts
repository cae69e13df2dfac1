import type { Actor } from '#src/domain/account/account.ts'
import { INVOICE_DELETED } from '#src/domain/invoice/invoice.ts'
import { CSV } from '#src/http/api-description.ts'
import { apiOf, callsUnder } from '#src/http/call.ts'
import { LIST, oneValueOf } from '#src/http/parameters.ts'
import { oneOf, type Query, queryText } from '#src/http/query.ts'
import { Confirmation } from '#src/http/schemas.ts'
import { deleteInvoice } from './actions.ts'
import { INVOICE_COLUMNS } from './csv.ts'
import { exportInvoices, FILE_PARAMETERS } from './files/export.ts'
import { InvoiceVoiding, ItemsToInvoice, itemsRule, voidingRule } from './input.ts'
import { invoiceJson, invoiceOutcomeJson } from './json.ts'
import { INVOICE_FILTERS, invoicedItems, invoicesFor } from './lists.ts'
import { sendToInvoiced } from './many.ts'
import { markPaid, unmarkPaid } from './paid/actions.ts'
import { InvoicePayment, paymentRule } from './paid/input.ts'
import { invoiceVisibleTo } from './queries.ts'
import { InvoiceResults, InvoiceSchema, Invoices, Sums } from './schemas.ts'
import { sums } from './sums.ts'
import { voidInvoice } from './void.ts'

const { get, list, csv, post, postEach, remove } = callsUnder('Invoicing')

const HARD_DELETE = { hardDelete: oneValueOf('With true the item stays invoiced.', ['true', 'false']) }

const invoiced = ({ query }: { user: Actor; query: Query }) => invoicedItems(queryText(query.search))

export const invoicesApi = apiOf('invoices-api', [
  list(
    '/api/invoiced-items',
    'listInvoices',
    'Invoices',
    { may: 'readInvoicing', answer: Invoices },
    invoiced,
    invoiceJson,
  ),
  csv(
    '/api/invoiced-items/export.csv',
    'exportInvoices',
    'The same invoices as CSV',
    { may: 'readInvoicing', file: 'invoices', columns: INVOICE_COLUMNS },
    invoiced,
  ),
  get(
    '/api/sums',
    'getSums',
    'What all quotes, quote work, visits and invoices come to',
    { may: 'readInvoicing', answer: Sums },
    () => sums(),
  ),
  list(
    '/api/dev/invoiced-items',
    'listInvoicesDev',
    'Invoices, under an older name',
    { may: 'readInvoicing', deprecated: true, answer: Invoices },
    invoiced,
    invoiceJson,
  ),
  list(
    '/api/invoices',
    'findInvoices',
    'The invoices that one may read, filtered',
    { may: 'readInvoices', query: { ...LIST, ...INVOICE_FILTERS.parameters }, answer: Invoices },
    ({ user, query }) => invoicesFor(user, INVOICE_FILTERS.read(user, query)),
    invoiceJson,
  ),
  get(
    '/api/invoices/export.csv',
    'exportInvoicesFound',
    'The same invoices as CSV, also in the columns of accounting programs',
    { may: 'readInvoices', query: { ...INVOICE_FILTERS.parameters, ...FILE_PARAMETERS }, answer: CSV, etag: false },
    ({ user, query, request }) => exportInvoices(user, query, request),
  ),
  get(
    '/api/invoices/:id',
    'getInvoice',
    'An invoice',
    { may: 'readInvoices', answer: InvoiceSchema },
    async ({ user, params }) => invoiceJson(await invoiceVisibleTo(user, params.id)),
  ),
  postEach(
    '/api/invoices',
    'createInvoices',
    'Invoices many visits and quotes, each by itself',
    { may: 'markInvoiced', body: ItemsToInvoice, rule: itemsRule, answer: InvoiceResults },
    async ({ user, body, each }) => (await sendToInvoiced(user, body, each)).outcomes,
    invoiceOutcomeJson,
  ),
  post(
    '/api/invoices/:id/void',
    'voidInvoice',
    'Voids an invoice, which is kept and marked; its item is to be invoiced again, unless it is replaced at once',
    { may: 'voidInvoice', body: InvoiceVoiding, rule: voidingRule, answer: InvoiceSchema },
    ({ user, params, body }) => voidInvoice(user, params.id, body),
    invoiceJson,
  ),
  post(
    '/api/invoices/:id/paid',
    'markInvoicePaid',
    'Marks an invoice as paid',
    { may: 'markPaid', body: InvoicePayment, optional: true, rule: paymentRule, answer: InvoiceSchema },
    ({ user, params, body }) => markPaid(user, params.id, body),
    invoiceJson,
  ),
  remove(
    '/api/invoices/:id/paid',
    'unmarkInvoicePaid',
    'Takes back that an invoice is paid',
    { may: 'markPaid', answer: Confirmation },
    ({ user, params }) => unmarkPaid(user, params.id),
    () => ({ message: 'The invoice is owed again.' }),
  ),
  remove(
    '/api/invoices/:id',
    'deleteInvoice',
    'Deletes an invoice; its item is to be invoiced again, unless with hardDelete',
    { may: 'deleteInvoice', query: HARD_DELETE, answer: Confirmation },
    ({ user, params, query }) => {
      // A typing error must not choose between two things that cannot be undone.
      const hard = oneOf('hardDelete', ['true', 'false'], query.hardDelete) === 'true'
      return deleteInvoice(user, params.id, hard)
    },
    (left) => ({ message: INVOICE_DELETED[left] }),
  ),
])
