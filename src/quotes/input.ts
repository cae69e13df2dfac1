import { type Static, Type } from '@sinclair/typebox'
import { isDay, today } from '#src/domain/dates.ts'
import { decimal } from '#src/domain/money.ts'
import { POSITIVE_AMOUNT, readAmounts } from '#src/domain/quote/amounts.ts'
import { LINE_ERRORS, MAX_LINES } from '#src/domain/quote/lines.ts'
import type { Quote } from '#src/domain/quote/quote.ts'
import { type Judged, judged, REASON } from '#src/http/input.ts'

const text = (maxLength: number, error: string) => Type.String({ maxLength, error })
const money = (error: string) => Type.Union([Type.Number(), Type.String()], { error })

const Line = Type.Object(
  {
    description: Type.String({ minLength: 1, maxLength: 200, error: LINE_ERRORS.description }),
    quantity: money(LINE_ERRORS.quantity),
    unitPrice: money(LINE_ERRORS.unitPrice),
    vatRate: Type.Optional(money(LINE_ERRORS.vatRate)),
  },
  { error: 'A line has a description, a quantity and a unit price' },
)

/** Money in pounds, as a number or as typed. */
export const QUOTE_FIELDS = {
  quoteAmount: Type.Optional(money(POSITIVE_AMOUNT)),
  quoteDescription: Type.Optional(text(10_000, 'Quote description is required')),
  materialsCost: Type.Optional(money('Materials cost must be an amount in pounds')),
  laborCost: Type.Optional(money('Labour cost must be an amount in pounds')),
  estimatedDuration: Type.Optional(text(200, 'Estimated duration must be text')),
  validUntil: Type.Optional(text(10, 'Valid until must be a date')),
  notes: Type.Optional(text(5000, 'Notes must be text')),
  lines: Type.Optional(
    Type.Array(Line, { maxItems: MAX_LINES, error: `Lines must be a list of at most ${MAX_LINES} lines` }),
  ),
}
const QuoteSent = Type.Object(QUOTE_FIELDS)
type QuoteSent = Static<typeof QuoteSent>

/** Money in pence. */
export type QuoteInput = Pick<
  Quote,
  'amount' | 'lines' | 'materialsCost' | 'laborCost' | 'description' | 'estimatedDuration' | 'validUntil' | 'notes'
>

/** `given` is what was sent now: a day that stands since before may be past. */
export function readQuote(sent: QuoteSent, given: Pick<QuoteSent, 'validUntil'> = sent): Judged<QuoteInput> {
  const { quoteDescription: description = '', estimatedDuration, validUntil, notes } = sent
  const { amounts, errors } = readAmounts(sent)
  if (!description) errors.quoteDescription = 'Quote description is required'
  if (validUntil && !isDay(validUntil)) errors.validUntil = 'Valid until must be a date'
  else if (given.validUntil && given.validUntil < today()) errors.validUntil = 'Valid until must not be in the past'
  const texts = { estimatedDuration: estimatedDuration || null, validUntil: validUntil || null, notes: notes || null }
  return judged({ ...amounts, description, ...texts }, errors)
}

const version = Type.Optional(Type.Integer({ minimum: 1, error: 'Version must be a number from 1' }))

/** A PATCH: what is left out stays as it is, '' empties an optional field, an empty list takes the lines away. */
export const QuoteChange = Type.Partial(Type.Object({ ...QUOTE_FIELDS, version }), {
  keepEmpty: true,
  $id: 'QuoteChange',
})
export type QuoteChange = Static<typeof QuoteChange>

export function changedQuote(quote: QuoteInput, { version: _, ...change }: QuoteChange): Judged<QuoteInput> {
  const before: QuoteSent = {
    quoteAmount: decimal(quote.amount),
    quoteDescription: quote.description,
    materialsCost: quote.materialsCost === null ? '' : decimal(quote.materialsCost),
    laborCost: quote.laborCost === null ? '' : decimal(quote.laborCost),
    estimatedDuration: quote.estimatedDuration ?? '',
    validUntil: quote.validUntil ?? '',
    notes: quote.notes ?? '',
    lines: quote.lines?.map((line) => ({ ...line, unitPrice: decimal(line.unitPrice) })) ?? [],
  }
  const sent = { ...before, ...change }
  // The sum of other lines is another amount.
  if (sent.lines?.length && change.quoteAmount === undefined) sent.quoteAmount = ''
  return readQuote(sent, change)
}

export const Approval = Type.Object({ version }, { $id: 'Approval' })
export type Approval = Static<typeof Approval>

export const RefusalInput = Type.Object(
  {
    version,
    reason: Type.Optional(text(1000, 'Please give a reason')),
    askAgain: Type.Optional(Type.Boolean({ error: 'Must be true or false' })),
  },
  { $id: 'Refusal' },
)
export type RefusalInput = Static<typeof RefusalInput>

const SAY_WHY = 'Please say what the new price should be, or why'

export const refusalRule = (refusal: RefusalInput): Judged<RefusalInput> =>
  judged(refusal, refusal.askAgain && !refusal.reason ? { reason: SAY_WHY } : {})

export const Withdrawal = Type.Object({ reason: REASON }, { $id: 'Withdrawal' })
