import { env } from '#src/env.ts'

/** `name` stands in the RateLimit headers. */
export type Limit = { name: string; quota: number; seconds: number }

const QUARTER_HOUR = 15 * 60

/** Failures from an address that the account signed in from count apart for so long. */
export const KNOWN_ADDRESS_DAYS = 30

/** All limits. Those of the environment may be 0: no limit. */
export const LIMITS = {
  /** Per user: requests that may change something, of pages and API alike. */
  writes: { name: 'writes', quota: env.RATE_WRITES, seconds: 60 },
  /** Per address: requests that may change something and have no user. */
  strangers: { name: 'strangers', quota: env.RATE_STRANGERS, seconds: 60 },
  /** Per user: requests for an upload link, and uploads. */
  uploads: { name: 'uploads', quota: env.RATE_UPLOADS, seconds: 600 },
  /** Per user and process: searches, exports, and whole lists of the API. */
  reads: { name: 'reads', quota: env.RATE_READS, seconds: 60 },
  /** Per identifier: failed sign-ins. No header tells of it: that would say how often others tried. */
  identifierFailures: { name: 'sign-ins', quota: 10, seconds: QUARTER_HOUR },
  /** Per address: failed sign-ins. */
  addressFailures: { name: 'sign-ins', quota: 50, seconds: QUARTER_HOUR },
} as const satisfies Record<string, Limit>

export type Answer = { headers: Record<string, string | number | string[]> }

/** As draft-ietf-httpapi-ratelimit-headers-10; a request under two limits has two of each. */
export function addLimitHeaders({ headers }: Answer, limit: Limit, remaining: number, secondsLeft: number): void {
  const add = (header: string, value: string) => {
    headers[header] = headers[header] ? `${headers[header]}, ${value}` : value
  }
  add('ratelimit-policy', `"${limit.name}";q=${limit.quota};w=${limit.seconds}`)
  add('ratelimit', `"${limit.name}";r=${remaining};t=${secondsLeft}`)
}
