import type { DbOrTx, Tx } from '#db/client.ts'
import type { Actor } from '#src/accounts/account.ts'
import { untoldJson } from '#src/jobs/answer.ts'
import { etagOf } from '#src/web/etag.ts'
import { json } from '#src/web/json.ts'
import { lockQuote } from './actions.ts'
import { quoteWithJobJson } from './json.ts'
import { quoteVisibleTo } from './queries.ts'

export const answerQuote =
  (user: Actor) =>
  async ({ id, untold }: { id: string; untold: readonly string[] }, tx: DbOrTx): Promise<Response> => {
    const quote = quoteWithJobJson(await quoteVisibleTo(user, id, tx))
    return json({ ...quote, ...untoldJson(untold) }, 200, { etag: etagOf(quote) })
  }

/** A quote as this user is answered it, with its rows locked: what If-Match is compared with. */
export const currentQuote = (user: Actor, id: string) => async (tx: Tx) => {
  await lockQuote(tx, user, id)
  return quoteWithJobJson(await quoteVisibleTo(user, id, tx))
}
