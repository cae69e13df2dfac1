import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { createRemoteJWKSet, customFetch, type RemoteJWKSet } from 'jose'
import { isConfidential } from '#src/runtime/env.ts'
import { reasonOf } from '#src/runtime/reason.ts'
import { ExternalProblem } from './problem.ts'

export type ExternalSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  name: string
  redirectUri: string
  /** Milliseconds for one request of ours in all. */
  patience?: number
  keysCooldown?: number
}

const Metadata = Type.Object({
  issuer: Type.String(),
  authorization_endpoint: Type.String(),
  token_endpoint: Type.String(),
  jwks_uri: Type.String(),
  userinfo_endpoint: Type.Optional(Type.String()),
  authorization_response_iss_parameter_supported: Type.Optional(Type.Boolean()),
})
type Metadata = Static<typeof Metadata>

export type Provider = Metadata & { keys: RemoteJWKSet }

const FRESH = 60 * 60 * 1000
export const PATIENCE = 7000
const LARGEST_ANSWER = 256 * 1024

/** Asks at most once an hour; after a failure the last answer stands. The returned function throws ExternalProblem. */
export function discovery({
  issuer,
  keysCooldown = 30_000,
  patience = PATIENCE,
}: ExternalSettings): () => Promise<Provider> {
  let known: { provider: Provider; at: number } | undefined
  let asking: Promise<Provider> | undefined
  const shared = Math.ceil(patience / 2)
  const ask = async (): Promise<Provider> => {
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const metadata = checked(issuer, await fetchJson(url, { signal: AbortSignal.timeout(shared) }))
    const keys =
      known?.provider.jwks_uri === metadata.jwks_uri
        ? known.provider.keys
        : keysAt(metadata.jwks_uri, { cooldownDuration: keysCooldown, timeoutDuration: shared })
    const provider = { ...metadata, keys }
    known = { provider, at: performance.now() }
    return provider
  }
  return async () => {
    if (known && performance.now() - known.at < FRESH) return known.provider
    asking ??= ask().finally(() => {
      asking = undefined
    })
    if (!known) return asking
    const before = known.provider
    return asking.catch(() => before)
  }
}

const keysAt = (url: string, durations: { cooldownDuration: number; timeoutDuration: number }): RemoteJWKSet =>
  createRemoteJWKSet(new URL(url), {
    ...durations,
    // The content type of keys is not checked: many providers serve them as plain files.
    [customFetch]: async (url, { signal }) => Response.json(await fetchJson(url, { signal, type: /./ })),
  })

function checked(issuer: string, answer: unknown): Metadata {
  if (!Value.Check(Metadata, answer)) throw new ExternalProblem('unavailable', 'the discovery document is incomplete')
  if (answer.issuer !== issuer)
    throw new ExternalProblem(
      'unavailable',
      `OIDC_ISSUER is ${issuer}, and the provider there calls itself ${answer.issuer}: they must be the same, to the slash`,
    )
  const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = answer
  const endpoints = [authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint ?? token_endpoint]
  const isFit = (url: string) => URL.canParse(url) && (isConfidential(url) || !isConfidential(issuer))
  if (!endpoints.every(isFit)) throw new ExternalProblem('unavailable', 'an endpoint of the provider is not https')
  return answer
}

const JSON_TYPE = /^application\/([\w.+-]+\+)?json\b/i

export async function fetchJson(
  url: string,
  { signal, token, type = JSON_TYPE }: { signal: AbortSignal; token?: string; type?: RegExp },
): Promise<unknown> {
  try {
    const headers = { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const response = await fetch(url, { signal, headers, redirect: 'manual' })
    if (response.status !== 200) throw new Error(`status ${response.status}`)
    if (!type.test(response.headers.get('content-type') ?? '-')) throw new Error('not JSON by its content type')
    return JSON.parse(await text(response))
  } catch (error) {
    throw new ExternalProblem('unavailable', `${new URL(url).pathname} of the provider: ${reasonOf(error)}`)
  }
}

async function text(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > LARGEST_ANSWER) throw new Error('the answer has no end')
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}
