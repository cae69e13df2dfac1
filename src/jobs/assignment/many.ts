import { authorize } from '#src/access/authorize.ts'
import { contractorById } from '#src/accounts/queries.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { Invalid } from '#src/http/errors.ts'
import { assignJob, cancelJob, type SeenContractor } from '#src/jobs/actions.ts'
import { refsVisibleTo } from '#src/jobs/queries.ts'
import { changeEach, type Each, type ItemOutcome } from '#src/writes/each.ts'

/** `untold` keeps its name: answers that are stored under keys have it. */
export type JobOutcome = { id: string; jobRef: string | null } & ItemOutcome<{ untold: string[] }>

export type SeenContractors = ReadonlyMap<string, SeenContractor>

export async function assignJobs(
  user: Actor,
  jobIds: readonly string[],
  { contractorId, seen }: { contractorId: string; seen?: SeenContractors },
  each?: Each,
): Promise<JobOutcome[]> {
  authorize(user, 'changeManyJobs')
  if (!(await contractorById(contractorId))) throw new Invalid({ contractorId: 'This contractor does not exist' })
  return changeJobs(user, jobIds, (id) => assignJob(user, id, contractorId, seen?.get(id)), each)
}

export async function cancelJobs(
  user: Actor,
  jobIds: readonly string[],
  reason: string,
  each?: Each,
): Promise<JobOutcome[]> {
  authorize(user, 'changeManyJobs')
  return changeJobs(user, jobIds, (id) => cancelJob(user, id, reason), each)
}

export async function changeJobs(
  user: Actor,
  ids: readonly string[],
  change: (id: string) => Promise<{ unreached: string[] }>,
  each?: Each,
): Promise<JobOutcome[]> {
  // Read before, as cancelling may end what the reader may see.
  const refs = await refsVisibleTo(user, ids)
  const outcomes = await changeEach(ids, async (id) => ({ untold: (await change(id)).unreached }), each)
  return outcomes.map((outcome, index) => {
    const id = ids[index]!
    return { id, jobRef: refs.get(id.toLowerCase()) ?? null, ...outcome }
  })
}
