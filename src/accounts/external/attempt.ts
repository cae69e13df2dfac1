import { hkdfSync } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { cookie } from '#src/guard/cookies.ts'
import { ownPath } from '#src/guard/same-origin.ts'
import { secret } from '#src/guard/secret.ts'

/** What the browser keeps while its person is at the provider, and nobody else may know. */
export type Attempt = { state: string; nonce: string; verifier: string; next: string }

/** Ten minutes. */
const ATTEMPT_SECONDS = 10 * 60
/** A longer `next` is forgotten: all cookies together must stay below what servers take as headers. */
const LONGEST_NEXT = 1000
const LARGEST_TOTAL = 6000

const key = () => new Uint8Array(hkdfSync('sha256', secret(), '', 'external sign-in', 32))

/**
 * The cookies of attempts, each under a name of its own so that several tabs sign in side by side. Sealed with the
 * installation's secret, so that any process opens what another has sealed, and only for this provider.
 * Over https no neighbouring domain can plant them: __Host-.
 */
export function attempts({ issuer, redirectUri }: { issuer: string; redirectUri: string }) {
  const prefix = redirectUri.startsWith('https:') ? '__Host-sign-in-' : 'sign-in-'
  const nameOf = (state: string) => prefix + state.slice(0, 16)

  return {
    /** Set-Cookie lines that keep an attempt, and drop the browser's oldest when there are too many. */
    async keep(request: Request, attempt: Attempt): Promise<string[]> {
      const next = attempt.next.length > LONGEST_NEXT ? '/' : attempt.next
      const sealed = await new EncryptJWT({ ...attempt, next })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setAudience(issuer)
        .setExpirationTime(Math.floor(Date.now() / 1000) + ATTEMPT_SECONDS)
        .encrypt(key())
      return [...surplus(request, prefix, sealed.length), cookie(nameOf(attempt.state), sealed, ATTEMPT_SECONDS)]
    },

    /** The attempt of a callback's state if this browser began it, and the Set-Cookie lines that end it. */
    async take(request: Request, state: string | null): Promise<{ attempt: Attempt | null; cookies: string[] }> {
      if (state === null || !/^[\w-]{43}$/.test(state)) return { attempt: null, cookies: [] }
      const sealed = cookiesOf(request).get(nameOf(state))
      if (!sealed) return { attempt: null, cookies: [] }
      const attempt = await open(sealed, issuer)
      return { attempt: attempt?.state === state ? attempt : null, cookies: [cookie(nameOf(state), '', 0)] }
    },
  }
}

async function open(sealed: string, issuer: string): Promise<Attempt | null> {
  try {
    const options = {
      audience: issuer,
      requiredClaims: ['exp'],
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
