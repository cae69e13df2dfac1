import { type Static, Type } from '@sinclair/typebox'
import { readAmount } from '#src/money.ts'
import { POSITIVE_AMOUNT } from '#src/quotes/amounts.ts'
import type { Judged } from '#src/web/input.ts'

/** In pounds; VISIT_FEE without an amount. */
export const Fee = Type.Object({
  amount: Type.Optional(Type.Union([Type.Number(), Type.String()], { error: POSITIVE_AMOUNT })),
})

/** The form has the fee filled in: an empty field is a mistake. */
export const FeeForm = Type.Required(Fee)

/** In pence. */
export function feeRule({ amount }: Static<typeof Fee>): Judged<number | undefined> {
  if (amount === undefined) return { value: undefined }
  const fee = readAmount(amount, POSITIVE_AMOUNT, 1)
  return typeof fee === 'number' ? { value: fee } : { errors: { amount: fee } }
}
