type Wanted = { contractorType: string | null; postcode: string | null }
type Offered = { contractorTypes: readonly string[]; areas: readonly string[]; openJobs: number; lateJobs: number }
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

const matchOf = ({ contractorTypes, areas }: Offered, { contractorType, postcode }: Wanted): Match => ({
  hasTrade: contractorType !== null && contractorTypes.includes(contractorType),
  coversArea: covers(areas, postcode),
})
const lackOf = ({ hasTrade, coversArea }: Match): number => (hasTrade ? 0 : 2) + (coversArea ? 0 : 1)

/** First who has the trade and covers most of these jobs, then fewest open jobs, then fewest late ones. */
export const suggested = <Contractor extends Offered>(
  contractors: readonly Contractor[],
  jobs: readonly Wanted[],
): Suggested<Contractor>[] =>
  contractors
    .map((contractor) => {
      const matches = jobs.map((job) => matchOf(contractor, job))
      const hasTrade = matches.every((match) => match.hasTrade)
      const coversArea = matches.every((match) => match.coversArea)
      const lack = matches.reduce((sum, match) => sum + lackOf(match), 0)
      return { lack, one: { ...contractor, hasTrade, coversArea } }
    })
    .sort((a, b) => a.lack - b.lack || a.one.openJobs - b.one.openJobs || a.one.lateJobs - b.one.lateJobs)
    .map(({ one }) => one)
