/** In pence; `count` has the void ones as well. */
export type FoundSums = { count: number; voids: number; net: number; vat: number; amount: number }

export const FOUND_BY = ['search', 'state', 'from', 'to', 'agency', 'contractor', 'property'] as const

/** As the address has it. */
export type FoundBy = Partial<Record<(typeof FOUND_BY)[number], string>>
