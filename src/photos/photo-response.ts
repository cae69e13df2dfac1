import { authorize } from '#src/access/authorize.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { THUMBNAIL_WIDTH } from '#src/domain/photo/photo.ts'
import { NotFound } from '#src/http/errors.ts'
import { clientHas } from '#src/http/respond/negotiate.ts'
import { readPhoto } from './image/thumbnails.ts'
import { mayReadPhoto } from './queries.ts'

const PHOTO_HEADERS = {
  'content-type': 'image/jpeg',
  'content-disposition': 'inline; filename="photo.jpg"',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}
/** Later the ETag spares the bytes and not the permission check. Vary keeps one session's cache from another. */
const CACHING = { 'cache-control': 'private, max-age=3600, immutable', vary: 'Cookie, Authorization' }

export async function showPhoto(user: Actor, id: string, request: Request): Promise<Response> {
  authorize(user, 'readJobs')
  const width = new URL(request.url).searchParams.get('w')
  if (width !== null && width !== String(THUMBNAIL_WIDTH)) throw new NotFound()
  if (!(await mayReadPhoto(user, id))) throw new NotFound()
  const etag = `"${id.toLowerCase()}${width ? `-${width}` : ''}"`
  const headers = { ...CACHING, etag }
  if (clientHas(request, etag)) return new Response(null, { status: 304, headers })
  const photo = await readPhoto(id, width ? 'thumbnail' : 'photo', user.id)
  if (!photo) throw new NotFound()
  return new Response(photo, { headers: { ...PHOTO_HEADERS, ...headers } })
}

/** For who opened a link: nothing is kept of it. */
export async function showPhotoByLink(user: Actor, id: string, request: Request): Promise<Response> {
  const photo = await showPhoto(user, id, request)
  photo.headers.set('cache-control', 'no-store')
  return photo
}
