/** In pence without VAT; null where nothing is set. */
export type SetFees = { visitFee: number | null; noAccessFee: number | null }

/** `from` says in words where it comes from. */
export type UsualFee = { pence: number; from: string }

type FeeSources = {
  nobodyIn: boolean
  agency: (SetFees & { name: string }) | null
  trade: (SetFees & { name: string }) | null
  setting: { visitFee: number; noAccessFee: number }
}

/** The agency's goes before the trade's, and that before the setting. */
export function usualFeeOf({ nobodyIn, agency, trade, setting }: FeeSources): UsualFee {
  const which = nobodyIn ? 'noAccessFee' : 'visitFee'
  const kind = nobodyIn ? 'Closed door fee' : 'Fee'
  for (const source of [agency, trade]) {
    const pence = source?.[which]
    if (source && pence !== null && pence !== undefined) return { pence, from: `${kind} of ${source.name}` }
  }
  return { pence: setting[which], from: `Usual ${kind.toLowerCase()}` }
}

export type AgencyFees = SetFees & { key: string; name: string; address: string | null }
export type TradeFees = SetFees & { trade: string }
