import type { Tx } from '#db/connect/client.ts'
import { changedJson } from '#src/http/respond/json.ts'
import { userJson } from './json.ts'
import { account, type UserRow } from './queries.ts'

export const answerUser = (user: UserRow): Response => changedJson(userJson(user))

/** An account as it is answered, with its row locked: what If-Match is compared with. `lock` locks others before. */
export const currentUser = (id: string, lock?: (tx: Tx, id: string) => Promise<unknown>) => async (tx: Tx) => {
  const { id: known } = await account(tx, id)
  await lock?.(tx, known)
  return userJson(await account(tx, known, undefined, true))
}
