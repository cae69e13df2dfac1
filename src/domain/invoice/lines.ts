import { type BilledLine, billed, type PricedLine, STANDARD_RATE } from '../vat.ts'

/** `fee` in pence, without VAT, which only a contractor with a VAT number charges. */
export const linesOfFee = (description: string, fee: number, vatNumber: string | null): BilledLine[] =>
  billed([{ description, quantity: 1, unitPrice: fee, vatRate: vatNumber ? STANDARD_RATE : 0 }])

/** They come to the amount that was approved. Without lines nothing is known of VAT, and all of it is net. */
export const linesOfQuote = (
  description: string,
  { lines, amount }: { lines: readonly PricedLine[] | null; amount: number },
): BilledLine[] => billed(lines?.length ? lines : [{ description, quantity: 1, unitPrice: amount, vatRate: 0 }], amount)
