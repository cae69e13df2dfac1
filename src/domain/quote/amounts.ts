import { pounds, readAmount } from '../money.ts'
import { readLines, sumsOf, type TypedLine } from './lines.ts'

export const POSITIVE_AMOUNT = 'Amount must be a positive number'
const COSTS_TOO_HIGH = 'Materials and labour together must not come to more than the amount'

type Typed = string | number | undefined
type TypedAmounts = {
  quoteAmount?: Typed
  materialsCost?: Typed
  laborCost?: Typed
  lines?: readonly TypedLine[]
}

/** Amounts in pence, null for an empty optional one; or messages by field. With lines the amount is their sum. */
export function readAmounts({ lines: typedLines = [], ...typed }: TypedAmounts) {
  const errors: Record<string, string> = {}
  const read = (field: keyof typeof typed, otherwise: string, least: number): number => {
    const pence = readAmount(typed[field] ?? '', otherwise, least)
    if (typeof pence === 'number') return pence
    errors[field] = pence
    return 0
  }
  const readCost = (field: keyof typeof typed, noun: string) =>
    (typed[field] ?? '') === '' ? null : read(field, `${noun} must be an amount in pounds`, 0)
  const itemised = typedLines.length > 0 ? readLines(typedLines) : null
  Object.assign(errors, itemised?.errors)
  const sum = itemised && !Object.keys(errors).length ? sumsOf(itemised.lines).amount : null
  const given = itemised && (typed.quoteAmount ?? '') === '' ? null : read('quoteAmount', POSITIVE_AMOUNT, 1)
  if (sum !== null && given !== null && !errors.quoteAmount && given !== sum)
    errors.quoteAmount = `The lines come to ${pounds(sum)}`
  const amounts = {
    amount: sum ?? given ?? 0,
    lines: itemised?.lines ?? null,
    materialsCost: readCost('materialsCost', 'Materials cost'),
    laborCost: readCost('laborCost', 'Labour cost'),
  }
  const costs = (amounts.materialsCost ?? 0) + (amounts.laborCost ?? 0)
  if (!Object.keys(errors).length && costs > amounts.amount)
    errors[amounts.materialsCost === null ? 'laborCost' : 'materialsCost'] = COSTS_TOO_HIGH
  return { amounts, errors }
}
