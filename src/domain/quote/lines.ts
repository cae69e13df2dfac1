import { MAX_PENCE, parsePounds, pounds, readAmount } from '../money.ts'

export const VAT_RATES = [0, 5, 20] as const
type VatRate = (typeof VAT_RATES)[number]

/** unitPrice in pence without VAT; vatRate in percent. */
export type QuoteLine = { description: string; quantity: number; unitPrice: number; vatRate: VatRate }

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

export type LineSums = { net: number; vat: { rate: VatRate; pence: number }[]; vatTotal: number; amount: number }

/** To the penny, half up. BigInt, as quantity and price together may exceed what a number holds exactly. */
export const netOf = ({ quantity, unitPrice }: Pick<QuoteLine, 'quantity' | 'unitPrice'>): number =>
  Number((BigInt(Math.round(quantity * 100)) * BigInt(unitPrice) + 50n) / 100n)

/** VAT is of the sum of all lines of a rate, to the penny, half up. */
export function sumsOf(lines: readonly QuoteLine[]): LineSums {
  const netAt = (rate: VatRate) =>
    lines.filter(({ vatRate }) => vatRate === rate).reduce((sum, line) => sum + netOf(line), 0)
  const net = lines.reduce((sum, line) => sum + netOf(line), 0)
  const vat = VAT_RATES.filter((rate) => rate > 0 && lines.some(({ vatRate }) => vatRate === rate)).map((rate) => ({
    rate,
    pence: Math.floor((netAt(rate) * rate + 50) / 100),
  }))
  const vatTotal = vat.reduce((sum, { pence }) => sum + pence, 0)
  return { net, vat, vatTotal, amount: net + vatTotal }
}

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

export function linesText(lines: readonly QuoteLine[]): string {
  const { net, vat } = sumsOf(lines)
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
