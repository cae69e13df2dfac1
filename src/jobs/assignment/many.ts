import { authorize } from '#src/access/authorize.ts'
import { contractorById } from '#src/accounts/queries.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { BeforeAssignment, BulkKind } from '#src/domain/bulk.ts'
import { Invalid } from '#src/http/errors.ts'
import { assignJob, cancelJob, type SeenContractor } from '#src/jobs/actions.ts'
import { refsVisibleTo } from '#src/jobs/queries.ts'
import { recordBulk } from '#src/writes/bulk-actions.ts'
import { byItself, changeEach, type Each, type ItemOutcome } from '#src/writes/each.ts'

/** `untold` keeps its name: answers that are stored under keys have it. `to` is who has the job now. */
type Done = { untold: string[]; to: string | null; before: BeforeAssignment | null }
export type JobOutcome = { id: string; jobRef: string | null } & ItemOutcome<Pick<Done, 'untold'> & Partial<Done>>

/** `action` is the entry that people read. */
export type ChangedJobs = { outcomes: JobOutcome[]; action: string }

export type SeenContractors = ReadonlyMap<string, SeenContractor>

/** `instead` is left out by who does not say with whom they saw the job. */
export type Given = { jobId: string; contractorId: string; instead?: SeenContractor }

export async function assignJobs(user: Actor, given: readonly Given[], each?: Each): Promise<ChangedJobs> {
  authorize(user, 'changeManyJobs')
  const receivers = new Set(given.map(({ contractorId }) => contractorId))
  if (receivers.size === 1 && !(await contractorById(given[0]!.contractorId)))
    throw new Invalid({ contractorId: 'This contractor does not exist' })
  const assign = (id: string, index: number) => assignJob(user, id, given[index]!.contractorId, given[index]!.instead)
  return changeJobs(user, { kind: 'assign', ids: given.map(({ jobId }) => jobId), each }, assign)
}

export async function cancelJobs(
  user: Actor,
  jobIds: readonly string[],
  reason: string,
  each?: Each,
): Promise<ChangedJobs> {
  authorize(user, 'changeManyJobs')
  return changeJobs(user, { kind: 'cancel', ids: jobIds, each }, (id) => cancelJob(user, id, reason))
}

type ToChange = { kind: BulkKind; ids: readonly string[]; each?: Each }
type Change = (id: string, index: number) => Promise<{ unreached: string[]; to?: string; before?: BeforeAssignment }>

export async function changeJobs(
  user: Actor,
  { kind, ids, each = byItself }: ToChange,
  change: Change,
): Promise<ChangedJobs> {
  // Read before, as cancelling may end what the reader may see.
  const refs = await refsVisibleTo(user, ids)
  const changed = async (id: string, index: number): Promise<Done> => {
    const { unreached, to = null, before = null } = await change(id, index)
    return { untold: unreached, to, before }
  }
  const outcomes = (await changeEach(ids, changed, each)).map((outcome, index): JobOutcome => {
    const id = ids[index]!
    return { id, jobRef: refs.get(id.toLowerCase()) ?? null, ...outcome }
  })
  return { outcomes, action: await recordOutcomes(user, kind, outcomes, each) }
}

export function recordOutcomes(
  user: Actor,
  kind: BulkKind,
  outcomes: readonly JobOutcome[],
  each: Each,
): Promise<string> {
  const done = outcomes.map((one) => ({
    ...{ jobId: one.id, jobRef: one.jobRef, ok: one.ok },
    ...(one.ok ? { message: one.to ?? null, before: one.before ?? null } : { message: one.message }),
  }))
  return recordBulk(user, kind, done, each)
}
