import { createHash, timingSafeEqual } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { ExternalProblem } from './problem.ts'
import type { ExternalSettings, Provider } from './provider.ts'

/** Not 'none', and no HS*, whose key could be public. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]
const CLOCK_TOLERANCE = 30
/** Tokens are made while their code is exchanged: an old one comes from elsewhere. */
const OLDEST = 10 * 60

type Expected = Pick<ExternalSettings, 'issuer' | 'clientId'> & { keys: Provider['keys']; nonce: string }

/** Throws ExternalProblem: 'unproven', or 'unavailable' when the provider's keys cannot be read. */
export async function verifiedClaims(
  { idToken, accessToken }: { idToken: string; accessToken: string },
  { issuer, clientId, keys, nonce }: Expected,
): Promise<JWTPayload & { sub: string }> {
  const { payload, protectedHeader } = await jwtVerify(idToken, keys, {
    issuer,
    audience: clientId,
    algorithms: ALGORITHMS,
    clockTolerance: CLOCK_TOLERANCE,
    maxTokenAge: OLDEST,
    requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat', 'nonce'],
  }).catch((error: unknown) => {
    throw failure(error)
  })
  const { sub, aud, azp, nonce: given, at_hash: atHash } = payload
  const refuse = (reason: string) => new ExternalProblem('unproven', `id_token: ${reason}`)
  if (typeof sub !== 'string' || sub === '' || sub.length > 255) throw refuse('no usable sub')
  if (!isSame(given, nonce)) throw refuse('the nonce is of another sign-in')
  if (azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== clientId) throw refuse('azp is not us')
  if (atHash !== undefined && !isSame(atHash, halfHash(accessToken, protectedHeader.alg)))
    throw refuse('at_hash is of another access token')
  return { ...payload, sub }
}

export function isSame(claim: unknown, text: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return typeof claim === 'string' && timingSafeEqual(digest(claim), digest(text))
}

function halfHash(accessToken: string, algorithm: string): string {
  const hash = createHash(`sha${/\d{3}$/.exec(algorithm)?.[0] ?? '512'}`)
    .update(accessToken)
    .digest()
  return hash.subarray(0, hash.length / 2).toString('base64url')
}

const UNPROVEN = [
  errors.JWTClaimValidationFailed,
  errors.JWTExpired,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
]

function failure(error: unknown): ExternalProblem {
  if (error instanceof ExternalProblem) return error
  const reason = error instanceof Error ? error.message : String(error)
  return UNPROVEN.some((kind) => error instanceof kind)
    ? new ExternalProblem('unproven', `id_token: ${reason}`)
    : new ExternalProblem('unavailable', `keys of the provider: ${reason}`)
}
