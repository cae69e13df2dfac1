import { MAX_PENCE, parsePounds, pounds, readAmount } from '../money.ts'
import { billed, netOf, type PricedLine, type Totals, totalsOf, VAT_RATES } from '../vat.ts'

export type QuoteLine = PricedLine

export const MAX_LINES = 50

export const LINE_ERRORS = {
  description: 'Each line needs a description',
  quantity: 'Quantity must be more than 0, with at most two decimals',
  unitPrice: 'Unit price must be an amount in pounds',
  vatRate: `VAT must be ${VAT_RATES.join(', ')}`,
}
export const NO_VAT = 'Without a VAT number there is no VAT'

export type TypedLine = {
  description: string
  quantity: string | number
  unitPrice: string | number
  vatRate?: string | number
}

/** Of a quote that is kept, with its `amount`. */
export const sumsOf = (lines: readonly QuoteLine[], amount?: number): Totals => totalsOf(billed(lines, amount))

/** Messages are by field, such as 'lines.0.unitPrice', or for all at 'lines'. */
export function readLines(typed: readonly TypedLine[]): { lines: QuoteLine[]; errors: Record<string, string> } {
  const errors: Record<string, string> = {}
  const lines = typed.map((one, index): QuoteLine => {
    const wrong = (field: keyof typeof LINE_ERRORS, message = LINE_ERRORS[field]) => {
      errors[`lines.${index}.${field}`] = message
      return 0 as const
    }
    if (!one.description) wrong('description')
    const hundredths = parsePounds(one.quantity) || wrong('quantity')
    const price = readAmount(one.unitPrice, LINE_ERRORS.unitPrice)
    return {
      description: one.description,
      quantity: hundredths / 100,
      unitPrice: typeof price === 'number' ? price : wrong('unitPrice', price),
      vatRate: VAT_RATES.find((rate) => String(rate) === String(one.vatRate ?? 0)) ?? wrong('vatRate'),
    }
  })
  const { amount } = sumsOf(lines)
  if (Object.keys(errors).length === 0 && amount > MAX_PENCE)
    errors.lines = `The lines come to more than ${pounds(MAX_PENCE)}`
  if (Object.keys(errors).length === 0 && amount === 0) errors.lines = `The lines come to ${pounds(0)}`
  return { lines, errors }
}

export function refusedVat(lines: readonly QuoteLine[] | null, vatNumber: string | null): Record<string, string> {
  const index = vatNumber ? -1 : (lines ?? []).findIndex(({ vatRate }) => vatRate > 0)
  return index < 0 ? {} : { [`lines.${index}.vatRate`]: NO_VAT }
}

export function linesText(lines: readonly QuoteLine[], amount: number): string {
  const { net, vat } = sumsOf(lines, amount)
  return [
    ...lines.map(
      (line) =>
        `${line.description}: ${line.quantity} × ${pounds(line.unitPrice)} = ${pounds(netOf(line))}` +
        (line.vatRate ? ` (+ ${line.vatRate}% VAT)` : ''),
    ),
    `Net ${pounds(net)}`,
    ...vat.map(({ rate, pence }) => `VAT ${rate}% ${pounds(pence)}`),
  ].join('\n')
}
