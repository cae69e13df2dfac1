import { and, eq, ne, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/connect/client.ts'
import { photoSql } from '#db/query/predicates.ts'
import { uploadedObjects } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { MAX_WAITING } from '#src/domain/photo/photo.ts'
import { Invalid, NoRoom, TooMany } from '#src/http/errors.ts'
import { photoIdIn } from '#src/photos/attach.ts'
import { isUntaken } from '#src/photos/queries.ts'
import { removePhotos } from '#src/photos/removal.ts'
import { storage } from '#src/photos/storage/chosen.ts'
import { transaction } from '#src/writes/transaction.ts'
import { safeDocument } from './judge.ts'

/** Until a certificate takes it, it waits as an uploaded photo does. Throws as safeDocument does. */
export async function keepDocument(user: Actor, file: Buffer): Promise<string> {
  if (!(await storage.hasRoom())) throw new NoRoom('There is no room for documents right now. Please try again later.')
  const { bytes, contentType } = await safeDocument(file, user.id)
  const id = await transaction(async (tx) => {
    const waiting = and(eq(uploadedObjects.userId, user.id), isUntaken)
    if ((await tx.$count(uploadedObjects, waiting)) >= MAX_WAITING)
      throw new TooMany('Too many files wait for their form. Please try again tomorrow.', 3600)
    const values = { userId: user.id, contentType, size: bytes.byteLength, claimedAt: sql`now()` }
    const [kept] = await tx.insert(uploadedObjects).values(values).returning({ id: uploadedObjects.id })
    return kept!.id
  })
  await storage.put(id, 'photo', bytes)
  await transaction((tx) => tx.update(uploadedObjects).set({ state: 'stored' }).where(eq(uploadedObjects.id, id)))
  return id
}

/** Named by its id or path, in place of the one that it had. Throws Invalid (at `field`) where it is not the user's own, or taken. */
export async function attachDocument(tx: Tx, user: Actor, certificateId: string, sent: string, field = 'document') {
  const id = photoIdIn(sent) ?? ''
  const own = and(eq(uploadedObjects.id, id), eq(uploadedObjects.userId, user.id), photoSql.isStored(), isUntaken)
  const [taken] = id
    ? await tx
        .update(uploadedObjects)
        .set({ certificateId })
        .where(own)
        .returning({ type: uploadedObjects.contentType, bytes: uploadedObjects.size })
    : []
  if (!taken) throw new Invalid({ [field]: 'Please choose the document again' })
  await removePhotos(tx, and(eq(uploadedObjects.certificateId, certificateId), ne(uploadedObjects.id, id))!)
  return taken
}

/** For who may read the certificate. */
export async function keptDocument(certificateId: string): Promise<{ file: Blob; type: string } | null> {
  const [kept] = await db
    .select({ id: uploadedObjects.id, type: uploadedObjects.contentType })
    .from(uploadedObjects)
    .where(and(eq(uploadedObjects.certificateId, certificateId), photoSql.isStored()))
  const file = kept ? await storage.read(kept.id, 'photo') : null
  return file && { file, type: kept?.type ?? '' }
}
