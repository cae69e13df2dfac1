import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { leaveWork } from '#src/dashboards/admin.tsx'
import type { Actor } from '#src/domain/account/account.ts'
import { INVOICE_DELETED, type WorkTab } from '#src/domain/invoice/invoice.ts'
import type { Action } from '#src/domain/permissions.ts'
import { checked, type FieldErrors, type Typed } from '#src/http/input.ts'
import { queryText } from '#src/http/query.ts'
import { handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { dialogOrPage } from '#src/http/respond/respond.tsx'
import { deleteQuote } from '#src/quotes/actions.ts'
import { quoteVisibleTo, quoteWorkById } from '#src/quotes/queries.ts'
import { deleteVisit } from '#src/visits/actions.ts'
import { visitById } from '#src/visits/queries.ts'
import { invoiceDeletion } from '#views/invoices/invoiced-item.tsx'
import { quoteDeletion, sendingQuote } from '#views/invoices/quote-item.tsx'
import { SendVisit } from '#views/invoices/send-visit.tsx'
import { visitDeletion } from '#views/invoices/visit-item.tsx'
import { tabHref } from '#views/invoices/work.tsx'
import { invoiceId, quoteItemId, visitItemId } from '#views/invoices/work-ids.ts'
import type { Question } from '#views/ui/confirm.tsx'
import type { ToastMessage } from '#views/ui/toast.tsx'
import { deleteInvoice, markQuoteInvoiced, markVisitInvoiced } from './actions.ts'
import { usualFee } from './fees/usual.ts'
import { exportsOf } from './files/exported.ts'
import { foundListIn, leaveFound } from './found/pages.tsx'
import { FeeForm, feeRule } from './input.ts'
import { refuseUnbilled } from './invoiced.ts'
import { invoiceVisibleTo } from './queries.ts'

type TypedFee = { typed?: string; errors?: FieldErrors }

async function askFee(user: Actor, request: Request, id: string, typed: TypedFee = {}): Promise<Response> {
  authorize(user, 'markInvoiced')
  const visit = await visitById(id)
  refuseUnbilled(visit)
  return dialogOrPage({ user, request }, SendVisit, { visit, usual: await usualFee(visit), ...typed })
}

const sentToInvoiced = ({ invoiceNumber }: { invoiceNumber: string }): ToastMessage => ({
  title: 'Sent to Invoiced',
  text: `Invoice ${invoiceNumber} was created.`,
})

type ItemForm = {
  may: Action
  tab: WorkTab
  itemId: (id: string) => string
  confirm: (user: Actor, id: string) => Promise<Question>
  work: (user: Actor, id: string, typed: Typed) => Promise<ToastMessage>
}

/** Asks first, does it, and takes the item out of its list. */
const itemForm =
  ({ may, tab, itemId, confirm, work }: ItemForm) =>
  async ({ user, request, params: { id } }: { user: Actor; request: Request; params: { id: string } }) => {
    const form = await sentForm(authorize(user, may), request)
    const list = foundListIn(form.typed.back)
    return handleForm(form, {
      back: list ?? tabHref(tab),
      confirm: async () => ({ ...(await confirm(user, id)), ...(list && { hidden: { back: list } }) }),
      work: async () => {
        const toast = await work(user, id, form.typed)
        return list
          ? leaveFound(user, request, list, itemId(id), toast)
          : leaveWork(user, request, tab, itemId(id), toast)
      },
    })
  }

export const invoicesPages = new Elysia({ name: 'invoices-pages' })
  .use(signedIn)
  .get('/admin/visits/:id/invoice', async ({ user, request, params, query }) =>
    askFee(user, request, params.id, { typed: queryText(query.amount) || undefined }),
  )
  .post('/admin/visits/:id/invoice', async ({ user, request, params }) => {
    const form = await sentForm(authorize(user, 'markInvoiced'), request)
    const { amount } = form.typed
    return handleForm(form, {
      back: tabHref('visits'),
      invalid: ({ errors }) => askFee(user, request, params.id, { typed: String(amount), errors }),
      work: async () => {
        if (amount === undefined) return askFee(user, request, params.id)
        const toast = sentToInvoiced(await markVisitInvoiced(user, params.id, checked(FeeForm, form.typed, feeRule)))
        return leaveWork(user, request, 'visits', visitItemId(params.id), toast)
      },
    })
  })
  .post(
    '/admin/quotes/:id/invoice',
    itemForm({
      ...{ may: 'markInvoiced', tab: 'quotes', itemId: quoteItemId },
      confirm: async (user, id) => sendingQuote(await quoteWorkById(user, id)),
      work: async (user, id) => sentToInvoiced(await markQuoteInvoiced(user, id)),
    }),
  )
  .post(
    '/admin/visits/:id/delete',
    itemForm({
      ...{ may: 'deleteVisit', tab: 'visits', itemId: visitItemId },
      confirm: async (_, id) => visitDeletion(await visitById(id)),
      work: async (user, id) => {
        await deleteVisit(user, id)
        return { title: 'Visit Deleted', text: 'The visit has been successfully deleted.' }
      },
    }),
  )
  .post(
    '/admin/quotes/:id/delete',
    itemForm({
      ...{ may: 'deleteQuote', tab: 'quotes', itemId: quoteItemId },
      confirm: async (user, id) => quoteDeletion(await quoteVisibleTo(user, id)),
      work: async (user, id) => {
        await deleteQuote(user, id)
        return { title: 'Quote Deleted', text: 'The quote has been successfully deleted.' }
      },
    }),
  )
  .post(
    '/admin/invoices/:id/delete',
    itemForm({
      ...{ may: 'deleteInvoice', tab: 'invoiced', itemId: invoiceId },
      confirm: async (user, id) => {
        const invoice = await invoiceVisibleTo(user, id)
        return invoiceDeletion(invoice, (await exportsOf(user, [invoice])).get(id))
      },
      work: async (user, id, { hardDelete }) => {
        const left = await deleteInvoice(user, id, hardDelete === 'true')
        const text = left === 'restored' ? 'Its item is ready for invoicing again.' : INVOICE_DELETED[left]
        return { title: 'Invoice Deleted', text }
      },
    }),
  )
