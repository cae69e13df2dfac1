import { authorize } from '#src/access/authorize.ts'
import { estateAgentById, lockAccount } from '#src/accounts/queries.ts'
import { type Actor, fullName } from '#src/domain/account/account.ts'
import { Invalid } from '#src/http/errors.ts'
import { insertJob } from '#src/jobs/actions.ts'
import { importedJob, type JobsToImport } from '#src/jobs/input.ts'
import { changeEach, type Each, type ItemOutcome } from '#src/writes/each.ts'
import { transaction } from '#src/writes/transaction.ts'

type Imported = { id: string; jobRef: string }

/** Each row goes or is refused by itself, in the order given; nobody gets an e-mail. Throws Invalid for no agent. */
export async function importJobs(
  user: Actor,
  { agentId, jobs }: JobsToImport,
  each?: Each,
): Promise<ItemOutcome<Imported>[]> {
  authorize(user, 'importJobs')
  if (!(await estateAgentById(agentId))) throw noAgent()
  const places = jobs.map((_, index) => String(index))
  return changeEach(places, (_, index) => importJob(user, agentId, jobs[index]!), each)
}

function importJob(user: Actor, agentId: string, row: JobsToImport['jobs'][number]): Promise<Imported> {
  return transaction(
    async (tx) => {
      const agent = await lockAccount(tx, agentId, 'estate_agent')
      if (!agent) throw noAgent()
      const named = { estateAgentName: fullName(agent), estateAgency: agent.company }
      const values = { ...importedJob({ ...named, ...row }), estateAgentId: agent.id }
      const { id, jobRef } = await insertJob(tx, user, values, 'imported')
      return { id, jobRef }
    },
    { keeping: [agentId] },
  )
}

const noAgent = () => new Invalid({ agentId: 'This estate agent does not exist' })

export const importedJson = (outcome: ItemOutcome<Imported>) =>
  outcome.ok
    ? { id: outcome.id, status: 201 as const, message: null, jobRef: outcome.jobRef }
    : {
        ...{ id: null, status: outcome.status, code: outcome.code, message: outcome.message },
        ...{ errors: outcome.errors ?? {}, jobRef: null },
      }
