import type { Json } from './schema.ts'

const text = { type: 'string' } as const
const header = (description: string, example: string, schema: Json = text): Json => ({ description, schema, example })
const always = (one: Json): Json => ({ ...one, required: true })

export const HEADERS = {
  Link: header('The address of the next page, if there is one.', '</api/jobs?limit=50&cursor=…>; rel="next"'),
  'X-Total-Count': header('Of a page: how many items the whole list has. `10000+` where it was not counted on.', '128'),
  'X-Searched-For': header('For what was searched instead of what finds nothing, percent-encoded.', 'boiler'),
  ETag: header('Changes with the answer; a list that is streamed has none.', 'W/"5f2d"'),
  'Idempotency-Replayed': header('Of an answer to a request that was done before.', 'true', {
    type: 'string',
    enum: ['true'],
  }),
  'RateLimit-Policy': header('What the limit is: `q` requests in `w` seconds.', '"writes";q=600;w=60'),
  RateLimit: header('How it stands: `r` requests are left for `t` seconds.', '"writes";r=597;t=41'),
  'Retry-After': header('After how many seconds to try again.', '5', { type: 'string', pattern: '^[0-9]+$' }),
  'WWW-Authenticate': always(header('How to sign in.', 'Bearer')),
  'Set-Cookie': header('The session.', 'session=…; Path=/; HttpOnly; SameSite=Lax'),
  Location: header('Where to go on.', '/'),
} as const satisfies Record<string, Json>

export type HeaderName = keyof typeof HEADERS

export const headersOf = (...names: HeaderName[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

export const SENT_HEADERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Of one’s own making, such as `night-2026-11-22-7`: the same request again within 30 days gets the first answer.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of an earlier answer: 304 if nothing has changed.',
    schema: text,
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag of what was read: 412 if it has changed since. * asks only that it is there.',
    schema: text,
  },
} as const satisfies Record<string, Json>

export const sentHeader = (name: keyof typeof SENT_HEADERS): Json => ({ $ref: `#/components/parameters/${name}` })
