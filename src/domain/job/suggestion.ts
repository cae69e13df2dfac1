import { awayWords, isAway } from '../account/away.ts'
import { today } from '../dates.ts'
import { contractorTypeLabel } from './contractor-type.ts'

type Wanted = { contractorType: string | null; postcode: string | null }
type Offered = {
  contractorTypes: readonly string[]
  areas: readonly string[]
  openJobs: number
  lateJobs: number
  awayUntil?: string | null
  email?: string | null
}
type Match = { hasTrade: boolean; coversArea: boolean }

/** What a contractor has to do with a job: first visits of its trade in its district, and how many came late. */
export type Past = { visits: number; late: number; hasBeenThere: boolean; isBookedThatDay: boolean }
export type PastOf<Contractor, Job> = (contractor: Contractor, job: Job) => Past
export const NO_PAST: Past = { visits: 0, late: 0, hasBeenThere: false, isBookedThatDay: false }

/** `good` is null of what speaks neither for nor against. */
export type Reason = { label: string; good: boolean | null }
export type Suggested<Contractor> = Contractor & Match & { reasons: readonly Reason[] }

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

const isMostlyLate = ({ visits, late }: Past): boolean => late * 2 > visits

/** Steps and no sums, so that whoever has done most does not get every job. */
function standingOf(past: Past): number {
  if (isMostlyLate(past)) return -1
  const isProven = past.visits >= 3 && past.late * 5 <= past.visits
  return (isProven ? 2 : past.visits > past.late ? 1 : 0) + (past.hasBeenThere ? 1 : 0)
}

const sumOf = <Item>(items: readonly Item[], figure: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + figure(item), 0)

/**
 * First who is not away, has the trade and covers most of these jobs; then who did such work there in time and knows the
 * property; then who has no visit booked that day, fewest open jobs and fewest late ones.
 */
export function suggested<Contractor extends Offered, Job extends Wanted>(
  contractors: readonly Contractor[],
  jobs: readonly Job[],
  pastOf: PastOf<Contractor, Job> = () => NO_PAST,
  day: string = today(),
  most = contractors.length,
): Suggested<Contractor>[] {
  const judged = contractors.map((contractor) => {
    const matches = jobs.map((job) => matchOf(contractor, job))
    const pasts = jobs.map((job) => pastOf(contractor, job))
    const match = {
      hasTrade: matches.every((one) => one.hasTrade),
      coversArea: matches.every((one) => one.coversArea),
    }
    const rank = [
      isAway(contractor, day) ? 1 : 0,
      sumOf(matches, lackOf),
      -sumOf(pasts, standingOf),
      sumOf(pasts, ({ isBookedThatDay }) => (isBookedThatDay ? 1 : 0)),
      contractor.openJobs,
      contractor.lateJobs,
    ]
    return { rank, contractor, match, pasts }
  })
  return judged
    .sort((a, b) => firstDifference(a.rank, b.rank))
    .slice(0, most)
    .map(({ contractor, match, pasts }) => ({
      ...{ ...contractor, ...match },
      reasons: reasonsOf({ contractor, match, jobs, pasts, day }),
    }))
}

/** By how many more jobs one may get at once than another who suits as well. */
const MOST_AHEAD = 3
/** Of the best of a job, so that hundreds of jobs and contractors are weighed quickly. */
const MOST_WEIGHED = 12

/**
 * For each job its own order. Who comes first has it, so that the jobs of one trade and district are shared among those
 * who suit: what somebody is given counts as open.
 */
export function suggestedForEach<
  Contractor extends Offered & { id: string },
  Job extends Wanted & { contractorId?: string | null },
>(
  contractors: readonly Contractor[],
  jobs: readonly Job[],
  pastOf?: PastOf<Contractor, Job>,
  day?: string,
): Suggested<Contractor>[][] {
  const given = new Map<string, number>()
  const givenTo = ({ id }: Contractor) => given.get(id) ?? 0
  return jobs.map((job) => {
    const able = contractors.filter(({ id }) => id !== job.contractorId)
    const order = suggested(
      able.map((one) => ({ ...one, openJobs: one.openJobs + givenTo(one) })),
      [job],
      pastOf,
      day,
      MOST_WEIGHED,
    )
    const [first] = order
    if (!first) return order
    const equals = order.filter((one) => suitsAs(one, first, day))
    const least = Math.min(...equals.map(givenTo))
    const best = equals.find((one) => givenTo(one) < least + MOST_AHEAD) ?? first
    given.set(best.id, givenTo(best) + 1)
    return [best, ...order.filter((one) => one !== best)]
  })
}

const suitsAs = (one: Offered & Match, other: Offered & Match, day?: string): boolean =>
  lackOf(one) === lackOf(other) && isAway(one, day) === isAway(other, day)

const firstDifference = (a: readonly number[], b: readonly number[]): number =>
  a.map((figure, at) => figure - b[at]!).find((difference) => difference !== 0) ?? 0

const times = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`)

const tradeOf = ({ contractorType }: Wanted): string | null =>
  contractorTypeLabel(contractorType)?.toLowerCase() ?? null

function commonOf(labels: readonly (string | null)[], several: string): string | null {
  if (labels.some((label) => !label)) return null
  return new Set(labels).size === 1 ? labels[0]! : several
}

type Judged = { contractor: Offered; match: Match; jobs: readonly Wanted[]; pasts: readonly Past[]; day: string }

function reasonsOf({ contractor, match, jobs, pasts, day }: Judged): Reason[] {
  const reason = (label: string, good: boolean | null): Reason[] => (label ? [{ label, good }] : [])
  const trade = commonOf(jobs.map(tradeOf), 'every trade')
  const area = commonOf(
    jobs.map(({ postcode }) => outwardOf(postcode)),
    'every area',
  )
  const has = (what: string | null, good: boolean) => reason(what && !good ? `not ${what}` : (what ?? ''), good)
  const { openJobs, lateJobs } = contractor
  return [
    ...reason(awayWords(contractor, day), false),
    ...has(trade, match.hasTrade),
    ...has(area, match.coversArea),
    ...doneBefore(jobs, pasts),
    ...reason(thereBefore(pasts), true),
    ...reason(pasts.some(({ isBookedThatDay }) => isBookedThatDay) ? 'booked that day' : '', null),
    ...reason(`${openJobs} open`, null),
    ...reason(lateJobs ? `${lateJobs} late` : '', false),
    ...reason(contractor.email === null ? 'no e-mail: will not be told' : '', false),
  ]
}

/** 'plumbing in GU1 11 times, once late'. Jobs of one trade and district share what was done. */
function doneBefore(jobs: readonly Wanted[], pasts: readonly Past[]): Reason[] {
  const kindOf = (job: Wanted) => `${tradeOf(job)} in ${outwardOf(job.postcode)}`
  const kinds = new Map(jobs.map((job, at) => [kindOf(job), pasts[at]!]))
  const [visits, late] = [
    sumOf([...kinds.values()], (one) => one.visits),
    sumOf([...kinds.values()], (one) => one.late),
  ]
  if (visits === 0) return []
  const done = `${kinds.size === 1 ? kindOf(jobs[0]!) : 'such work there'} ${times(visits)}`
  return [
    {
      label: late ? `${done}, ${times(late)} late` : done,
      good: !isMostlyLate({ ...NO_PAST, visits, late }),
    },
  ]
}

function thereBefore(pasts: readonly Past[]): string {
  const there = pasts.filter(({ hasBeenThere }) => hasBeenThere).length
  if (there === 0) return ''
  return pasts.length === 1 ? 'been here before' : `been at ${there} of these ${pasts.length} before`
}
