import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Tx } from '#db/connect/client.ts'
import { authorize } from '#src/access/authorize.ts'
import { count, countUnsafe } from '#src/access/limits/counts.ts'
import { LIMITS } from '#src/access/limits/limits.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { photoPath, THUMBNAIL_WIDTH } from '#src/domain/photo/photo.ts'
import { describedUnder } from '#src/http/api-description.ts'
import { NoRoom, NotFound } from '#src/http/errors.ts'
import { NoFields, noInput } from '#src/http/input.ts'
import { oneValueOf, parameter } from '#src/http/parameters.ts'
import { json } from '#src/http/respond/json.ts'
import { isUuid } from '#src/http/uuid.ts'
import { once } from '#src/writes/idempotency.ts'
import { isUploaded, promisePhoto, takePhoto } from './actions.ts'
import { photoIdIn } from './attach.ts'
import { showPhoto } from './photo-response.ts'
import { StoredPhoto, Upload } from './schemas.ts'
import { storage } from './storage/chosen.ts'
import { checkUploadUrl, isGoodFor, uploadUrl } from './upload-url.ts'

const described = describedUnder('Photos')

const WIDTH = { w: oneValueOf('The width of the thumbnail.', [String(THUMBNAIL_WIDTH)]) }
const SIGNATURE = {
  expires: parameter('As in the `uploadURL`.', Type.String()),
  by: parameter('As in the `uploadURL`.', Type.String()),
  signature: parameter('As in the `uploadURL`.', Type.String()),
}
const PHOTO = Type.String({ contentMediaType: 'image/jpeg' })
const PHOTO_SENT = Type.String({ contentMediaType: 'image/*, application/pdf' })

const IDLE_SECONDS = 30

const forUsers = new Elysia()
  .use(signedIn)
  .post(
    '/api/objects/upload',
    async ({ user, request, set }) => {
      authorize(user, 'requestUpload')
      await noInput(request)
      await count(LIMITS.uploads, user.id, set)
      const promise = async () => {
        await requireRoom()
        return promisePhoto(user, request.headers.has('idempotency-key'))
      }
      const first = (id: string) => json(uploadJson(id, uploadUrl(id, user.credentialHash ?? '', request)))
      return once({ user, request }, promise, first, (body, tx) => uploadAgain(body, tx, { user, request }))
    },
    {
      parse: 'none',
      ...described(
        'requestUpload',
        'Answers an address to which one photo can be sent, within 15 minutes; under the same Idempotency-Key for the same photo',
        {
          by: 'requestUpload',
          ...{ body: NoFields, optionalBody: true },
          refusals: [410, 507],
          answers: { 200: Upload },
        },
      ),
    },
  )
  .get(
    '/objects/:id',
    ({ user, params, request }) => showPhoto(user, params.id, request),
    described('getPhoto', 'A photo as JPEG, or its thumbnail', {
      by: 'readJobs',
      query: WIDTH,
      etag: true,
      answers: { 200: PHOTO },
    }),
  )
  .head('/objects/:id', ({ user, params, request }) => showPhoto(user, params.id, request))

const forUploadUrls = new Elysia().put(
  '/objects/upload/:id',
  async ({ params, request, server, set }) => {
    // Null where the address has bytes that are no text.
    if (!isUuid(params.id)) throw new NotFound()
    const id = params.id.toLowerCase()
    const by = await checked(id, { request, server, set })
    // Bun's idle limit would demand 16 kB a second. Ours apply: of the body (UPLOAD_PACE), of turns, of the storage.
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
  {
    parse: 'none',
    ...described('uploadPhoto', 'Takes one image of at most 5 MB, or the PDF of a certificate', {
      by: 'everybody',
      query: SIGNATURE,
      body: PHOTO_SENT,
      refusals: [507],
      answers: { 200: StoredPhoto },
    }),
  },
)

const uploadJson = (id: string, uploadURL: string, uploaded = false) => ({ uploadURL, path: photoPath(id), uploaded })

async function uploadAgain(body: string, tx: Tx, { user, request }: { user: Actor; request: Request }) {
  const { uploadURL } = JSON.parse(body) as { uploadURL: string }
  const id = photoIdIn(uploadURL)
  if (!id) throw new Error('An upload was kept without its address')
  const by = user.credentialHash ?? ''
  const url = isGoodFor(uploadURL, id, by) ? uploadURL : uploadUrl(id, by, request)
  return JSON.stringify(uploadJson(id, url, await isUploaded(tx, id)))
}

async function requireRoom(): Promise<void> {
  if (!(await storage.hasRoom())) throw new NoRoom('There is no room for photos right now. Please try again later.')
}

async function checked(id: string, context: Parameters<typeof countUnsafe>[0]): Promise<string> {
  try {
    return checkUploadUrl(id, context.request.url)
  } catch (error) {
    await countUnsafe(context, null)
    throw error
  }
}

export const photosApi = new Elysia({ name: 'photos-api' }).use(forUsers).use(forUploadUrls)

// Streams even from S3: a redirect needs another connection, and signed addresses are never cached.
