import { createHmac, timingSafeEqual } from 'node:crypto'
import { openSealed, seal } from '#src/access/seal.ts'
import { secret } from '#src/access/secret.ts'
import { UPLOAD_SECONDS } from '#src/domain/photo/photo.ts'
import { Forbidden } from '#src/http/errors.ts'
import { env } from '#src/runtime/env.ts'

export const LINK_OVER = 'This upload link has expired. Please ask for a new one.'

export function uploadUrl(id: string, by: string, request: Request, now = Date.now()): string {
  const expires = String(Math.floor(now / 1000) + UPLOAD_SECONDS)
  const origin = env.PUBLIC_URL.startsWith('https:') ? env.PUBLIC_URL : new URL(request.url).origin
  // Sealed, because proxies log URLs.
  const sealed = seal(by, id, SEALED_FOR)
  const query = new URLSearchParams({ expires, by: sealed, signature: sign(id, expires, sealed) })
  return `${origin}/objects/upload/${id}?${query}`
}

export function checkUploadUrl(id: string, url: string, now = Date.now()): string {
  const query = new URL(url).searchParams
  const expires = query.get('expires') ?? ''
  const sealed = query.get('by') ?? ''
  const given = Buffer.from(query.get('signature') ?? '')
  const right = Buffer.from(sign(id, expires, sealed))
  const by = given.length === right.length && timingSafeEqual(given, right) ? openSealed(sealed, id, SEALED_FOR) : null
  if (by === null) throw new Forbidden('This upload link is not valid.', 'link_over')
  const left = Number(expires) - now / 1000
  if (left < 0 || left > UPLOAD_SECONDS + CLOCKS_APART) throw new Forbidden(LINK_OVER, 'link_over')
  return by
}

/** Whether that user's credential may still use it, for long enough to be sent once more. */
export function isGoodFor(url: string, id: string, by: string, now = Date.now()): boolean {
  try {
    return checkUploadUrl(id, url, now + REUSE_SECONDS * 1000) === by
  } catch {
    return false
  }
}

const REUSE_SECONDS = 300

/** Servers' clocks, in seconds. */
const CLOCKS_APART = 300

const SEALED_FOR = 'who asked for an upload link'

const sign = (id: string, expires: string, by: string): string =>
  createHmac('sha256', secret()).update(`PUT /objects/upload/${id} until ${expires} by ${by}`).digest('base64url')
