import { Elysia } from 'elysia'
import type { Actor } from '#src/accounts/account.ts'
import { type Action, mayEver, refusal } from '#src/accounts/permission.ts'
import { sessionUser } from '#src/accounts/queries.ts'
import { readCookie } from './cookies.ts'
import { Forbidden, Unauthorized } from './errors.ts'

export const SESSION_COOKIE = 'session'
/** Thirty days. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60

/** What the sessions table keeps of a token. */
export const hashToken = (token: string): string => new Bun.CryptoHasher('sha256').update(token).digest('hex')

/** The signed-in user of a request, or null. */
export async function userOf(request: Request): Promise<Actor | null> {
  const token = readCookie(request, SESSION_COOKIE)
  return token ? sessionUser(hashToken(token)) : null
}

/** Routes behind it have `user`; a stranger gets 401 (JSON) or is sent to sign in (pages). */
export const signedIn = new Elysia({ name: 'signed-in' }).derive({ as: 'scoped' }, async ({ request }) => {
  const user = await userOf(request)
  if (!user) throw new Unauthorized()
  return { user }
})

/** Routes behind it have `user` or null. */
export const maybeSignedIn = new Elysia({ name: 'maybe-signed-in' }).derive({ as: 'scoped' }, async ({ request }) => ({
  user: await userOf(request),
}))

/**
 * The user, when a user of their role may ever do this. Doors ask it before they read a body,
 * actions ask it again. Throws Forbidden.
 */
export function may(user: Actor, action: Action): Actor {
  if (!mayEver(user.role, action)) throw new Forbidden(refusal(user.role, action))
  return user
}
