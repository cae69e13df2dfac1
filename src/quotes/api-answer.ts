import type { DbOrTx, Tx } from '#db/connect/client.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { changed } from '#src/http/json-answer.ts'
import { lockQuote } from './actions.ts'
import { quoteWithJobJson } from './json.ts'
import { quoteVisibleTo } from './queries.ts'

type Changed = { id: string; unreached: readonly string[] }

export const answerQuote = async ({ id, unreached }: Changed, { user, tx }: { user: Actor; tx: DbOrTx }) =>
  changed(quoteWithJobJson(await quoteVisibleTo(user, id, tx)), unreached)

export async function currentQuote(tx: Tx, user: Actor, id: string) {
  await lockQuote(tx, user, id)
  return quoteWithJobJson(await quoteVisibleTo(user, id, tx))
}
