import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { billsNothing, GONE, type Invoice, type Voiding } from '#src/domain/invoice/invoice.ts'
import { amountToReplace } from '#src/domain/invoice/state.ts'
import { typedPence } from '#src/domain/money.ts'
import { Invalid } from '#src/http/errors.ts'
import { check, type FieldErrors } from '#src/http/input.ts'
import { pageOf } from '#src/http/query.ts'
import { handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { dialogOrPage, seeOther } from '#src/http/respond/respond.tsx'
import { REPLACE, VoidInvoice } from '#views/invoices/void.tsx'
import { invoiceHref } from '#views/invoices/work-ids.ts'
import { exportsOf } from './files/exported.ts'
import { foundListIn } from './found/pages.tsx'
import { InvoiceVoiding, voidingRule } from './input.ts'
import { invoiceVisibleTo } from './queries.ts'
import { refuseVoiding, voidInvoice } from './void.ts'

type Typed = { typed?: { reason?: string; amount?: string }; errors?: FieldErrors }

async function ask(user: Actor, request: Request, id: string, given: Typed = {}): Promise<Response> {
  const invoice = await invoiceVisibleTo(authorize(user, 'voidInvoice'), id)
  refuseVoiding(invoice)
  const exports = (await exportsOf(user, [invoice])).get(id)
  const list = foundListIn(pageOf(request))
  return dialogOrPage({ user, request }, VoidInvoice, { invoice, exports, list, ...given })
}

const UNREPLACED = 'To replace it with this amount, press Void and Replace.'

function voidingIn(invoice: Invoice, { reason, amount, as }: Record<string, unknown>): Voiding {
  const isReplaced = as === REPLACE
  const { value, errors } = check(
    InvoiceVoiding,
    { reason, ...(isReplaced && { replaceWith: { amount } }) },
    voidingRule,
  )
  const typed = String(amount ?? '').trim()
  const isDropped = !isReplaced && typed !== '' && typedPence(typed) !== amountToReplace(invoice)
  if (value && !isDropped) return value
  const { 'replaceWith.amount': wrong = isDropped && UNREPLACED, ...others } = errors ?? {}
  throw new Invalid({ ...others, ...(wrong && { amount: wrong }) })
}

export const voidPages = new Elysia({ name: 'void-pages' })
  .use(signedIn)
  .get('/admin/invoices/:id/void', ({ user, request, params }) => ask(user, request, params.id))
  .post('/admin/invoices/:id/void', async ({ user, request, params }) => {
    const form = await sentForm(authorize(user, 'voidInvoice'), request)
    const [reason, amount] = [String(form.typed.reason ?? ''), String(form.typed.amount ?? '')]
    return handleForm(form, {
      back: invoiceHref(params.id),
      invalid: ({ errors }) => ask(user, request, params.id, { typed: { reason, amount }, errors }),
      work: async () => {
        const invoice = await invoiceVisibleTo(user, params.id)
        const voided = await voidInvoice(user, params.id, voidingIn(invoice, form.typed))
        const { invoiceNumber, creditNote, replacedByNumber } = voided
        const item = billsNothing(voided) ? GONE : 'Its item is ready for invoicing again.'
        const follows = [
          creditNote && `Its credit note is ${creditNote}.`,
          replacedByNumber ? `${replacedByNumber} replaces it.` : item,
        ]
        const toast = { title: `${invoiceNumber} Is Void`, text: follows.filter(Boolean).join(' ') }
        return seeOther(request, invoiceHref(params.id), toast)
      },
    })
  })
