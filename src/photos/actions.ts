import { and, eq, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/client.ts'
import { uploadedObjects } from '#db/schema.ts'
import type { Actor } from '#src/accounts/account.ts'
import { NotFound, Refused, TooMany, WrongType } from '#src/web/errors.ts'
import { may } from '#src/web/session.ts'
import { photoPath } from './attach.ts'
import { safePhoto, thumbnailOf } from './image.ts'
import { MAX_WAITING, ORPHAN_HOURS } from './photo.ts'
import { receive } from './receive.ts'
import { storage } from './storage.ts'
import { imageTurn } from './thumbnails.ts'

/** What is known of a stored photo: bytes and pixels. */
export type StoredPhoto = { id: string; path: string; size: number; width: number; height: number }

const ALREADY_UPLOADED = 'This photo has already been uploaded.'

/** Promises to take one photo of this contractor; returns its id. Throws Forbidden, or TooMany while so many wait. */
export async function promisePhoto(user: Actor): Promise<string> {
  may(user, 'requestUpload')
  const waiting = and(eq(uploadedObjects.userId, user.id), isNull(uploadedObjects.visitId))
  if ((await db.$count(uploadedObjects, waiting)) >= MAX_WAITING)
    throw new TooMany('Too many photos wait for their visit. Please complete a job first, or try again tomorrow.', 3600)
  const [promised] = await db.insert(uploadedObjects).values({ userId: user.id }).returning({ id: uploadedObjects.id })
  return promised!.id
}

/**
 * Takes the photo in the request's body for a promised id: re-encodes and stores it with its thumbnail.
 * Throws NotFound (never promised), Refused (already uploaded), WrongType, TooLarge, Malformed (broken off),
 * Invalid (not a photo that can be read), Unavailable; then the promise stands and may be tried again.
 */
export async function takePhoto(id: string, request: Request): Promise<StoredPhoto> {
  if (!/^image\//i.test(request.headers.get('content-type') ?? '')) throw new WrongType('that of an image')
  await requirePromise(id)
  const received = await receive(request)
  try {
    return await imageTurn(async () => storePhoto(id, await received.bytes()))
  } finally {
    await received.discard()
  }
}

async function requirePromise(id: string): Promise<void> {
  const [object] = await db
    .select({ state: uploadedObjects.state })
    .from(uploadedObjects)
    .where(eq(uploadedObjects.id, id))
  if (!object || object.state === 'removing') throw new NotFound()
  if (object.state !== 'promised') throw new Refused(ALREADY_UPLOADED)
}

async function storePhoto(id: string, file: Buffer): Promise<StoredPhoto> {
  const photo = await safePhoto(file)
  const thumbnail = await thumbnailOf(photo.bytes)
  const size = photo.bytes.byteLength
  const { width, height } = photo
  // The row is locked while the bytes are put, so that of two uploads to one URL the second can overwrite nothing.
  // At most as many transactions stand waiting for the storage as imageTurn has places.
  await db.transaction(async (tx) => {
    const [won] = await tx
      .update(uploadedObjects)
      .set({ state: 'stored', contentType: 'image/jpeg', size, width, height })
      .where(and(eq(uploadedObjects.id, id), eq(uploadedObjects.state, 'promised')))
      .returning({ id: uploadedObjects.id })
    if (!won) throw new Refused(ALREADY_UPLOADED)
    await storage.put(id, 'photo', photo.bytes)
  })
  // Without it the photo is no less stored: readPhoto makes a thumbnail that is missing.
  await storage.put(id, 'thumbnail', thumbnail).catch(() => {})
  return { id, path: photoPath(id), size, width, height }
}

/** Withdraws up to `limit` uploads and promises that no visit took within ORPHAN_HOURS, as withdrawPhotos (attach.ts) does. */
export async function withdrawOrphans(tx: Tx, limit = 500): Promise<string[]> {
  const orphans = tx
    .select({ id: uploadedObjects.id })
    .from(uploadedObjects)
    .where(
      and(
        isNull(uploadedObjects.visitId),
        ne(uploadedObjects.state, 'removing'),
        lt(uploadedObjects.createdAt, sql`now() - make_interval(hours => ${ORPHAN_HOURS})`),
      ),
    )
    .orderBy(uploadedObjects.createdAt)
    .limit(limit)
    .for('update', { skipLocked: true })
  const withdrawn = await tx
    .update(uploadedObjects)
    .set({ state: 'removing' })
    .where(inArray(uploadedObjects.id, orphans))
    .returning({ id: uploadedObjects.id })
  return withdrawn.map(({ id }) => id)
}

/** Removes a withdrawn photo from storage, then forgets it. May be repeated. Throws Unavailable: try again later. */
export async function removePhoto(id: string): Promise<void> {
  await storage.remove(id)
  await db.delete(uploadedObjects).where(and(eq(uploadedObjects.id, id), eq(uploadedObjects.state, 'removing')))
}
