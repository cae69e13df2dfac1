import { type BilledLine, billed, type PricedLine, parted, STANDARD_RATE, VAT_RATES, type VatRate } from '../vat.ts'

/** `fee` in pence, without VAT, which only a contractor with a VAT number charges. */
export const linesOfFee = (description: string, fee: number, vatNumber: string | null): BilledLine[] =>
  billed([{ description, quantity: 1, unitPrice: fee, vatRate: vatNumber ? STANDARD_RATE : 0 }])

/** They come to the amount that was approved. Without lines nothing is known of VAT, and all of it is net. */
export const linesOfQuote = (
  description: string,
  { lines, amount }: { lines: readonly PricedLine[] | null; amount: number },
  vatNumber: string | null,
): BilledLine[] => {
  const priced = billed(lines?.length ? lines : [{ description, quantity: 1, unitPrice: amount, vatRate: 0 }], amount)
  return vatNumber ? priced : withoutVat(priced)
}

/** The same amount from a contractor who charges no VAT. */
export const withoutVat = (lines: readonly BilledLine[]): BilledLine[] =>
  lines.map((line) => {
    const gross = line.net + line.vat
    return line.vatRate || line.vat ? { ...line, quantity: 1, unitPrice: gross, vatRate: 0, net: gross, vat: 0 } : line
  })

/** A line for each rate of VAT, which share the amount as they did before. */
export function linesReplacing(
  { description, lines, amount: before }: { description: string; lines: readonly BilledLine[] | null; amount: number },
  amount: number,
): BilledLine[] {
  const rates = VAT_RATES.filter((rate) => lines?.some(({ vatRate }) => vatRate === rate))
  const upTo = (rate: VatRate) =>
    (lines ?? []).reduce((sum, line) => (line.vatRate <= rate ? sum + line.net + line.vat : sum), 0)
  let shared = 0
  return (rates.length ? rates : [0 as const]).map((vatRate, index, all) => {
    const most = index === all.length - 1 ? amount : share(amount, upTo(vatRate), before)
    const { net, vat } = parted(most - shared, vatRate)
    shared = most
    return { description, quantity: 1, unitPrice: net, vatRate, net, vat }
  })
}

const share = (amount: number, part: number, whole: number): number =>
  Number((BigInt(amount) * BigInt(part)) / BigInt(whole))
