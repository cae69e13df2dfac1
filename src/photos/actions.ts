import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { type DbOrTx, db, type Tx } from '#db/client.ts'
import { uploadedObjects } from '#db/schema.ts'
import type { Actor } from '#src/accounts/account.ts'
import { mayEver } from '#src/accounts/may.ts'
import { credentialHolder } from '#src/guard/credential.ts'
import { may } from '#src/guard/permission.ts'
import { transaction } from '#src/guard/transaction.ts'
import { Turns } from '#src/turns.ts'
import { Forbidden, NotFound, Refused, TooMany, Unavailable, WrongType } from '#src/web/errors.ts'
import { photoPath } from './attach.ts'
import { type SafePhoto, safePhoto, thumbnailOf } from './image/encode.ts'
import { MAX_WAITING } from './photo.ts'
import { type Received, receive } from './receive.ts'
import { storage } from './storage/chosen.ts'
import { LONGEST_PUT } from './storage/s3.ts'
import { LINK_OVER } from './upload-url.ts'

/** What is known of a stored photo: bytes and pixels. */
type StoredPhoto = { id: string; path: string; size: number; width: number; height: number }

/** Re-encoded photos in memory: a storage that hangs holds no more than these. */
const uploadTurns = new Turns({ places: 8, each: 2, patience: 20_000 })
/** Uploads that arrive or wait, each a connection and a file: of slow lines and of whoever sends too much. */
const arrivalTurns = new Turns({ places: 400, each: 40, patience: 0 })
const tooManyArrive = (own: boolean) =>
  own ? new TooMany('You are sending too many photos at once. Please try again in a moment.', 5) : new Unavailable()
/** How long an upload may keep others from its URL, in seconds: longer than a put takes. */
const CLAIM_SECONDS = Math.ceil(LONGEST_PUT / 1000) + 15

const ALREADY_UPLOADED = 'This photo has already been uploaded.'

/** Promises to take one photo of this contractor; returns its id. Throws Forbidden, or TooMany while so many wait. */
export async function promisePhoto(user: Actor): Promise<string> {
  may(user, 'requestUpload')
  const waiting = and(eq(uploadedObjects.userId, user.id), isNull(uploadedObjects.visitId))
  return transaction(async (tx) => {
    if ((await tx.$count(uploadedObjects, waiting)) >= MAX_WAITING)
      throw new TooMany(
        'Too many photos wait for their visit. Please complete a job first, or try again tomorrow.',
        3600,
      )
    const values = { userId: user.id }
    const [promised] = await tx.insert(uploadedObjects).values(values).returning({ id: uploadedObjects.id })
    return promised!.id
  })
}

type Door = {
  /** The session or token that the promise was given to, by its hash: it must hold until the photo is stored. */
  by?: string
  /** Asked before the body is read, with the id of whose photo it is. May throw. */
  admit?: (owner: string | null) => Promise<void>
}

/**
 * Takes the photo in the request's body for a promised id: re-encodes and stores it with its thumbnail.
 * Throws NotFound (never promised), Refused (already uploaded), Forbidden (the link has ended), WrongType, TooLarge, TooSlow,
 * Malformed (broken off), Invalid (not a photo that can be read), TooMany (of this person's at once), Unavailable; then the
 * promise stands and may be tried again.
 */
export async function takePhoto(id: string, request: Request, { by, admit }: Door = {}): Promise<StoredPhoto> {
  if (!/^image\//i.test(request.headers.get('content-type') ?? '')) throw new WrongType('that of an image')
  const owner = await requirePromise(id)
  const stillMay = async (tx: DbOrTx) => {
    if (by === undefined) return
    const holder = owner && (await credentialHolder(tx, { hash: by, userId: owner }))
    if (!holder || !mayEver(holder.role, 'requestUpload')) throw new Forbidden(LINK_OVER)
  }
  await stillMay(db)
  await admit?.(owner)
  const who = owner ?? id
  const arrive = async () => {
    const received = await receive(request)
    try {
      const keep = () => keepPhoto(id, received, owner, stillMay)
      return await uploadTurns.run(who, keep, () => new Unavailable())
    } finally {
      await received.discard()
    }
  }
  return arrivalTurns.run(who, arrive, tooManyArrive)
}

/** Returns the id of whose promise it is. */
async function requirePromise(id: string): Promise<string | null> {
  const [object] = await db
    .select({ state: uploadedObjects.state, userId: uploadedObjects.userId })
    .from(uploadedObjects)
    .where(eq(uploadedObjects.id, id))
  if (!object || object.state === 'removing') throw new NotFound()
  if (object.state !== 'promised') throw new Refused(ALREADY_UPLOADED)
  return object.userId
}

type Check = (tx: DbOrTx) => Promise<void>

async function keepPhoto(id: string, received: Received, owner: string | null, stillMay: Check): Promise<StoredPhoto> {
  const who = owner ?? id
  const photo = await safePhoto(await received.bytes(), who)
  const thumbnail = await thumbnailOf(photo.bytes, who)
  const claimedAt = await claimPromise(id, photo)
  // No transaction is open while the storage is waited for. Both are: nothing of this may arrive after the claim is over.
  const [kept] = await Promise.allSettled([
    storage.put(id, 'photo', photo.bytes),
    // Without it the photo is no less stored: readPhoto makes a thumbnail that is missing.
    storage.put(id, 'thumbnail', thumbnail),
  ])
  if (kept.status === 'rejected') {
    await releasePromise(id, claimedAt).catch(() => {}) // else it is free when its time is over
    throw kept.reason
  }
  await fulfilPromise(id, claimedAt, owner, stillMay)
  return { id, path: photoPath(id), size: photo.bytes.byteLength, width: photo.width, height: photo.height }
}

/**
 * Claims the promise for this upload, so that of two to one URL the second can overwrite nothing. A promise that has a
 * size is claimed since createdAt. Returns when; throws Refused, or Unavailable while another upload has it.
 */
async function claimPromise(id: string, { bytes, width, height }: SafePhoto): Promise<Date> {
  const over = lt(uploadedObjects.createdAt, sql`now() - make_interval(secs => ${CLAIM_SECONDS})`)
  const [claim] = await db
    .update(uploadedObjects)
    .set({ contentType: 'image/jpeg', size: bytes.byteLength, width, height, createdAt: sql`now()` })
    .where(and(isPromised(id), or(isNull(uploadedObjects.size), over)))
    .returning({ at: uploadedObjects.createdAt })
  if (claim) return claim.at
  await requirePromise(id)
  throw new Unavailable('This photo is just being uploaded. Please try again in a moment.')
}

const isPromised = (id: string) => and(eq(uploadedObjects.id, id), eq(uploadedObjects.state, 'promised'))
const isClaimed = (id: string, at: Date) => and(isPromised(id), eq(uploadedObjects.createdAt, at))

/** Returns whether it was still this upload's to release. */
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
    if (stored.length === 0) throw new Refused(ALREADY_UPLOADED)
  }
  try {
    await transaction(store, { keeping: owner ? [owner] : [] })
  } catch (error) {
    // What another upload has stored meanwhile stays. What cannot be removed now is removed as an orphan's.
    if (error instanceof Forbidden && (await releasePromise(id, claimedAt).catch(() => false)))
      await storage.remove(id).catch(() => {})
    throw error
  }
}
