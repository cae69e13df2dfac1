import { isCostlyRead } from '#src/access/limits/counts.ts'
import type { Description, Parameters } from '#src/http/api-description.ts'
import { type HeaderName, headersOf } from './headers.ts'
import { codesInWords, problemExample } from './problem.ts'
import type { Json } from './schema.ts'

const REFUSALS: Record<number, readonly [meaning: string, ...headers: HeaderName[]]> = {
  400: ['Malformed, or a parameter that is not known or has a wrong value'],
  401: ['Not signed in, or a wrong token', 'WWW-Authenticate'],
  403: ['One’s role or token may not do this'],
  404: ['Not found; also what exists and is not yours'],
  408: ['The body arrived too slowly'],
  409: [
    'The state no longer allows it, or the first request with this Idempotency-Key is still at work',
    'Retry-After',
  ],
  410: ['Has been used, has expired, was replaced or removed'],
  412: ['Has changed since it was read'],
  413: ['The body is too large'],
  415: ['The body is of another type'],
  422: ['A field is wrong, or is not a field of the call'],
  429: ['Too many requests', 'Retry-After', 'RateLimit', 'RateLimit-Policy'],
  500: ['A fault of Fettle’s; the message has the request’s id'],
  503: ['The database or the photo storage is away', 'Retry-After'],
  507: ['No room for photos', 'Retry-After'],
}

const EVERY = [400, 500, 503]
const OF_BODIES = [408, 413, 415, 422]

export function isLimited(method: string, path: string, query: Parameters = {}): boolean {
  const narrowed = Object.keys(query).map((name) => `${name}=x`)
  return method !== 'GET' || 'limit' in query || isCostlyRead({ url: `${path}?${narrowed.join('&')}` })
}

export function refusalsOf(
  method: string,
  path: string,
  { by, query, body, once, ifMatch, refusals }: Description,
): number[] {
  const writes = method !== 'GET'
  return [
    ...EVERY,
    ...(by === 'everybody' ? [] : [401]),
    ...(writes || (by !== 'everybody' && by !== 'signedIn') ? [403] : []),
    ...(path.includes(':') ? [404] : []),
    ...(writes && (once || path.includes(':')) ? [409] : []),
    ...(ifMatch ? [412] : []),
    ...(body ? OF_BODIES : []),
    ...(once || 'cursor' in (query ?? {}) ? [422] : []),
    ...(isLimited(method, path, query) ? [429] : []),
    ...(refusals ?? []),
  ]
}

export const refused = (status: number): Json => ({ $ref: `#/components/responses/${nameOf(status)}` })

const nameOf = (status: number) => `Refused${status}`

export const refusedResponses = (problem: Json): Json =>
  Object.fromEntries(
    Object.entries(REFUSALS).map(([status, [description, ...headers]]) => [
      nameOf(Number(status)),
      {
        description: `${description}.\n\n${codesInWords(Number(status))}`,
        ...(headers.length && { headers: headersOf(...headers) }),
        content: { 'application/problem+json': { schema: problem, example: problemExample(Number(status)) } },
      },
    ]),
  )
