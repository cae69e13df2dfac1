import { type Static, Type } from '@sinclair/typebox'
import { isDay, today } from '#src/dates.ts'
import { parsePounds } from '#src/money.ts'
import type { FieldErrors } from '#src/web/input.ts'
import { WORK_REQUIRED } from './visit.ts'

const text = (maxLength: number, error: string) => Type.String({ maxLength, error })
const money = (error: string) => Type.Union([Type.Number(), Type.String({ maxLength: 20 })], { error })
const images = Type.Array(Type.String({ minLength: 1, maxLength: 2000 }), { error: 'Photos must be a list of paths' })

export const POSITIVE_AMOUNT = 'Amount must be a positive number'

/** What a contractor sends on completing a visit. Money in pounds, as a number or as typed. */
export const Completion = Type.Object({
  workDone: Type.String({ minLength: 1, maxLength: 10_000, error: WORK_REQUIRED }),
  images: Type.Optional(images),
  needsQuote: Type.Optional(Type.Boolean({ error: 'Must be true or false' })),
  quoteAmount: Type.Optional(money(POSITIVE_AMOUNT)),
  quoteDescription: Type.Optional(text(10_000, 'Quote description is required')),
  materialsCost: Type.Optional(money('Materials cost must be an amount in pounds')),
  laborCost: Type.Optional(money('Labour cost must be an amount in pounds')),
  estimatedDuration: Type.Optional(text(200, 'Estimated duration must be text')),
  validUntil: Type.Optional(text(10, 'Valid until must be a date')),
  notes: Type.Optional(text(5000, 'Notes must be text')),
})
export type Completion = Static<typeof Completion>

/** The rules of a quote that its shape alone does not say. */
export function completionRule(input: Completion): FieldErrors {
  if (!input.needsQuote) return {}
  const errors: FieldErrors = {}
  if (!parsePounds(input.quoteAmount ?? '')) errors.quoteAmount = POSITIVE_AMOUNT
  if (!input.quoteDescription) errors.quoteDescription = 'Quote description is required'
  if (input.materialsCost !== undefined && parsePounds(input.materialsCost) === null)
    errors.materialsCost = 'Materials cost must be an amount in pounds'
  if (input.laborCost !== undefined && parsePounds(input.laborCost) === null)
    errors.laborCost = 'Labour cost must be an amount in pounds'
  if (input.validUntil && !isDay(input.validUntil)) errors.validUntil = 'Valid until must be a date'
  else if (input.validUntil && input.validUntil < today()) errors.validUntil = 'Valid until must not be in the past'
  return errors
}

/** What a contractor may send on marking quote work complete. */
export const WorkReport = Type.Object({
  workDone: Type.Optional(text(10_000, WORK_REQUIRED)),
  images: Type.Optional(images),
})
export type WorkReport = Static<typeof WorkReport>

/** Photos document work, so they come with words. */
export const workReportRule = ({ workDone, images }: WorkReport): FieldErrors =>
  images?.length && !workDone ? { workDone: WORK_REQUIRED } : {}
