import { and, asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { photoSql } from '#db/query/predicates.ts'
import { uploadedObjects } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { MAX_PHOTOS, photoPath } from '#src/domain/photo/photo.ts'
import { isBeingRemoved, isStored } from '#src/domain/photo/state.ts'
import { Invalid } from '#src/http/errors.ts'
import { isUuid } from '#src/http/uuid.ts'
import { isPhoto, isUntaken } from './queries.ts'

export function photoIdIn(image: string): string | null {
  const base = 'http://own.invalid'
  if (!URL.canParse(image, base)) return null
  const { protocol, pathname } = new URL(image, base)
  const last =
    pathname
      .split('/')
      .at(-1)
      ?.replace(/\.jpg$/, '') ?? ''
  return /^https?:$/.test(protocol) && isUuid(last) ? last.toLowerCase() : null
}

type Place = { visitId: string } | { jobId: string; adminsOnly?: true }

/** In the same order. Throws Invalid for too many, or one twice, another user's, not uploaded or in another place. */
export async function attachPhotos(tx: Tx, user: Actor, place: Place, images: string[]): Promise<string[]> {
  if (images.length > MAX_PHOTOS) throw refused(`Please add at most ${MAX_PHOTOS} photos`)
  const given = images.map((image) => ({ image, id: photoIdIn(image) }))
  const ids = given.flatMap(({ id }) => id ?? [])
  const found = ids.length ? await lockOwn(tx, user, ids) : new Map<string, never>()
  given.forEach(({ image, id }, index) => {
    const problem = problemOf(id === null ? undefined : found.get(id))
    if (problem) throw refused(`${shown(image)} ${problem}`)
    if (given.findIndex((other) => other.id === id) < index) throw refused(`${shown(image)} is there twice`)
  })
  if (ids.length === 0) return []
  const taken = await tx
    .update(uploadedObjects)
    .set(place)
    .where(and(inArray(uploadedObjects.id, ids), eq(uploadedObjects.userId, user.id), photoSql.isStored(), isUntaken))
    .returning({ id: uploadedObjects.id })
  if (taken.length !== ids.length) throw refused('A photo could not be added')
  return ids.map(photoPath)
}

const { id, state, visitId, jobId } = getTableColumns(uploadedObjects)
type Upload = Pick<typeof uploadedObjects.$inferSelect, 'id' | 'state' | 'visitId' | 'jobId'>

/** Locked by id, so that two forms that want the same photos do not deadlock. */
async function lockOwn(tx: Tx, user: Actor, ids: string[]): Promise<Map<string, Upload>> {
  const rows = await tx
    .select({ id, state, visitId, jobId })
    .from(uploadedObjects)
    .where(and(inArray(uploadedObjects.id, ids), eq(uploadedObjects.userId, user.id), isPhoto))
    .orderBy(asc(uploadedObjects.id))
    .for('update')
  return new Map(rows.map((row) => [row.id, row]))
}

function problemOf(upload: Upload | undefined): string | null {
  if (!upload || isBeingRemoved(upload)) return 'is not a photo that you have uploaded'
  if (upload.visitId || upload.jobId) return `is already on another ${upload.visitId ? 'visit' : 'job'}`
  return isStored(upload) ? null : 'has not been uploaded yet'
}

const refused = (message: string) => new Invalid({ images: message })

const shown = (image: string): string => (image.length > 120 ? `${image.slice(0, 119)}…` : image).toWellFormed()
