import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { sentTable } from '#src/accounts/import/sent-table.ts'
import { isText } from '#src/accounts/import/table.ts'
import { isOwed } from '#src/domain/invoice/state.ts'
import { withQuery } from '#src/domain/list-view/with-query.ts'
import { Refused } from '#src/http/errors.ts'
import { checked, type FieldErrors, textsOf } from '#src/http/input.ts'
import { answerMany } from '#src/http/respond/answer-many.tsx'
import { handleForm, type SentForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { dialogOrPage, frameOf, page, seeOther } from '#src/http/respond/respond.tsx'
import { chosenInvoices } from '#src/invoices/found/chosen.ts'
import { invoicesAmong } from '#src/invoices/lists.ts'
import { changeEach } from '#src/writes/each.ts'
import { onceForEachByForm } from '#src/writes/idempotency.ts'
import { InvoiceItem } from '#views/invoices/invoiced-item.tsx'
import { MarkManyPaid } from '#views/invoices/paid.tsx'
import { PaymentsPage, type PaymentsProps } from '#views/invoices/payments.tsx'
import { invoiceId } from '#views/invoices/work-ids.ts'
import { TICKED_RESULT, TickedResult } from '#views/ui/input/ticks.tsx'
import { markPaid } from './actions.ts'
import { InvoicePayment, paymentRule } from './input.ts'
import { judgePayments, takePayments } from './payments.ts'

const PAYMENTS = '/admin/invoices/payments'

type Chosen = Awaited<ReturnType<typeof chosenInvoices>>

async function ask({ user, request, typed }: SentForm, { ids, filter }: Chosen, errors?: FieldErrors) {
  const found = await invoicesAmong(user, ids).read(null, ids.length)
  const owed = found.filter(isOwed)
  if (owed.length === 0) throw new Refused('None of them is to be paid any more.')
  return dialogOrPage({ user, request }, MarkManyPaid, { invoices: owed, filter, typed: textsOf(typed), errors })
}

async function markEach(form: SentForm, { ids, filter }: Chosen): Promise<Response> {
  const { user, request } = form
  const payment = checked(InvoicePayment, form.typed, paymentRule)
  const change = async (id: string) => ({ number: (await markPaid(user, id, payment)).invoiceNumber })
  const outcomes = await changeEach(ids, change, await onceForEachByForm(form))
  const gone = outcomes.filter(({ ok }) => ok).length
  const invoices = await invoicesAmong(user, ids).read(null, ids.length)
  const numbers = new Map(invoices.map(({ id, invoiceNumber }) => [id, invoiceNumber]))
  const refused = outcomes.flatMap((one, at) =>
    one.ok ? [] : { id: ids[at]!, ref: numbers.get(ids[at]!) ?? null, message: one.message },
  )
  const back = withQuery('/invoices', filter)
  return answerMany(
    { user, request },
    {
      ...{ title: 'Marked as Paid', failed: 'Not Marked', back, refused },
      gone: gone ? `${gone} ${gone === 1 ? 'invoice is' : 'invoices are'} paid.` : '',
      notGone: (count) => `${count} ${count === 1 ? 'was' : 'were'} not marked.`,
      regions: async (outcome) => ({
        ...Object.fromEntries(
          invoices.map((one) => [`#${invoiceId(one.id)}`, <InvoiceItem key={one.id} invoice={one} list={back} />]),
        ),
        [`#${TICKED_RESULT}`]: <TickedResult outcome={outcome} />,
      }),
    },
  )
}

export const manyPaidPages = new Elysia({ name: 'many-paid-pages' })
  .use(signedIn)
  .post('/admin/invoices/paid', async ({ user, request }) => {
    const form = await sentForm(authorize(user, 'markPaid'), request)
    return handleForm(form, {
      back: '/invoices',
      invalid: async ({ errors }) => ask(form, await chosenInvoices(user, form.typed), errors),
      work: async () => {
        const chosen = await chosenInvoices(user, form.typed)
        if (chosen.ids.length === 0) throw new Refused('Please select at least one.')
        return form.typed.confirmed === 'yes' ? markEach(form, chosen) : ask(form, chosen)
      },
    })
  })
  .get(PAYMENTS, ({ user, request }) => {
    authorize(user, 'markPaid')
    return page(request, <PaymentsPage frame={frameOf(request, user)} text="" />)
  })
  .post(PAYMENTS, async ({ user, request }) => {
    authorize(user, 'markPaid')
    const { typed, text } = await sentTable(request)
    const show = (shown: Partial<PaymentsProps>, status: number) => {
      const props = { frame: frameOf(request, user), text: isText(text) ? text : '', ...shown }
      return page(request, <PaymentsPage {...props} />, status)
    }
    return handleForm(
      { user, request, typed },
      {
        failed: 'Nothing Marked',
        back: PAYMENTS,
        invalid: ({ errors }) => show({ errors }, 422),
        refused: async ({ status, errors }) => show({ errors, rows: await judgePayments(text) }, status),
        work: async () => {
          const rows = await judgePayments(text)
          const isRight = rows.every(({ problem }) => !problem)
          if (!isRight || !typed.take) return show({ rows }, isRight ? 200 : 422)
          const count = await takePayments(user, rows)
          const text_ = `${count} ${count === 1 ? 'invoice is' : 'invoices are'} paid.`
          return seeOther(request, '/invoices?state=paid', { title: 'Marked as Paid', text: text_ })
        },
      },
    )
  })
