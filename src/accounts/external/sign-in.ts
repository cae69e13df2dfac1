import {
  ArcticFetchError,
  CodeChallengeMethod,
  generateCodeVerifier,
  generateState,
  OAuth2Client,
  OAuth2RequestError,
} from 'arctic'
import type { From } from '#src/accounts/sign-in/admit.ts'
import { bareReason, log, logFailure } from '#src/runtime/log.ts'
import { reasonOf } from '#src/runtime/reason.ts'
import { signInAs } from './account.ts'
import { attempts, type ExternalAttempt } from './attempt.ts'
import { isSame, verifiedClaims } from './id-token.ts'
import { identityOf } from './identity.ts'
import { ExternalProblem, explainProblem, type SignInProblem } from './problem.ts'
import { discovery, type ExternalSettings, fetchJson, PATIENCE, type Provider } from './provider.ts'

export type ExternalAnswer = { cookies: string[]; next: string } & (
  | { problem: SignInProblem }
  | { problem: null; location: string }
  | { problem: null; token: string }
)

export type ExternalSignIn = ReturnType<typeof externalSignIn>

const SCOPES = ['openid', 'email', 'profile']
const AWAY = 'External sign-in is not available. Passwords are taken all the same.'

export function externalSignIn(settings: ExternalSettings) {
  const { issuer, clientId, clientSecret, redirectUri, name, patience = PATIENCE } = settings
  const client = new OAuth2Client(clientId, clientSecret, redirectUri)
  const provider = discovery(settings)
  const kept = attempts(settings)

  async function identify(params: URLSearchParams, attempt: ExternalAttempt, end: AbortSignal) {
    const found = await provider()
    const tokens = await exchange(client, found.token_endpoint, codeOf(params, found), attempt.verifier)
    const claims = await verifiedClaims(tokens, { issuer, clientId, keys: found.keys, nonce: attempt.nonce })
    if (claims.email !== undefined) return identityOf(claims, issuer)
    return identityOf({ ...claims, ...(await userinfo(found, tokens.accessToken, claims.sub, end)) }, issuer)
  }

  return {
    name,
    told: (problem: SignInProblem) => explainProblem(problem, name),

    async begin(request: Request, next: string): Promise<ExternalAnswer> {
      try {
        const { authorization_endpoint } = await within(patience, provider)
        const attempt = { state: generateState(), nonce: generateState(), verifier: generateCodeVerifier(), next }
        const { S256 } = CodeChallengeMethod
        const { state, verifier } = attempt
        const url = client.createAuthorizationURLWithPKCE(authorization_endpoint, state, S256, verifier, SCOPES)
        url.searchParams.set('nonce', attempt.nonce)
        return { problem: null, location: url.href, next, cookies: await kept.keep(request, attempt) }
      } catch (error) {
        return { problem: problemOf(error), next, cookies: [] }
      }
    },

    async finish(request: Request, from: From): Promise<ExternalAnswer> {
      const params = new URL(request.url).searchParams
      const { attempt, cookies } = await kept.take(request, only(params, 'state'))
      if (!attempt) return { problem: 'expired', next: '/', cookies }
      try {
        const token = await signInAs(await within(patience, (end) => identify(params, attempt, end)), from)
        return { problem: null, token, next: attempt.next, cookies }
      } catch (error) {
        return { problem: problemOf(error), next: attempt.next, cookies }
      }
    },

    /** Runs at the start, so that a wrong setting is in the log before anybody signs in. */
    async greet(): Promise<void> {
      await provider().catch(problemOf)
    },
  }
}

function only(params: URLSearchParams, name: string): string | null {
  const [value, second] = params.getAll(name)
  return value === undefined || second !== undefined ? null : value
}

function codeOf(params: URLSearchParams, provider: Provider): string {
  const refuse = (reason: string) => new ExternalProblem('unproven', reason)
  // RFC 9207: another provider's code must not be brought here.
  const said = params.has('iss')
  if (said ? only(params, 'iss') !== provider.issuer : provider.authorization_response_iss_parameter_supported)
    throw refuse('the answer is of another issuer')
  if (params.has('error')) throw refusal(only(params, 'error') ?? '')
  const code = only(params, 'code')
  if (!code || code.length > 4000) throw refuse('the answer has no code')
  return code
}

function refusal(error: string): ExternalProblem {
  const reason = `the provider answered ${/^[a-z_]{1,40}$/.test(error) ? error : 'an unknown error'}`
  const nobody = /^(access_denied|(login|interaction|consent|account_selection)_required)$/.test(error)
  return new ExternalProblem(nobody ? 'cancelled' : 'unavailable', reason)
}

async function exchange(client: OAuth2Client, endpoint: string, code: string, verifier: string) {
  try {
    const tokens = await client.validateAuthorizationCode(endpoint, code, verifier)
    return { idToken: tokens.idToken(), accessToken: tokens.accessToken() }
  } catch (error) {
    if (error instanceof OAuth2RequestError && error.code === 'invalid_grant')
      throw new ExternalProblem('expired', 'the provider does not know the code')
    const reason = error instanceof ArcticFetchError ? reasonOf(error) : error instanceof Error ? error.message : ''
    throw new ExternalProblem('unavailable', `token endpoint of the provider: ${reason}`)
  }
}

/** Many providers leave the e-mail out of the id_token. */
async function userinfo({ userinfo_endpoint }: Provider, accessToken: string, sub: string, signal: AbortSignal) {
  if (!userinfo_endpoint) return {}
  const claims = await fetchJson(userinfo_endpoint, { signal, token: accessToken })
  if (typeof claims !== 'object' || claims === null || !('sub' in claims) || !isSame(claims.sub, sub))
    throw new ExternalProblem('unproven', 'userinfo is of somebody else')
  return { ...claims, sub }
}

async function within<T>(milliseconds: number, work: (end: AbortSignal) => Promise<T>): Promise<T> {
  const end = new AbortController()
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new ExternalProblem('unavailable', 'the provider did not answer in time'))
    end.abort()
  }, milliseconds)
  const working = work(end.signal)
  // Work that fails after the time limit must not be an unhandled rejection.
  working.catch(() => {})
  try {
    return await Promise.race([working, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

function problemOf(error: unknown): SignInProblem {
  const problem = error instanceof ExternalProblem ? error.problem : 'unavailable'
  if (problem === 'unavailable') logFailure('identity', AWAY, error)
  if (problem === 'unproven' && error instanceof Error)
    log.warn('external-sign-in.unproven', 'An answer of the provider was refused.', { reason: bareReason(error) })
  return problem
}
