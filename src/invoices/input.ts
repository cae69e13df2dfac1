import { type Static, Type } from '@sinclair/typebox'
import type { ItemToInvoice, Voiding } from '#src/domain/invoice/invoice.ts'
import { MAX_AT_ONCE } from '#src/domain/limits.ts'
import { readAmount } from '#src/domain/money.ts'
import { POSITIVE_AMOUNT } from '#src/domain/quote/amounts.ts'
import { type Judged, judged, REASON } from '#src/http/input.ts'

/** In pounds; VISIT_FEE without an amount. */
export const Fee = Type.Object(
  {
    amount: Type.Optional(Type.Union([Type.Number(), Type.String()], { error: POSITIVE_AMOUNT })),
  },
  { $id: 'Fee' },
)

/** The form has the fee filled in: an empty field is a mistake. */
export const FeeForm = Type.Required(Fee)

export function feeRule({ amount }: Static<typeof Fee>): Judged<number | undefined> {
  if (amount === undefined) return { value: undefined }
  const fee = readAmount(amount, POSITIVE_AMOUNT, 1)
  return typeof fee === 'number' ? { value: fee } : { errors: { amount: fee } }
}

export const InvoiceVoiding = Type.Object(
  { reason: REASON, replaceWith: Type.Optional(Type.Object(Fee.properties, { error: 'This must be an object' })) },
  { $id: 'InvoiceVoiding' },
)

export function voidingRule({ reason, replaceWith }: Static<typeof InvoiceVoiding>): Judged<Voiding> {
  if (!replaceWith) return { value: { reason } }
  const { value: amount, errors } = feeRule(replaceWith)
  return errors ? { errors: { 'replaceWith.amount': errors.amount! } } : { value: { reason, replaceWith: { amount } } }
}

const id = Type.Optional(Type.String({ minLength: 1, maxLength: 36, error: 'This must be an id' }))
const Item = Type.Object({ visitId: id, quoteId: id, ...Fee.properties }, { error: 'This must be an object' })

export const ItemsToInvoice = Type.Object(
  {
    items: Type.Array(Item, {
      minItems: 1,
      maxItems: MAX_AT_ONCE,
      error: `Please name 1 to ${MAX_AT_ONCE} items`,
    }),
  },
  { $id: 'ItemsToInvoice' },
)

export function itemsRule({ items }: Static<typeof ItemsToInvoice>): Judged<ItemToInvoice[]> {
  const errors: Record<string, string> = {}
  const read = items.map(({ visitId, quoteId, amount }, index): ItemToInvoice => {
    const fee = feeRule({ amount })
    if (fee.errors) errors[`items.${index}.amount`] = fee.errors.amount ?? POSITIVE_AMOUNT
    else if (quoteId && amount !== undefined) errors[`items.${index}.amount`] = 'A quote has its own amount'
    if (visitId && !quoteId) return { visitId, amount: fee.value }
    if (!quoteId || visitId) errors[`items.${index}`] = 'Please give a visitId or a quoteId'
    return { quoteId: quoteId ?? '' }
  })
  return judged(read, errors)
}
