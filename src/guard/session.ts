import { Elysia } from 'elysia'
import type { Actor } from '#src/accounts/account.ts'
import { type Action, BY_SIGN_IN_ONLY, mayEver, refusal } from '#src/accounts/may.ts'
import { sessionUser } from '#src/accounts/queries.ts'
import { tokenUser } from '#src/accounts/tokens/queries.ts'
import { noteCredential, noteRole } from '#src/operation/current.ts'
import { Forbidden, Unauthorized } from '#src/web/errors.ts'
import { isToken, tokenOf, WRONG_TOKEN } from './bearer.ts'
import { readCookie } from './cookies.ts'
import { countSearch, countUnsafe } from './limits.ts'

export const SESSION_COOKIE = 'session'
/** Thirty days. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60

/** What the sessions table keeps of a token. */
export const hashToken = (token: string): string => new Bun.CryptoHasher('sha256').update(token).digest('hex')

/** The session that a request's cookie names, or null. A request with a token has none, whatever its cookie says. */
export const sessionOf = (request: Request): string | null =>
  tokenOf(request) === null ? readCookie(request, SESSION_COOKIE) : null

/** The user of a request, by its token or its session, or null. */
export async function userOf(request: Request): Promise<Actor | null> {
  const user = await findUser(request)
  if (!user) return null
  const { id: userId, role, sessionId, tokenId } = user
  noteRole(role)
  if (sessionId) noteCredential({ kind: tokenId ? 'token' : 'session', hash: sessionId, userId, role })
  return user
}

async function findUser(request: Request): Promise<Actor | null> {
  const token = tokenOf(request)
  if (token !== null) return isToken(token) ? tokenUser(hashToken(token)) : null
  const session = sessionOf(request)
  return session ? sessionUser(hashToken(session)) : null
}

/** Routes behind it have `user`; a stranger gets 401 (JSON) or is sent to sign in (pages). */
export const signedIn = new Elysia({ name: 'signed-in' }).derive({ as: 'scoped' }, async ({ request, server, set }) => {
  const user = await userOf(request)
  await countUnsafe({ request, server, set }, user)
  if (!user) throw tokenOf(request) === null ? new Unauthorized() : new Unauthorized(undefined, WRONG_TOKEN)
  countSearch(request, user, set)
  return { user }
})

/** Routes behind it have `user` or null. */
export const maybeSignedIn = new Elysia({ name: 'maybe-signed-in' }).derive(
  { as: 'scoped' },
  async ({ request, server, set }) => {
    const user = await userOf(request)
    await countUnsafe({ request, server, set }, user)
    return { user }
  },
)

/**
 * The user, when a user of their role may ever do this, with what they came. Doors ask it before they read a body or
 * answer a repeat, actions ask it again. Throws Forbidden.
 */
export function may(user: Actor, action: Action): Actor {
  if (!mayEver(user.role, action)) throw new Forbidden(refusal(user.role, action))
  const signInOnly = user.tokenId && BY_SIGN_IN_ONLY[action]
  if (signInOnly) throw new Forbidden(signInOnly)
  return user
}
