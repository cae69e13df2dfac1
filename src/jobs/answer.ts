import type { DbOrTx } from '#db/client.ts'
import type { Actor } from '#src/accounts/account.ts'
import { json } from '#src/web/json.ts'
import { jobJson } from './json.ts'
import type { JobOutcome } from './many.ts'
import { jobVisibleTo } from './queries.ts'

/** `untold`: sentences about contractors whom no e-mail reaches. */
export const untoldJson = (untold: readonly string[] = []) => (untold.length ? { message: untold.join(' ') } : {})

export const answerJob =
  (user: Actor, status = 200) =>
  async ({ id, untold }: { id: string; untold?: readonly string[] }, tx: DbOrTx): Promise<Response> =>
    json({ ...jobJson(await jobVisibleTo(user, id, tx)), ...untoldJson(untold) }, status)

export const outcomeJson = ({ id, jobRef, ...outcome }: JobOutcome) =>
  outcome.ok
    ? { id, status: 200, message: outcome.untold.join(' ') || null, jobRef }
    : { id, status: outcome.status, code: outcome.code, message: outcome.message, jobRef }
