import { hkdfSync } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { cookie } from '#src/access/cookies.ts'
import { ownPath } from '#src/access/same-origin.ts'
import { secret } from '#src/access/secret.ts'

export type ExternalAttempt = { state: string; nonce: string; verifier: string; next: string }

const ATTEMPT_SECONDS = 10 * 60
/** Servers' clocks, in seconds. */
const CLOCKS_APART = 60
/** A longer `next` is forgotten: servers refuse requests whose cookies are too long. */
const LONGEST_NEXT = 1000
const LARGEST_TOTAL = 6000

const key = () => new Uint8Array(hkdfSync('sha256', secret(), '', 'external sign-in', 32))

/** A cookie for each attempt lets several tabs sign in; __Host- keeps neighbouring domains from planting one. */
export function attempts({ issuer, redirectUri }: { issuer: string; redirectUri: string }) {
  const prefix = redirectUri.startsWith('https:') ? '__Host-sign-in-' : 'sign-in-'
  const nameOf = (state: string) => prefix + state.slice(0, 16)

  return {
    async keep(request: Request, attempt: ExternalAttempt): Promise<string[]> {
      const next = attempt.next.length > LONGEST_NEXT ? '/' : attempt.next
      const sealed = await new EncryptJWT({ ...attempt, next })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setAudience(issuer)
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + ATTEMPT_SECONDS)
        .encrypt(key())
      return [...surplus(request, prefix, sealed.length), cookie(nameOf(attempt.state), sealed, ATTEMPT_SECONDS)]
    },

    async take(
      request: Request,
      state: string | null,
    ): Promise<{ attempt: ExternalAttempt | null; cookies: string[] }> {
      if (state === null || !/^[\w-]{43}$/.test(state)) return { attempt: null, cookies: [] }
      const sealed = cookiesOf(request).get(nameOf(state))
      if (!sealed) return { attempt: null, cookies: [] }
      const attempt = await open(sealed, issuer)
      return { attempt: attempt?.state === state ? attempt : null, cookies: [cookie(nameOf(state), '', 0)] }
    },
  }
}

async function open(sealed: string, issuer: string): Promise<ExternalAttempt | null> {
  try {
    const options = {
      audience: issuer,
      requiredClaims: ['exp', 'iat'],
      maxTokenAge: ATTEMPT_SECONDS,
      clockTolerance: CLOCKS_APART,
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    }
    const { payload } = await jwtDecrypt(sealed, key(), options)
    const { state, nonce, verifier, next } = payload
    if (typeof state !== 'string' || typeof nonce !== 'string' || typeof verifier !== 'string') return null
    return { state, nonce, verifier, next: ownPath(next) }
  } catch {
    return null // of another secret, too old, or made up
  }
}

const cookiesOf = (request: Request) => new Bun.CookieMap(request.headers.get('cookie') ?? '')

/** Browsers send the cookies of a path oldest first. */
function surplus(request: Request, prefix: string, added: number): string[] {
  const kept = [...cookiesOf(request)].filter(([name]) => name.startsWith(prefix) && /^[\w-]+$/.test(name))
  let total = kept.reduce((sum, [name, value]) => sum + name.length + value.length, added)
  const dropped: string[] = []
  for (const [name, value] of kept) {
    if (total <= LARGEST_TOTAL) break
    total -= name.length + value.length
    dropped.push(cookie(name, '', 0))
  }
  return dropped
}
