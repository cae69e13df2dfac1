import { and, eq, isNull, not, or, sql } from 'drizzle-orm'
import { type DbOrTx, db, type Tx } from '#db/connect/client.ts'
import { photoSql } from '#db/query/predicates.ts'
import { happenedWithin, interval } from '#db/query/time-marks.ts'
import { uploadedObjects } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import { credentialHolder } from '#src/access/credential.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { can } from '#src/domain/permissions.ts'
import { MAX_WAITING, photoPath } from '#src/domain/photo/photo.ts'
import { isBeingRemoved, isPromised, isStored } from '#src/domain/photo/state.ts'
import { Forbidden, Gone, NotFound, Refused, TooMany, Unavailable, WrongType } from '#src/http/errors.ts'
import { Turns } from '#src/runtime/turns.ts'
import { transaction } from '#src/writes/transaction.ts'
import { type SafeDocument, safeDocument } from './documents/judge.ts'
import { safePhoto, thumbnailOf } from './image/encode.ts'
import { isUntaken } from './queries.ts'
import { receive } from './receive.ts'
import { storage } from './storage/chosen.ts'
import { LONGEST_PUT } from './storage/s3.ts'
import { LINK_OVER } from './upload-url.ts'

type StoredPhoto = { id: string; path: string; size: number; width: number | null; height: number | null }

/** Bounds the re-encoded photos in memory while a storage hangs. */
const uploadTurns = new Turns({ places: 8, each: 2, patience: 20_000 })
const arrivalTurns = new Turns({ places: 400, each: 40, patience: 0 })
const tooManyArrive = (own: boolean) =>
  own ? new TooMany('You are sending too many photos at once. Please try again in a moment.', 5) : new Unavailable()
const CLAIM_SECONDS = Math.ceil(LONGEST_PUT / 1000) + 15

const ALREADY_UPLOADED = 'This photo has already been uploaded.'

/** `keyed`: asked for under a key, by which it can be asked for again. */
export async function promisePhoto(user: Actor, keyed = false): Promise<string> {
  authorize(user, 'requestUpload')
  const waiting = and(eq(uploadedObjects.userId, user.id), isUntaken)
  return transaction(async (tx) => {
    if ((await tx.$count(uploadedObjects, waiting)) >= MAX_WAITING)
      throw new TooMany(
        'Too many photos wait for their visit or job. Please send a form with some first, or try again tomorrow.',
        3600,
      )
    const values = { userId: user.id, keyed }
    const [promised] = await tx.insert(uploadedObjects).values(values).returning({ id: uploadedObjects.id })
    return promised!.id
  })
}

export async function isUploaded(tx: DbOrTx, id: string): Promise<boolean> {
  const [object] = await tx
    .select({ state: uploadedObjects.state })
    .from(uploadedObjects)
    .where(eq(uploadedObjects.id, id))
  if (!object || isBeingRemoved(object))
    throw new Gone('This photo has been removed. Please send it under another key.', 'photo_gone')
  return isStored(object)
}

type Door = {
  /** Hash of the session or token that asked for the link. */
  by?: string
  admit?: (owner: string | null) => Promise<void>
}

/** Throws as receive, safePhoto and, where it is sent as a PDF, safeDocument do, Refused when uploaded already, Forbidden when the link has ended. */
export async function takePhoto(id: string, request: Request, { by, admit }: Door = {}): Promise<StoredPhoto> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^(image\/|application\/pdf)/i.test(type)) throw new WrongType('that of an image or a PDF')
  const judge = /^image/i.test(type) ? photoWithThumbnail : documentAlone
  const owner = await requirePromise(id)
  const stillMay = async (tx: DbOrTx) => {
    if (by === undefined) return
    const holder = owner && (await credentialHolder(tx, { hash: by, userId: owner }))
    if (!holder || !can(holder.role, 'requestUpload')) throw new Forbidden(LINK_OVER, 'link_over')
  }
  await stillMay(db)
  await admit?.(owner)
  const who = owner ?? id
  const arrive = async () => {
    const received = await receive(request)
    try {
      const keep = async () => keepPhoto(id, await judge(await received.bytes(), who), owner, stillMay)
      return await uploadTurns.run(who, keep, () => new Unavailable())
    } finally {
      await received.discard()
    }
  }
  return arrivalTurns.run(who, arrive, tooManyArrive)
}

