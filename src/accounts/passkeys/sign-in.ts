import { and, eq, isNull, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { passkeys, users } from '#db/schema.ts'
import { needsPasskey } from '#src/access/passkey-needed.ts'
import { admit, admittedColumns, type From } from '#src/accounts/sign-in/admit.ts'
import { Unauthorized } from '#src/http/errors.ts'
import { publicTransaction } from '#src/writes/transaction.ts'
import { authenticationIn } from './browser-reply.ts'
import { isAsked, takeChallenge } from './challenge.ts'
import { countVerified } from './queries.ts'
import { handleOf } from './questions.ts'
import { RELYING_PARTY } from './relying-party.ts'

const NOT_TAKEN = 'This passkey was not accepted. Please try again, or use your password.'
const UNVERIFIED = 'Administrators need a passkey that asks for a fingerprint, face or PIN. Please use another.'
const UNKNOWN = 'This passkey no longer belongs to an account. Please use your password.'

export class PasskeyRefused extends Unauthorized {
  /** `unknown` is the id of a passkey that the device may forget. */
  constructor(
    message = NOT_TAKEN,
    readonly unknown?: string,
  ) {
    super(message, {}, 'wrong_credentials')
  }
}

/** Throws PasskeyRefused. `from.device` is the browser that was asked; `isAlone` when it is the only one where one is required. */
export async function signInByPasskey(
  answer: unknown,
  from: From & { device: string },
): Promise<{ token: string; isAlone: boolean }> {
  const response = authenticationIn(answer)
  if (!response) throw new PasskeyRefused()
  const { id, userId, publicKey, counter } = await known(response.id)
  if (response.response.userHandle && response.response.userHandle !== handleOf(userId)) throw new PasskeyRefused()
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  let challenge = ''
  const found = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (sent) => {
      challenge = sent
      return isAsked(sent, { what: 'sign in', holder: from.device })
    },
    expectedOrigin: RELYING_PARTY.origin,
    expectedRPID: RELYING_PARTY.id,
    credential: { id: response.id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
    requireUserVerification: false,
  }).catch(() => null)
  if (!found?.verified) throw new PasskeyRefused()
  const { newCounter, userVerified } = found.authenticationInfo
  return publicTransaction(async (tx) => {
    const [owner] = await tx
      .select(admittedColumns)
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.deletedAt)))
      .for('share')
    const [used] = await tx
      .update(passkeys)
      .set({ counter: newCounter, lastUsedAt: sql`now()`, ...(userVerified && { isVerified: true }) })
      // Read before the answer was verified: two at once must not both be the next.
      .where(and(eq(passkeys.id, id), eq(passkeys.counter, counter)))
      .returning({ id: passkeys.id })
    if (!owner || !used || !(await takeChallenge(tx, challenge))) throw new PasskeyRefused()
    if (needsPasskey(owner) && !userVerified) throw new PasskeyRefused(UNVERIFIED)
    const isAlone = needsPasskey(owner) && (await countVerified(tx, userId)) === 1
    return { token: await admit(tx, owner, { ...from, isVerified: userVerified }), isAlone }
  })
}

async function known(credentialId: string) {
  const [found] = await db
    .select({ id: passkeys.id, userId: passkeys.userId, publicKey: passkeys.publicKey, counter: passkeys.counter })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(and(eq(passkeys.credentialId, credentialId.slice(0, 2000)), isNull(users.deletedAt)))
  if (!found) throw new PasskeyRefused(UNKNOWN, credentialId)
  return found
}
