import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { createRemoteJWKSet, customFetch, type RemoteJWKSet } from 'jose'
import { isConfidential } from '#src/env.ts'
import { reasonOf } from '#src/operation/reason.ts'
import { ExternalProblem } from './problem.ts'

export type ExternalSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  /** What people call the provider: 'your organisation account'. */
  name: string
  /** Where the provider sends people back to: PUBLIC_URL/api/callback. */
  redirectUri: string
  /** How long the provider may take in all, for one request of ours, in milliseconds. */
  patience?: number
  /** How long after its keys were read an unknown one does not have them read again, in milliseconds. */
  keysCooldown?: number
}

/** What the provider says of itself, as far as it is used here. */
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
/** How long the provider may take in all, unless told, in milliseconds. */
export const PATIENCE = 7000
const LARGEST_ANSWER = 256 * 1024

/**
 * Asks the provider where its doors and keys are, at most once an hour; of several who ask at once one does. A failure is
 * not remembered, and what was known before stands until the provider answers again.
 * What it returns throws ExternalProblem.
 */
export function discovery({
  issuer,
  keysCooldown = 30_000,
  patience = PATIENCE,
}: ExternalSettings): () => Promise<Provider> {
  let known: { provider: Provider; at: number } | undefined
  let asking: Promise<Provider> | undefined
  // What several wait for together ends before any of them gives up: who comes next asks anew.
  const shared = Math.ceil(patience / 2)
  const ask = async (): Promise<Provider> => {
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const metadata = checked(issuer, await fetchJson(url, { signal: AbortSignal.timeout(shared) }))
    // Keys that were read stay read.
    const keys =
      known?.provider.jwks_uri === metadata.jwks_uri
        ? known.provider.keys
        : keysAt(metadata.jwks_uri, { cooldownDuration: keysCooldown, timeoutDuration: shared })
    const provider = { ...metadata, keys }
    known = { provider, at: Date.now() }
    return provider
  }
  return async () => {
    if (known && Date.now() - known.at < FRESH) return known.provider
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
    // Keys often lie as files on servers that do not know what they are: their content type is left alone.
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

/** A JSON answer of the provider. Throws ExternalProblem when there is none, in time, of a bearable size. */
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
