export const VAT_RATES = [0, 5, 20] as const
export type VatRate = (typeof VAT_RATES)[number]
export const STANDARD_RATE = 20 satisfies VatRate

/** `unitPrice` in pence without VAT; `vatRate` in percent. */
export type PricedLine = { description: string; quantity: number; unitPrice: number; vatRate: VatRate }

/** As it was rounded when it was made: `net` and `vat` in pence. */
export type BilledLine = PricedLine & { net: number; vat: number }

export type Totals = {
  net: number
  vat: { rate: VatRate; net: number; pence: number }[]
  vatTotal: number
  amount: number
}

/** Half up. BigInt, as quantity and price together may exceed what a number holds exactly. */
export const netOf = ({ quantity, unitPrice }: Pick<PricedLine, 'quantity' | 'unitPrice'>): number =>
  Number((BigInt(Math.round(quantity * 100)) * BigInt(unitPrice) + 50n) / 100n)

export const vatOf = (net: number, rate: VatRate): number => Number((BigInt(net) * BigInt(rate) + 50n) / 100n)

/** Pence by which an earlier version rounded an agreed `amount` otherwise are put into the largest VAT. */
export function billed(lines: readonly PricedLine[], amount?: number): BilledLine[] {
  const rounded = lines.map((line) => {
    const net = netOf(line)
    return { ...line, net, vat: vatOf(net, line.vatRate) }
  })
  const left = amount === undefined ? 0 : amount - totalsOf(rounded).amount
  if (left === 0) return rounded
  const most = rounded.reduce((best, { vat }, index) => (vat > rounded[best]!.vat ? index : best), 0)
  return rounded.map((line, index) => (index === most ? { ...line, vat: line.vat + left } : line))
}

export function totalsOf(lines: readonly Pick<BilledLine, 'vatRate' | 'net' | 'vat'>[]): Totals {
  const sum = (part: 'net' | 'vat', among = lines) => among.reduce((all, line) => all + line[part], 0)
  const vat = VAT_RATES.flatMap((rate) => {
    const of = lines.filter(({ vatRate }) => vatRate === rate)
    return rate > 0 && of.length > 0 ? [{ rate, net: sum('net', of), pence: sum('vat', of) }] : []
  })
  return { net: sum('net'), vat, vatTotal: sum('vat'), amount: sum('net') + sum('vat') }
}

/** The net and VAT that an amount with VAT is made of; together they are the amount. */
export function parted(amount: number, rate: VatRate): { net: number; vat: number } {
  const net = Number((BigInt(amount) * 200n + BigInt(100 + rate)) / BigInt(2 * (100 + rate)))
  return { net, vat: amount - net }
}
