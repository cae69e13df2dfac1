import { needsPasskey } from '#src/access/passkey-needed.ts'
import { type Actor, displayName } from '#src/domain/account/account.ts'
import { newChallenge, QUESTION_SECONDS } from './challenge.ts'
import { passkeysOf } from './queries.ts'
import { RELYING_PARTY } from './relying-party.ts'

/** ES256 and RS256: what every authenticator knows one of. */
export const ALGORITHMS = [-7, -257]

const timeout = QUESTION_SECONDS * 1000

export const handleOf = (userId: string): string => Buffer.from(userId).toString('base64url')

export async function askToAdd(user: Actor) {
  const known = await passkeysOf(user.id)
  return {
    rp: { id: RELYING_PARTY.id, name: 'Fettle' },
    user: {
      id: handleOf(user.id),
      name: user.username ?? user.email ?? displayName(user),
      displayName: displayName(user),
    },
    challenge: newChallenge({ what: 'add', holder: user.credentialHash ?? '' }),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout,
    excludeCredentials: known.map(({ credentialId }) => ({ type: 'public-key', id: credentialId })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: needsPasskey(user) ? 'required' : 'preferred',
    },
    attestation: 'none',
  }
}

export const askToSignIn = (device: string, isVerifying = false) => ({
  challenge: newChallenge({ what: 'sign in', holder: device }),
  rpId: RELYING_PARTY.id,
  timeout,
  allowCredentials: [],
  userVerification: isVerifying ? 'required' : 'preferred',
})
