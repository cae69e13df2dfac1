import { Elysia } from 'elysia'
import { countCostlyRead, countUnsafe } from '#src/access/limits/counts.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { Forbidden, PasskeyNeeded, Unauthorized } from '#src/http/errors.ts'
import { noteCredential, noteRole } from '#src/runtime/current.ts'
import { isToken, tokenOf, wrongToken } from './bearer.ts'
import { needsPasskey } from './passkey-needed.ts'
import { isSafe } from './same-origin.ts'
import { sessionOf, sessionUser } from './session.ts'
import { sha256 } from './sha256.ts'
import { tokenUser } from './token.ts'

const half = new WeakMap<Request, Actor>()
const begun = new WeakMap<Request, Promise<Actor | null>>()

export function readSender(request: Request): Promise<Actor | null> {
  const user = identify(request)
  begun.set(request, user)
  return user
}

export function userOf(request: Request): Promise<Actor | null> {
  const user = begun.get(request)
  if (user) begun.delete(request)
  return user ?? identify(request)
}

async function identify(request: Request): Promise<Actor | null> {
  const user = await findUser(request)
  if (!user) return null
  const { id: userId, role, credentialHash, tokenId } = user
  noteRole(role)
  if (credentialHash) noteCredential({ kind: tokenId ? 'token' : 'session', hash: credentialHash, userId, role })
  if (tokenId || user.isVerified || !needsPasskey(user)) return user
  half.set(request, user)
  return null
}

function findUser(request: Request): Promise<Actor | null> | null {
  const token = tokenOf(request)
  if (token !== null) return isToken(token) ? tokenUser(sha256(token)) : null
  const session = sessionOf(request)
  return session ? sessionUser(sha256(session)) : null
}

const READ_ONLY_TOKEN = 'This token may only read. To change something, use one that may.'

function refuseReadOnly(request: Request, user: Actor | null): void {
  if (user?.scopes && !isSafe(request) && !user.scopes.includes('write'))
    throw new Forbidden(READ_ONLY_TOKEN, 'read_only_token')
}

/** What one person's phone has kept is not sent by whoever has signed in there since. */
function refuseAnother(request: Request, user: Actor): void {
  const meant = request.headers.get('fettle-user')
  if (meant && meant !== user.id) throw new Unauthorized()
}

export const signedIn = new Elysia({ name: 'signed-in' }).derive({ as: 'scoped' }, async ({ request, server, set }) => {
  const user = await userOf(request)
  await countUnsafe({ request, server, set }, user)
  if (half.has(request)) throw new PasskeyNeeded()
  if (!user) throw tokenOf(request) === null ? new Unauthorized() : wrongToken()
  refuseAnother(request, user)
  refuseReadOnly(request, user)
  countCostlyRead(request, user, set)
  return { user }
})

export const maybeSignedIn = new Elysia({ name: 'maybe-signed-in' }).derive(
  { as: 'scoped' },
  async ({ request, server, set }) => {
    const user = await userOf(request)
    await countUnsafe({ request, server, set }, user)
    refuseReadOnly(request, user)
    return { user, half: half.get(request) ?? null }
  },
)