async function requirePromise(id: string): Promise<string | null> {
  const [object] = await db
    .select({ state: uploadedObjects.state, userId: uploadedObjects.userId })
    .from(uploadedObjects)
    .where(eq(uploadedObjects.id, id))
  if (!object || isBeingRemoved(object)) throw new NotFound()
  if (!isPromised(object)) throw new Refused(ALREADY_UPLOADED, 'already_uploaded')
  return object.userId
}

type Check = (tx: DbOrTx) => Promise<void>

type Judged = SafeDocument & { width: number | null; height: number | null; thumbnail: Buffer | null }

async function photoWithThumbnail(file: Buffer, who: string): Promise<Judged> {
  const photo = await safePhoto(file, who)
  return { ...photo, contentType: 'image/jpeg', thumbnail: await thumbnailOf(photo.bytes, who) }
}

async function documentAlone(file: Buffer, who: string): Promise<Judged> {
  return { ...(await safeDocument(file, who)), width: null, height: null, thumbnail: null }
}

async function keepPhoto(id: string, photo: Judged, owner: string | null, stillMay: Check): Promise<StoredPhoto> {
  const claimedAt = await claimPromise(id, photo)
  // Outside of a transaction, as storage may be slow. Both puts end before the claim does.
  const [kept] = await Promise.allSettled([
    storage.put(id, 'photo', photo.bytes),
    // May fail: readPhoto makes a missing thumbnail.
    photo.thumbnail && storage.put(id, 'thumbnail', photo.thumbnail),
  ])
  if (kept.status === 'rejected') {
    await releasePromise(id, claimedAt).catch(() => {})
    throw kept.reason
  }
  await fulfilPromise(id, claimedAt, owner, stillMay)
  return { id, path: photoPath(id), size: photo.bytes.byteLength, width: photo.width, height: photo.height }
}

// A promise with a size is claimed, so that a second upload to the same URL overwrites nothing.
async function claimPromise(id: string, { bytes, contentType, width, height }: Judged): Promise<Date> {
  // The version before claimedAt moved createdAt instead; it may run beside this one.
  const since = sql`coalesce(${uploadedObjects.claimedAt}, ${uploadedObjects.createdAt})`
  const over = not(happenedWithin(since, interval(`${CLAIM_SECONDS} seconds`)))
  const [claim] = await db
    .update(uploadedObjects)
    .set({ contentType, size: bytes.byteLength, width, height, claimedAt: sql`now()` })
    .where(and(isPromise(id), or(isNull(uploadedObjects.size), over)))
    .returning({ at: uploadedObjects.claimedAt })
  if (claim?.at) return claim.at
  await requirePromise(id)
  throw new Unavailable('This photo is just being uploaded. Please try again in a moment.')
}

const isPromise = (id: string) => and(eq(uploadedObjects.id, id), photoSql.isPromised())
const isClaimed = (id: string, at: Date) => and(isPromise(id), eq(uploadedObjects.claimedAt, at))

async function releasePromise(id: string, claimedAt: Date): Promise<boolean> {
  const empty = { contentType: null, size: null, width: null, height: null }
  const released = await db
    .update(uploadedObjects)
    .set(empty)
    .where(isClaimed(id, claimedAt))
    .returning({ id: uploadedObjects.id })
  return released.length > 0
}

async function fulfilPromise(id: string, claimedAt: Date, owner: string | null, stillMay: Check): Promise<void> {
  const store = async (tx: Tx) => {
    await stillMay(tx)
    const stored = await tx
      .update(uploadedObjects)
      .set({ state: 'stored' })
      .where(isClaimed(id, claimedAt))
      .returning({ id: uploadedObjects.id })
    if (stored.length === 0) throw new Refused(ALREADY_UPLOADED, 'already_uploaded')
  }
  try {
    await transaction(store, { keeping: owner ? [owner] : [] })
  } catch (error) {
    // What another upload stored meanwhile stays. A failed removal is repeated for orphans.
    if (error instanceof Forbidden && (await releasePromise(id, claimedAt).catch(() => false)))
      await storage.remove(id).catch(() => {})
    throw error
  }
}
