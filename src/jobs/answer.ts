import type { DbOrTx } from '#db/client.ts'
import type { Actor } from '#src/accounts/account.ts'
import { json } from '#src/web/json.ts'
import { jobJson } from './json.ts'
import { jobVisibleTo } from './queries.ts'

/** Answers a job that was changed as its user sees it now. */
export const answerJob =
  (user: Actor, status = 200) =>
  async ({ id }: { id: string }, tx: DbOrTx): Promise<Response> =>
    json(jobJson(await jobVisibleTo(user, id, tx)), status)
