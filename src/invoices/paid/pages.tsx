import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { dayOf } from '#src/domain/dates.ts'
import { checked, type FieldErrors, textsOf } from '#src/http/input.ts'
import { handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { dialogOrPage, seeOther } from '#src/http/respond/respond.tsx'
import { invoiceVisibleTo } from '#src/invoices/queries.ts'
import { MarkPaid, unmarking } from '#views/invoices/paid.tsx'
import { invoiceHref } from '#views/invoices/work-ids.ts'
import { markPaid, refusePayment, unmarkPaid } from './actions.ts'
import { InvoicePayment, paymentRule } from './input.ts'

type Typed = { typed?: { paidOn?: string; paidBy?: string }; errors?: FieldErrors }

async function ask(user: Actor, request: Request, id: string, given: Typed = {}): Promise<Response> {
  const invoice = await invoiceVisibleTo(authorize(user, 'markPaid'), id)
  refusePayment(invoice)
  return dialogOrPage({ user, request }, MarkPaid, { invoice, ...given })
}

export const paidPages = new Elysia({ name: 'paid-pages' })
  .use(signedIn)
  .get('/admin/invoices/:id/paid', ({ user, request, params }) => ask(user, request, params.id))
  .post('/admin/invoices/:id/paid', async ({ user, request, params }) => {
    const form = await sentForm(authorize(user, 'markPaid'), request)
    return handleForm(form, {
      back: invoiceHref(params.id),
      invalid: ({ errors }) => ask(user, request, params.id, { typed: textsOf(form.typed), errors }),
      work: async () => {
        const paid = await markPaid(user, params.id, checked(InvoicePayment, form.typed, paymentRule))
        const toast = { title: 'Marked as Paid', text: `${paid.invoiceNumber} was paid on ${dayOf(paid.paidOn!)}.` }
        return seeOther(request, invoiceHref(params.id), toast)
      },
    })
  })
  .post('/admin/invoices/:id/unpaid', async ({ user, request, params }) =>
    handleForm(await sentForm(authorize(user, 'markPaid'), request), {
      back: invoiceHref(params.id),
      confirm: async () => unmarking(await invoiceVisibleTo(user, params.id)),
      work: async () => {
        const { invoiceNumber } = await unmarkPaid(user, params.id)
        return seeOther(request, invoiceHref(params.id), {
          title: 'Taken Back',
          text: `${invoiceNumber} is owed again.`,
        })
      },
    }),
  )
