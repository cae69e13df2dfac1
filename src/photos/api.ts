import { Elysia } from 'elysia'
import type { Actor } from '#src/accounts/account.ts'
import { NotFound } from '#src/web/errors.ts'
import { may, signedIn } from '#src/web/session.ts'
import { isUuid } from '#src/web/uuid.ts'
import { promisePhoto, takePhoto } from './actions.ts'
import { THUMBNAIL_WIDTH } from './photo.ts'
import { mayReadPhoto } from './queries.ts'
import { readPhoto } from './thumbnails.ts'
import { checkUploadUrl, uploadUrl } from './upload-url.ts'

const PHOTO_HEADERS = {
  'content-type': 'image/jpeg',
  'content-disposition': 'inline; filename="photo.jpg"',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}
const CACHING = { 'cache-control': 'private, max-age=3600', vary: 'Cookie, Authorization' }

/** For those who are signed in: ask for an upload URL, see photos. */
const forUsers = new Elysia()
  .use(signedIn)
  .post(
    '/api/objects/upload',
    async ({ user, request }) => ({ uploadURL: uploadUrl(await promisePhoto(user), request) }),
    {
      parse: 'none',
    },
  )
  .get('/objects/:id', ({ user, params, request }) => showPhoto(user, params.id, request))
  .head('/objects/:id', ({ user, params, request }) => showPhoto(user, params.id, request))

/** For whoever holds an upload URL. */
const forUploadUrls = new Elysia().put(
  '/objects/upload/:id',
  ({ params, request, server }) => {
    const id = params.id.toLowerCase()
    if (!isUuid(id)) throw new NotFound()
    checkUploadUrl(id, request.url)
    // A phone on a poor line pauses for longer than other requests may.
    server?.timeout(request, 120)
    return takePhoto(id, request)
  },
  { parse: 'none' },
)

export const photosApi = new Elysia({ name: 'photos-api' }).use(forUsers).use(forUploadUrls)

/** `?w=320` asks for the thumbnail; other widths are not kept. */
async function showPhoto(user: Actor, id: string, request: Request): Promise<Response> {
  may(user, 'readJobs')
  const width = new URL(request.url).searchParams.get('w')
  if (width !== null && width !== String(THUMBNAIL_WIDTH)) throw new NotFound()
  if (!(await mayReadPhoto(user, id))) throw new NotFound()
  // A stored photo never changes, so its name is its version.
  const etag = `"${id.toLowerCase()}${width ? `-${width}` : ''}"`
  const headers = { ...CACHING, etag }
  if (matches(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  const photo = await readPhoto(id, width ? 'thumbnail' : 'photo')
  if (!photo) throw new NotFound()
  return new Response(photo, { headers: { ...PHOTO_HEADERS, ...headers } })
}

const matches = (ifNoneMatch: string | null, etag: string): boolean =>
  ifNoneMatch?.split(',').some((given) => given.trim().replace(/^W\//, '') === etag) ?? false
