import { env } from '#src/runtime/env.ts'

export type Limit = { name: string; quota: number; seconds: number }

const QUARTER_HOUR = 15 * 60

export const KNOWN_ADDRESS_DAYS = 30

export const LIMITS = {
  writes: { name: 'writes', quota: env.RATE_WRITES, seconds: 60 },
  strangers: { name: 'strangers', quota: env.RATE_STRANGERS, seconds: 60 },
  uploads: { name: 'uploads', quota: env.RATE_UPLOADS, seconds: 600 },
  reads: { name: 'reads', quota: env.RATE_READS, seconds: 60 },
  passwordLinks: { name: 'password-links', quota: 20, seconds: QUARTER_HOUR },
  sharedLinks: { name: 'shared-links', quota: 50, seconds: 3600 },
  linksToAddress: { name: 'links-to-address', quota: 5, seconds: 3600 },
  complaints: { name: 'complaints', quota: 5, seconds: 3600 },
  /** Has no header, which would say how often others tried. */
  identifierFailures: { name: 'sign-ins', quota: 10, seconds: QUARTER_HOUR },
  addressFailures: { name: 'sign-ins', quota: 50, seconds: QUARTER_HOUR },
} as const satisfies Record<string, Limit>

export type Answer = { headers: Record<string, string | number | string[]> }

/** As draft-ietf-httpapi-ratelimit-headers-10. */
export function addLimitHeaders({ headers }: Answer, limit: Limit, remaining: number, secondsLeft: number): void {
  const add = (header: string, value: string) => {
    headers[header] = headers[header] ? `${headers[header]}, ${value}` : value
  }
  add('ratelimit-policy', `"${limit.name}";q=${limit.quota};w=${limit.seconds}`)
  add('ratelimit', `"${limit.name}";r=${remaining};t=${secondsLeft}`)
}
