import { type Static, Type } from '@sinclair/typebox'
import { isDay, today } from '#src/domain/dates.ts'
import { PAID_BY, type Payment } from '#src/domain/invoice/invoice.ts'
import type { Judged } from '#src/http/input.ts'

const DAY = 'Please give the day, today at the latest'

export const InvoicePayment = Type.Object(
  {
    paidOn: Type.Optional(Type.String({ format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$', error: DAY })),
    paidBy: Type.Optional(
      Type.Union(
        PAID_BY.map((way) => Type.Literal(way)),
        { error: 'Please choose how it was paid' },
      ),
    ),
  },
  { $id: 'InvoicePayment' },
)

export function paymentRule({
  paidOn = today(),
  paidBy = 'bank_transfer',
}: Static<typeof InvoicePayment>): Judged<Payment> {
  return isDay(paidOn) && paidOn <= today() ? { value: { paidOn, paidBy } } : { errors: { paidOn: DAY } }
}
