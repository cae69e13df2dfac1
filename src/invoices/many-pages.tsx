import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { vatNumbersOf } from '#src/accounts/queries.ts'
import { mustDoHead } from '#src/dashboards/must-do.tsx'
import type { Actor } from '#src/domain/account/account.ts'
import { type ItemToInvoice, itemId } from '#src/domain/invoice/invoice.ts'
import { linesOfFee } from '#src/domain/invoice/lines.ts'
import { MAX_AT_ONCE } from '#src/domain/limits.ts'
import { decimal } from '#src/domain/money.ts'
import { totalsOf } from '#src/domain/vat.ts'
import { Invalid, Refused } from '#src/http/errors.ts'
import { allTexts, check, type FieldErrors, type Typed } from '#src/http/input.ts'
import { answerMany } from '#src/http/respond/answer-many.tsx'
import { handleForm, type SentForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { dialogOrPage } from '#src/http/respond/respond.tsx'
import { quoteWorkToInvoice } from '#src/quotes/lists.ts'
import { quotesToInvoiceAmong } from '#src/quotes/queries.ts'
import { env } from '#src/runtime/env.ts'
import { visitsToInvoice } from '#src/visits/lists.ts'
import { visitsToInvoiceAmong } from '#src/visits/queries.ts'
import { onceForEachByForm } from '#src/writes/idempotency.ts'
import { TO_DO } from '#views/dashboards/to-do.tsx'
import { SendMany } from '#views/invoices/send-many.tsx'
import { InvoiceWork, tabHref } from '#views/invoices/work.tsx'
import { feeName, WORK } from '#views/invoices/work-ids.ts'
import { usualFees } from './fees/usual.ts'
import { FeeForm, feeRule } from './input.ts'
import { workList } from './lists.ts'
import { sendToInvoiced } from './many.ts'
import { workCounts } from './queries.ts'

type Tab = 'visits' | 'quotes'
type Sent = Awaited<ReturnType<typeof sendToInvoiced>>
type Chosen = { id: string; fee: string; amount: number; error?: string }

const tabOf = ({ tab }: Typed): Tab => (tab === 'quotes' ? 'quotes' : 'visits')

async function chosenIn(user: Actor, typed: Typed): Promise<Chosen[]> {
  const tab = tabOf(typed)
  const all = typed.all === 'yes'
  const ids = allTexts(typed.id)
  if (ids.length > MAX_AT_ONCE) throw new Refused(`Please select at most ${MAX_AT_ONCE}.`)
  if (tab === 'quotes') {
    const quotes = all ? await quoteWorkToInvoice(user).read(null, MAX_AT_ONCE) : await quotesToInvoiceAmong(user, ids)
    const amounts = new Map(quotes.map(({ id, amount }) => [id, amount]))
    const named = all ? [...amounts.keys()] : ids
    return named.map((id) => ({ id, fee: '', amount: amounts.get(id) ?? 0 }))
  }
  const visits = all ? await visitsToInvoice().read(null, MAX_AT_ONCE) : await visitsToInvoiceAmong(ids)
  const usual = await usualFees(visits)
  const named = all ? visits.map(({ id }) => id) : ids
  return named.map((id) => {
    const given = typed[feeName(id)]
    const fee = typeof given === 'string' ? given : decimal(usual.get(id)?.pence ?? env.VISIT_FEE)
    const { value, errors } = check(FeeForm, { amount: fee }, feeRule)
    return { id, fee, amount: value ?? 0, error: errors?.amount }
  })
}

async function ask({ user, request, typed }: SentForm, chosen: readonly Chosen[], errors?: FieldErrors) {
  const tab = tabOf(typed)
  const ids = chosen.map(({ id }) => id)
  const found = tab === 'visits' ? await visitsToInvoiceAmong(ids) : await quotesToInvoiceAmong(user, ids)
  const byId = new Map(found.map((item) => [item.id, item]))
  const vatNumbers = await vatNumbersOf(found.flatMap(({ contractorId }) => contractorId ?? []))
  const items = chosen.flatMap((one) => {
    const item = byId.get(one.id)
    if (!item) return []
    const name = `${item.job.jobRef}, ${item.job.propertyName}`
    if (tab === 'quotes') return { ...one, name }
    const lines = linesOfFee(name, one.amount, vatNumbers.get(item.contractorId ?? '') ?? null)
    return { ...one, name, amount: totalsOf(lines).amount }
  })
  if (items.length === 0) throw new Refused('None of them is to be invoiced any more.')
  return dialogOrPage({ user, request }, SendMany, { tab, items, errors })
}

function answer(user: Actor, request: Request, tab: Tab, { outcomes, action }: Sent): Promise<Response> {
  const gone = outcomes.filter(({ ok }) => ok).length
  const refused = outcomes.flatMap((one) =>
    one.ok
      ? []
      : {
          id: itemId(one.item),
          ref: one.jobRef,
          message: one.message,
        },
  )
  return answerMany(
    { user, request },
    {
      ...{ title: 'Sent to Invoiced', failed: 'Not Sent to Invoiced', back: tabHref(tab), refused, action },
      gone: gone ? `${gone} ${gone === 1 ? 'invoice was' : 'invoices were'} created.` : '',
      notGone: (count) => `${count} ${count === 1 ? 'was' : 'were'} not invoiced.`,
      regions: async (outcome) => {
        const counting = workCounts()
        const [list, counts, head] = await Promise.all([
          workList(user, tab, null),
          counting,
          mustDoHead(user, counting),
        ])
        return { [`#${WORK}`]: <InvoiceWork list={list} counts={counts} outcome={outcome} />, [`#${TO_DO}`]: head }
      },
    },
  )
}

export const manyInvoicesPages = new Elysia({ name: 'many-invoices-pages' })
  .use(signedIn)
  .post('/admin/invoices', async ({ user, request }) => {
    const form = await sentForm(authorize(user, 'markInvoiced'), request)
    const tab = tabOf(form.typed)
    return handleForm(form, {
      back: tabHref(tab),
      invalid: async ({ errors }) => ask(form, await chosenIn(user, form.typed), errors),
      work: async () => {
        const chosen = await chosenIn(user, form.typed)
        if (chosen.length === 0) throw new Refused('Please select at least one.')
        const wrong = chosen.flatMap(({ id, error }) => (error ? [[feeName(id), error]] : []))
        if (wrong.length) throw new Invalid(Object.fromEntries(wrong))
        if (form.typed.confirmed !== 'yes') return ask(form, chosen)
        const items = chosen.map(
          ({ id, amount }): ItemToInvoice => (tab === 'visits' ? { visitId: id, amount } : { quoteId: id }),
        )
        return answer(user, request, tab, await sendToInvoiced(user, items, await onceForEachByForm(form)))
      },
    })
  })
