import { corrections } from '#db/query/spelling.ts'
import { hasOne, wantedIn, wordsIn } from '#db/query/words.ts'
import { contractorsToAssign } from '#src/accounts/queries.ts'
import { contractorTypeLabel } from '#src/domain/job/contractor-type.ts'
import { type Suggested, suggested, suggestedForEach } from '#src/domain/job/suggestion.ts'
import { type Load, loadsOf } from '#src/jobs/of-account.ts'
import { type JobToAssign, pastWorkFor } from './past-work.ts'

type Contractor = Awaited<ReturnType<typeof contractorsToAssign>>[number]
export type ToAssign = Suggested<Contractor & Load>

const NO_LOAD: Load = { openJobs: 0, lateJobs: 0 }

function wordsOf({ firstName, lastName, company, email, contractorTypes, areas }: Contractor): string {
  const texts = [firstName, lastName, company, email, ...contractorTypes.map(contractorTypeLabel), ...areas]
  return ` ${wordsIn(texts.join(' ')).join(' ')} `
}

type Found = { contractors: Contractor[]; instead?: string }

async function found(contractors: Contractor[], search: string): Promise<Found> {
  const all = contractors.map((contractor) => ({ contractor, words: wordsOf(contractor) }))
  const having = (typed: string) => {
    const wanted = wantedIn(typed)
    if (typed && wanted.length === 0) return []
    return all.filter(({ words }) => wanted.every((one) => hasOne(words, one))).map(({ contractor }) => contractor)
  }
  const these = having(search)
  if (these.length) return { contractors: these }
  const known = new Set(all.flatMap(({ words }) => words.trim().split(' ')))
  for (const instead of await corrections(search, [...known])) {
    const others = having(instead)
    if (others.length) return { contractors: others, instead }
  }
  return { contractors: [] }
}

async function loaded(search: string) {
  const { contractors, instead } = await found(await contractorsToAssign(), search)
  const loads = await loadsOf(contractors.map(({ id }) => id))
  return { contractors: contractors.map((one) => ({ ...one, ...(loads.get(one.id) ?? NO_LOAD) })), instead }
}

export async function contractorsFor(
  jobs: readonly JobToAssign[],
  search = '',
): Promise<{ contractors: ToAssign[]; instead?: string }> {
  const [{ contractors, instead }, pastOf] = await Promise.all([loaded(search), pastWorkFor(jobs)])
  return { contractors: suggested(contractors, jobs, pastOf), instead }
}

/** For each of these jobs whom to give it to, so that they are shared out: at most so many. */
export async function contractorsForEach(
  jobs: readonly (JobToAssign & { contractorId: string | null })[],
  most: number,
): Promise<ToAssign[][]> {
  const [{ contractors }, pastOf] = await Promise.all([loaded(''), pastWorkFor(jobs)])
  return suggestedForEach(contractors, jobs, pastOf).map((order) => order.slice(0, most))
}
