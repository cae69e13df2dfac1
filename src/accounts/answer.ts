import type { Tx } from '#db/client.ts'
import { etagOf } from '#src/web/etag.ts'
import { json } from '#src/web/json.ts'
import { userJson } from './json.ts'
import { account, type UserRow } from './queries.ts'

export function answerUser(user: UserRow): Response {
  const answer = userJson(user)
  return json(answer, 200, { etag: etagOf(answer) })
}

/** An account as it is answered, with its row locked: what If-Match is compared with. `lock` locks others before. */
export const currentUser = (id: string, lock?: (tx: Tx, id: string) => Promise<unknown>) => async (tx: Tx) => {
  const { id: known } = await account(tx, id)
  await lock?.(tx, known)
  return userJson(await account(tx, known, undefined, true))
}
