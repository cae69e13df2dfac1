import { createHmac, timingSafeEqual } from 'node:crypto'
import { env } from '#src/env.ts'
import { Forbidden } from '#src/web/errors.ts'
import { secret } from '#src/web/secret.ts'
import { UPLOAD_SECONDS } from './photo.ts'

/**
 * The URL to which the photo `id` may be PUT for the next UPLOAD_SECONDS, by whoever holds it: scripts
 * send it without cookies. Absolute, at the host that `request` came to.
 */
export function uploadUrl(id: string, request: Request, now = Date.now()): string {
  const expires = Math.floor(now / 1000) + UPLOAD_SECONDS
  // Behind a proxy that ends TLS the request itself knows only http.
  const origin = env.PUBLIC_URL.startsWith('https:') ? env.PUBLIC_URL : new URL(request.url).origin
  return `${origin}/objects/upload/${id}?expires=${expires}&signature=${sign(id, String(expires))}`
}

/** Checks the query of an upload URL. Throws Forbidden when it was not signed by uploadUrl or its time is over. */
export function checkUploadUrl(id: string, url: string, now = Date.now()): void {
  const query = new URL(url).searchParams
  const expires = query.get('expires') ?? ''
  const given = Buffer.from(query.get('signature') ?? '')
  const right = Buffer.from(sign(id, expires))
  if (given.length !== right.length || !timingSafeEqual(given, right))
    throw new Forbidden('This upload link is not valid.')
  if (Number(expires) * 1000 < now) throw new Forbidden('This upload link has expired. Please ask for a new one.')
}

const sign = (id: string, expires: string): string =>
  createHmac('sha256', secret()).update(`PUT /objects/upload/${id} until ${expires}`).digest('base64url')
