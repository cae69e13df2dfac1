import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { SetFees } from '#src/domain/invoice/fee.ts'
import { agencyKeyOf } from '#src/domain/invoice/invoice.ts'
import { TRADES } from '#src/domain/job/contractor-type.ts'
import { readAmount } from '#src/domain/money.ts'
import { Invalid } from '#src/http/errors.ts'
import { type FieldErrors, type Typed, textsOf } from '#src/http/input.ts'
import { handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { frameOf, page, seeOther } from '#src/http/respond/respond.tsx'
import { env } from '#src/runtime/env.ts'
import { FEES, FeesPage, feeField } from '#views/invoices/fees.tsx'
import { setAgency, setTradeFees } from './actions.ts'
import { agencyFees, feesOfTrades } from './queries.ts'

const NO_AMOUNT = 'Please give an amount such as 60.00, or nothing'
const MAX_NAME = 200
const MAX_ADDRESS = 500

async function show(user: Actor, request: Request, typed?: Typed, errors?: FieldErrors): Promise<Response> {
  const [agencies, trades] = await Promise.all([agencyFees(), feesOfTrades()])
  const usual = { visitFee: env.VISIT_FEE, noAccessFee: env.NO_ACCESS_FEE }
  const shown = { agencies, trades, usual, typed: typed && textsOf(typed), errors }
  return page(request, <FeesPage frame={frameOf(request, user)} {...shown} />, errors ? 422 : 200)
}

function feesIn(typed: Typed, of: string, errors: FieldErrors): SetFees {
  const read = (which: keyof SetFees): number | null => {
    const name = feeField(of, which)
    const text = String(typed[name] ?? '').trim()
    if (!text) return null
    const pence = readAmount(text, NO_AMOUNT, 1)
    if (typeof pence === 'number') return pence
    errors[name] = pence
    return null
  }
  return { visitFee: read('visitFee'), noAccessFee: read('noAccessFee') }
}

async function setFees(user: Actor, typed: Typed): Promise<string> {
  const errors: FieldErrors = {}
  const name = String(typed.agency ?? '').trim()
  const address = String(typed.address ?? '').trim()
  const trades = name ? [] : TRADES.map((trade) => ({ trade, ...feesIn(typed, trade, errors) }))
  const fees = feesIn(typed, 'agency', errors)
  if (name.length > MAX_NAME) errors.agency = `At most ${MAX_NAME} characters`
  if (address.length > MAX_ADDRESS) errors.address = `At most ${MAX_ADDRESS} characters`
  if (Object.keys(errors).length) throw new Invalid(errors)
  if (!name) {
    await setTradeFees(user, trades)
    return 'The fees of trades have been saved.'
  }
  await setAgency(user, { key: agencyKeyOf(name), name, address: address || null, ...fees })
  return `${name} has been saved.`
}

export const feesPages = new Elysia({ name: 'fees-pages' })
  .use(signedIn)
  .get(FEES, ({ user, request }) => show(authorize(user, 'setFees'), request))
  .post(FEES, async ({ user, request }) => {
    const form = await sentForm(authorize(user, 'setFees'), request)
    return handleForm(form, {
      back: FEES,
      invalid: ({ errors }) => show(user, request, form.typed, errors),
      work: async () => seeOther(request, FEES, { title: 'Saved', text: await setFees(user, form.typed) }),
    })
  })
