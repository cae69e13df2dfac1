import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { leaveWork } from '#src/dashboards/admin.tsx'
import type { Actor } from '#src/domain/account/account.ts'
import { INVOICE_DELETED } from '#src/domain/invoice/invoice.ts'
import { checked, type FieldErrors } from '#src/http/input.ts'
import { queryText } from '#src/http/query.ts'
import { handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { fragmentOrPage } from '#src/http/respond/respond.tsx'
import { deleteQuote } from '#src/quotes/actions.ts'
import { quoteVisibleTo, quoteWorkById } from '#src/quotes/queries.ts'
import { deleteVisit } from '#src/visits/actions.ts'
import { visitById } from '#src/visits/queries.ts'
import { invoiceDeletion } from '#views/invoices/invoiced-item.tsx'
import { quoteDeletion, sendingQuote } from '#views/invoices/quote-item.tsx'
import { SendVisit, SendVisitPage } from '#views/invoices/send-visit.tsx'
import { visitDeletion } from '#views/invoices/visit-item.tsx'
import { tabHref } from '#views/invoices/work.tsx'
import { invoiceId, quoteItemId, visitItemId } from '#views/invoices/work-ids.ts'
import type { PageFrame } from '#views/layout.tsx'
import { deleteInvoice, markQuoteInvoiced, markVisitInvoiced } from './actions.ts'
import { usualFee } from './fees/usual.ts'
import { FeeForm, feeRule } from './input.ts'
import { refuseUnbilled } from './invoiced.ts'
import { invoiceVisibleTo } from './queries.ts'

type Typed = { typed?: string; errors?: FieldErrors }

async function askFee(user: Actor, request: Request, id: string, typed: Typed = {}): Promise<Response> {
  authorize(user, 'markInvoiced')
  const visit = await visitById(id)
  refuseUnbilled(visit)
  const shown = { visit, usual: await usualFee(visit), ...typed }
  const asPage = (frame: PageFrame) => <SendVisitPage frame={frame} {...shown} />
  return fragmentOrPage({ user, request }, <SendVisit {...shown} />, asPage, typed.errors ? 422 : 200)
}

export const invoicesPages = new Elysia({ name: 'invoices-pages' })
  .use(signedIn)
  .get('/admin/visits/:id/invoice', async ({ user, request, params, query }) =>
    askFee(user, request, params.id, { typed: queryText(query.amount) || undefined }),
  )
  .post('/admin/visits/:id/invoice', async ({ user, request, params }) => {
    authorize(user, 'markInvoiced')
    const form = await sentForm(user, request)
    const { amount } = form.typed
    return handleForm(form, {
      back: tabHref('visits'),
      invalid: ({ errors }) => askFee(user, request, params.id, { typed: String(amount), errors }),
      work: async () => {
        if (amount === undefined) return askFee(user, request, params.id)
        const { invoiceNumber } = await markVisitInvoiced(user, params.id, checked(FeeForm, form.typed, feeRule))
        const toast = { title: 'Sent to Invoiced', text: `Invoice ${invoiceNumber} was created.` }
        return leaveWork(user, request, 'visits', visitItemId(params.id), toast)
      },
    })
  })
  .post('/admin/quotes/:id/invoice', async ({ user, request, params }) => {
    authorize(user, 'markInvoiced')
    const form = await sentForm(user, request)
    return handleForm(form, {
      back: tabHref('quotes'),
      confirm: async () => sendingQuote(await quoteWorkById(user, params.id)),
      work: async () => {
        const { invoiceNumber } = await markQuoteInvoiced(user, params.id)
        const toast = { title: 'Sent to Invoiced', text: `Invoice ${invoiceNumber} was created.` }
        return leaveWork(user, request, 'quotes', quoteItemId(params.id), toast)
      },
    })
  })
  .post('/admin/visits/:id/delete', async ({ user, request, params }) => {
    authorize(user, 'deleteVisit')
    const form = await sentForm(user, request)
    return handleForm(form, {
      back: tabHref('visits'),
      confirm: async () => visitDeletion(await visitById(params.id)),
      work: async () => {
        await deleteVisit(user, params.id)
        const toast = { title: 'Visit Deleted', text: 'The visit has been successfully deleted.' }
        return leaveWork(user, request, 'visits', visitItemId(params.id), toast)
      },
    })
  })
  .post('/admin/quotes/:id/delete', async ({ user, request, params }) => {
    authorize(user, 'deleteQuote')
    const form = await sentForm(user, request)
    return handleForm(form, {
      back: tabHref('quotes'),
      confirm: async () => quoteDeletion(await quoteVisibleTo(user, params.id)),
      work: async () => {
        await deleteQuote(user, params.id)
        const toast = { title: 'Quote Deleted', text: 'The quote has been successfully deleted.' }
        return leaveWork(user, request, 'quotes', quoteItemId(params.id), toast)
      },
    })
  })
  .post('/admin/invoices/:id/delete', async ({ user, request, params }) => {
    authorize(user, 'deleteInvoice')
    const form = await sentForm(user, request)
    return handleForm(form, {
      back: tabHref('invoiced'),
      confirm: async () => invoiceDeletion(await invoiceVisibleTo(user, params.id)),
      work: async () => {
        const left = await deleteInvoice(user, params.id, form.typed.hardDelete === 'true')
        const text = left === 'restored' ? 'Its item is ready for invoicing again.' : INVOICE_DELETED[left]
        return leaveWork(user, request, 'invoiced', invoiceId(params.id), { title: 'Invoice Deleted', text })
      },
    })
  })
