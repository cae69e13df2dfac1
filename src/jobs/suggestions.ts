import { contractorsToAssign } from '#src/accounts/queries.ts'
import { contractorTypeLabel } from './contractor-type.ts'
import type { Job } from './job.ts'
import { type Load, loadsOf } from './of-account.ts'
import { type Suggested, suggested } from './suggestion.ts'

type Contractor = Awaited<ReturnType<typeof contractorsToAssign>>[number]
export type ToAssign = Suggested<Contractor & Load>

const NO_LOAD: Load = { openJobs: 0, lateJobs: 0 }

/** All whose name, company, e-mail, trades or areas have each word. */
const found = (contractors: Contractor[], search: string): Contractor[] => {
  const words = search.toLowerCase().split(/\s+/)
  return contractors.filter(({ firstName, lastName, company, email, contractorTypes, areas }) => {
    const text = [firstName, lastName, company, email, ...contractorTypes.map(contractorTypeLabel), ...areas]
      .join(' ')
      .toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Whom a job, or several at once, may be given to, the best first. */
export async function contractorsFor(
  jobs: readonly Pick<Job, 'contractorType' | 'postcode'>[],
  search = '',
): Promise<ToAssign[]> {
  const contractors = found(await contractorsToAssign(), search)
  const loads = await loadsOf(contractors.map(({ id }) => id))
  const loaded = contractors.map((contractor) => ({ ...contractor, ...(loads.get(contractor.id) ?? NO_LOAD) }))
  return suggested(loaded, jobs)
}
