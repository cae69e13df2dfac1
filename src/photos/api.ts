import { Elysia } from 'elysia'
import type { Actor } from '#src/accounts/account.ts'
import { count, countUnsafe } from '#src/guard/counts.ts'
import { LIMITS } from '#src/guard/limits.ts'
import { may } from '#src/guard/permission.ts'
import { signedIn } from '#src/guard/signed-in.ts'
import { NoRoom, NotFound } from '#src/web/errors.ts'
import { noInput } from '#src/web/input.ts'
import { clientHas } from '#src/web/negotiate.ts'
import { queryParameters } from '#src/web/parameters.ts'
import { isUuid } from '#src/web/uuid.ts'
import { promisePhoto, takePhoto } from './actions.ts'
import { readPhoto } from './image/thumbnails.ts'
import { THUMBNAIL_WIDTH } from './photo.ts'
import { mayReadPhoto } from './queries.ts'
import { storage } from './storage/chosen.ts'
import { checkUploadUrl, uploadUrl } from './upload-url.ts'

const PHOTO_HEADERS = {
  'content-type': 'image/jpeg',
  'content-disposition': 'inline; filename="photo.jpg"',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}
/** How long its connection may be idle afterwards. */
const IDLE_SECONDS = 30
/**
 * For an hour a browser need not even ask; after that its ETag spares it the bytes and not our look at who asks.
 * Another session does not get what was kept: Vary.
 */
const CACHING = { 'cache-control': 'private, max-age=3600, immutable', vary: 'Cookie, Authorization' }

/** For those who are signed in: ask for an upload URL, see photos. */
const forUsers = new Elysia()
  .use(signedIn)
  .post(
    '/api/objects/upload',
    async ({ user, request, set }) => {
      may(user, 'requestUpload')
      await noInput(request)
      await count(LIMITS.uploads, user.id, set)
      await requireRoom()
      return { uploadURL: uploadUrl(await promisePhoto(user), user.sessionId ?? '', request) }
    },
    {
      parse: 'none',
    },
  )
  .get('/objects/:id', ({ user, params, request }) => showPhoto(user, params.id, request), queryParameters('w'))
  .head('/objects/:id', ({ user, params, request }) => showPhoto(user, params.id, request), queryParameters('w'))

/** For whoever holds an upload URL. */
const forUploadUrls = new Elysia().put(
  '/objects/upload/:id',
  async ({ params, request, server, set }) => {
    const id = params.id.toLowerCase()
    if (!isUuid(id)) throw new NotFound()
    const by = await checked(id, { request, server, set })
    // Bun's own limit asks for 16 kB a second, which a poor line has not. Until the answer ours count: of the body
    // (UPLOAD_PACE), of turns, of the storage.
    server?.timeout(request, 0)
    try {
      const admit = async (owner: string | null) => {
        await count(LIMITS.uploads, owner ?? id, set)
        await requireRoom()
      }
      return await takePhoto(id, request, { by, admit })
    } finally {
      server?.timeout(request, IDLE_SECONDS)
    }
  },
  { parse: 'none', ...queryParameters('expires', 'by', 'signature') },
)

/** Throws NoRoom while what is left of the disk is for the database and all else. */
async function requireRoom(): Promise<void> {
  if (!(await storage.hasRoom())) throw new NoRoom('There is no room for photos right now. Please try again later.')
}

/** As checkUploadUrl; an URL that is none counts as a stranger's. */
async function checked(id: string, context: Parameters<typeof countUnsafe>[0]): Promise<string> {
  try {
    return checkUploadUrl(id, context.request.url)
  } catch (error) {
    await countUnsafe(context, null)
    throw error
  }
}

export const photosApi = new Elysia({ name: 'photos-api' }).use(forUsers).use(forUploadUrls)

/**
 * `?w=320` asks for the thumbnail; other widths are not kept. The bytes come through us wherever they are kept. A redirect
 * to the bucket needs connections to another host, and a signed address is never the same twice, so nothing is cached:
 * twenty thumbnails in Chromium at 400 kbit/s and 400 ms a round trip took 8.5 s instead of 5.4 s, and 4.2 s instead of
 * 0.5 s at the second look (tests/photos/storage/redirect-or-stream.ts).
 */
async function showPhoto(user: Actor, id: string, request: Request): Promise<Response> {
  may(user, 'readJobs')
  const width = new URL(request.url).searchParams.get('w')
  if (width !== null && width !== String(THUMBNAIL_WIDTH)) throw new NotFound()
  if (!(await mayReadPhoto(user, id))) throw new NotFound()
  // A stored photo never changes, so its name is its version.
  const etag = `"${id.toLowerCase()}${width ? `-${width}` : ''}"`
  const headers = { ...CACHING, etag }
  if (clientHas(request, etag)) return new Response(null, { status: 304, headers })
  const photo = await readPhoto(id, width ? 'thumbnail' : 'photo', user.id)
  if (!photo) throw new NotFound()
  return new Response(photo, { headers: { ...PHOTO_HEADERS, ...headers } })
}
