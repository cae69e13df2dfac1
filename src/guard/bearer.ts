import { randomBytes } from 'node:crypto'

/** Scripts call /api and /objects; the rest are pages. */
export const isApi = (request: Request): boolean => /^\/(api|objects)(\/|$)/.test(new URL(request.url).pathname)

/**
 * The token of `Authorization: Bearer …`: '' when the header has none, null without the header and on pages. A request
 * with a token is its owner's or nobody's: its cookie does not count.
 */
export function tokenOf(request: Request): string | null {
  const authorization = request.headers.get('authorization')
  const bearer = authorization === null ? null : /^bearer(?:\s+(.*))?$/i.exec(authorization)
  return bearer && isApi(request) ? (bearer[1] ?? '') : null
}

/** The header of RFC 6750: signing in again would not help. */
export const WRONG_TOKEN = { 'www-authenticate': 'Bearer error="invalid_token"' }

const PREFIX = 'fettle_'
const checksum = (random: string): string => Bun.hash.crc32(random).toString(16).padStart(8, '0')

/** The prefix lets people and scanners recognise a token, the checksum tells one that was mistyped. */
export function newToken(): string {
  const random = randomBytes(32).toString('base64url')
  return PREFIX + random + checksum(random)
}

export function isToken(text: string): boolean {
  const [, random, sum] = /^fettle_([\w-]{43})([0-9a-f]{8})$/.exec(text) ?? []
  return random !== undefined && checksum(random) === sum
}
