import { Unauthorized } from '#src/http/errors.ts'
import { randomSecret } from './random.ts'

export const isApi = (request: Request): boolean => /^\/(api|objects)(\/|$)/.test(new URL(request.url).pathname)

/** '' for `Authorization: Bearer` without a token. A request's cookie does not count beside it. */
export function tokenOf(request: Request): string | null {
  const authorization = request.headers.get('authorization')
  const bearer = authorization === null ? null : /^bearer(?:\s+(.*))?$/i.exec(authorization)
  return bearer && isApi(request) ? (bearer[1] ?? '') : null
}

export const wrongToken = () =>
  new Unauthorized(undefined, { 'www-authenticate': 'Bearer error="invalid_token"' }, 'wrong_token')

const PREFIX = 'fettle_'
const checksum = (random: string): string => Bun.hash.crc32(random).toString(16).padStart(8, '0')

export function newToken(): string {
  const random = randomSecret()
  return PREFIX + random + checksum(random)
}

export function isToken(text: string): boolean {
  const [, random, sum] = /^fettle_([\w-]{43})([0-9a-f]{8})$/.exec(text) ?? []
  return random !== undefined && checksum(random) === sum
}
