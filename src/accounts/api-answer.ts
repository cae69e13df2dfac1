import type { Tx } from '#db/connect/client.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { changed } from '#src/http/json-answer.ts'
import { userJson } from './json.ts'
import { account, type UserRow } from './queries.ts'

export const answerUser = (user: UserRow) => changed(userJson(user))

export const currentUser =
  (lock?: (tx: Tx, id: string) => Promise<unknown>) => async (tx: Tx, _: Actor, id: string) => {
    const { id: known } = await account(tx, id)
    await lock?.(tx, known)
    return userJson(await account(tx, known, undefined, true))
  }
