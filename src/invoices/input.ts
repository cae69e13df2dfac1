import { Type } from '@sinclair/typebox'
import { parsePounds } from '#src/money.ts'
import { POSITIVE_AMOUNT } from '#src/visits/input.ts'
import type { FieldErrors } from '#src/web/input.ts'

/** The fee of a visit, in pounds; VISIT_FEE when a script sends none. */
export const Fee = Type.Object({
  amount: Type.Optional(Type.Union([Type.Number(), Type.String()], { error: POSITIVE_AMOUNT })),
})

/** The form has the fee filled in: who empties it has not said which they mean. */
export const FeeForm = Type.Required(Fee)

export const feeRule = ({ amount }: { amount?: number | string }): FieldErrors =>
  amount === undefined || parsePounds(amount) ? {} : { amount: POSITIVE_AMOUNT }
