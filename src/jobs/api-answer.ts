import type { DbOrTx, Tx } from '#db/connect/client.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { changed } from '#src/http/json-answer.ts'
import type { JobOutcome } from '#src/jobs/assignment/many.ts'
import { jobJson } from './json.ts'
import { jobVisibleTo, lockJob } from './queries.ts'

type Changed = { id: string; unreached?: readonly string[] }

export const answerJob = async ({ id, unreached }: Changed, { user, tx }: { user: Actor; tx: DbOrTx }) =>
  changed(jobJson(await jobVisibleTo(user, id, tx)), unreached)

export async function currentJob(tx: Tx, user: Actor, id: string) {
  await lockJob(tx, user, id)
  return jobJson(await jobVisibleTo(user, id, tx))
}

export const jobOutcomeJson = ({ id, jobRef, ...outcome }: JobOutcome) =>
  outcome.ok
    ? { id, status: 200 as const, message: outcome.untold.join(' ') || null, jobRef }
    : { id, status: outcome.status, code: outcome.code, message: outcome.message, jobRef }
