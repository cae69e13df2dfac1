type Wanted = { contractorType: string | null; postcode: string | null }
type Offered = { trades: readonly string[]; areas: readonly string[]; openJobs: number; lateJobs: number }
type Match = { hasTrade: boolean; coversArea: boolean }

export type Suggested<Contractor> = Contractor & Match

export const outwardOf = (postcode: string | null): string | null => postcode?.split(' ')[0] || null

/** 'GU' covers all its districts, 'GU1' itself and not 'GU12', 'SW1' also 'SW1A'. */
export function covers(areas: readonly string[], postcode: string | null): boolean {
  const outward = outwardOf(postcode)
  if (!outward) return false
  return areas.some((area) => {
    const rest = outward.startsWith(area) ? outward.slice(area.length) : null
    return rest === '' || (rest !== null && (/\d$/.test(area) ? /^[A-Z]$/ : /^\d/).test(rest))
  })
}

const rank = ({ hasTrade, coversArea }: Match): number => (hasTrade ? 0 : 2) + (coversArea ? 0 : 1)

/** Who has the trade and covers the area first, then fewest open jobs, then fewest late; else in the order given. */
export const suggested = <Contractor extends Offered>(
  contractors: readonly Contractor[],
  { contractorType, postcode }: Wanted,
): Suggested<Contractor>[] =>
  contractors
    .map((contractor) => ({
      ...contractor,
      hasTrade: contractorType !== null && contractor.trades.includes(contractorType),
      coversArea: covers(contractor.areas, postcode),
    }))
    .sort((one, other) => rank(one) - rank(other) || one.openJobs - other.openJobs || one.lateJobs - other.lateJobs)
