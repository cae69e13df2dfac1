import { randomBytes } from 'node:crypto'

/** Whether a request is for the JSON door, which scripts use, photos included; else it is for a page. */
export const isApi = (request: Request): boolean => /^\/(api|objects)(\/|$)/.test(new URL(request.url).pathname)

/**
 * The token that a request brings as `Authorization: Bearer …`, '' when it brings none after that word, null without.
 * Whoever brings one comes as its owner or as nobody: the cookie beside it then counts for nothing. Pages know no
 * tokens.
 */
export function tokenOf(request: Request): string | null {
  const authorization = request.headers.get('authorization')
  const bearer = authorization === null ? null : /^bearer(?:\s+(.*))?$/i.exec(authorization)
  return bearer && isApi(request) ? (bearer[1] ?? '') : null
}

/** As RFC 6750 has it: a script then knows that signing in again is not what is wanted. */
export const WRONG_TOKEN = { 'www-authenticate': 'Bearer error="invalid_token"' }

const PREFIX = 'fettle_'
const checksum = (random: string): string => Bun.hash.crc32(random).toString(16).padStart(8, '0')

/** A new token. By its beginning people and scanners know it for one, by its checksum from one that was mistyped. */
export function newToken(): string {
  const random = randomBytes(32).toString('base64url')
  return PREFIX + random + checksum(random)
}

/** Whether a text may be a token at all: anything else need not be looked up. */
export function isToken(text: string): boolean {
  const [, random, sum] = /^fettle_([\w-]{43})([0-9a-f]{8})$/.exec(text) ?? []
  return random !== undefined && checksum(random) === sum
}
