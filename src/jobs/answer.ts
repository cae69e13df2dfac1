import type { DbOrTx, Tx } from '#db/connect/client.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { changedJson } from '#src/http/respond/json.ts'
import type { JobOutcome } from '#src/jobs/assignment/many.ts'
import { jobJson } from './json.ts'
import { jobVisibleTo, lockJob } from './queries.ts'

/** `unreached`: sentences about contractors whom no e-mail reaches. */
export const unreachedJson = (unreached: readonly string[] = []) =>
  unreached.length ? { message: unreached.join(' ') } : {}

export const answerJob =
  (user: Actor, status = 200) =>
  async ({ id, unreached }: { id: string; unreached?: readonly string[] }, tx: DbOrTx): Promise<Response> =>
    changedJson(jobJson(await jobVisibleTo(user, id, tx)), unreachedJson(unreached), status)

/** A job as this user is answered it, with its row locked: what If-Match is compared with. */
export const currentJob = (user: Actor, id: string) => async (tx: Tx) => {
  await lockJob(tx, user, id)
  return jobJson(await jobVisibleTo(user, id, tx))
}

export const jobOutcomeJson = ({ id, jobRef, ...outcome }: JobOutcome) =>
  outcome.ok
    ? { id, status: 200, message: outcome.untold.join(' ') || null, jobRef }
    : { id, status: outcome.status, code: outcome.code, message: outcome.message, jobRef }
