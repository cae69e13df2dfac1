import { type Static, Type } from '@sinclair/typebox'
import { readAmount } from '#src/money.ts'
import { POSITIVE_AMOUNT } from '#src/visits/visit.ts'
import type { Judged } from '#src/web/input.ts'

/** What an administrator may send on invoicing a visit: its fee, in pounds, where it is not the usual one. */
export const Fee = Type.Object({
  amount: Type.Optional(Type.Union([Type.Number(), Type.String()], { error: POSITIVE_AMOUNT })),
})

/** The form has the fee filled in: who empties it has not said which they mean. */
export const FeeForm = Type.Required(Fee)

/** The fee in pence, undefined where none was sent. */
export function feeRule({ amount }: Static<typeof Fee>): Judged<number | undefined> {
  if (amount === undefined) return { value: undefined }
  const fee = readAmount(amount, POSITIVE_AMOUNT, 1)
  return typeof fee === 'number' ? { value: fee } : { errors: { amount: fee } }
}
