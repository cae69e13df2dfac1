import { db } from '#db/connect/client.ts'
import { authorize } from '#src/access/authorize.ts'
import { account, contractorById } from '#src/accounts/queries.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { MAX_AT_ONCE } from '#src/domain/limits.ts'
import { Invalid, Refused } from '#src/http/errors.ts'
import { assignJob, unassignJob } from '#src/jobs/actions.ts'
import { byItself, type Each } from '#src/writes/each.ts'
import { idsInHandOf } from './in-hand.ts'
import { type ChangedJobs, changeJobs } from './many.ts'

type Reassigned = ChangedJobs & { to: string | null }

/** With null they are pending again; each job goes by itself. Throws NotFound, Invalid, or Refused for none. */
export async function reassignJobs(
  user: Actor,
  from: string,
  { contractorId, jobIds }: { contractorId: string | null; jobIds?: readonly string[] },
  each: Each = byItself,
): Promise<Reassigned> {
  authorize(user, 'changeManyJobs')
  const { id } = await account(db, from, 'contractor')
  const to = contractorId === null ? null : await contractorById(contractorId)
  if (contractorId !== null && !to) throw new Invalid({ contractorId: 'This contractor does not exist' })
  if (to?.id === id) throw new Invalid({ contractorId: 'Please choose another contractor' })
  // A repeat takes the jobs of the first time: what has moved is no longer in hand.
  const ids = jobIds ?? (await each('all', () => allInHandOf(id)))
  const change = (job: string) => (to ? assignJob(user, job, to.id, id) : unassignJob(user, job, id))
  const changed = await changeJobs(user, { kind: to ? 'reassign' : 'unassign', ids, each }, change)
  return { ...changed, to: to?.name ?? null }
}

async function allInHandOf(contractorId: string): Promise<string[]> {
  const ids = await idsInHandOf(contractorId, MAX_AT_ONCE)
  if (ids.length === 0) throw new Refused('This contractor has no jobs in hand.')
  return ids
}
