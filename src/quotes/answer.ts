import type { DbOrTx, Tx } from '#db/connect/client.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { changedJson } from '#src/http/respond/json.ts'
import { unreachedJson } from '#src/jobs/answer.ts'
import { lockQuote } from './actions.ts'
import { quoteWithJobJson } from './json.ts'
import { quoteVisibleTo } from './queries.ts'

export const answerQuote =
  (user: Actor) =>
  async ({ id, unreached }: { id: string; unreached: readonly string[] }, tx: DbOrTx): Promise<Response> =>
    changedJson(quoteWithJobJson(await quoteVisibleTo(user, id, tx)), unreachedJson(unreached))

/** A quote as this user is answered it, with its rows locked: what If-Match is compared with. */
export const currentQuote = (user: Actor, id: string) => async (tx: Tx) => {
  await lockQuote(tx, user, id)
  return quoteWithJobJson(await quoteVisibleTo(user, id, tx))
}
