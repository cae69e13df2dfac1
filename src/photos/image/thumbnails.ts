import { isStoredPhoto } from '#src/photos/queries.ts'
import { storage } from '#src/photos/storage/chosen.ts'
import type { Variant } from '#src/photos/storage/object-name.ts'
import { thumbnailOf } from './encode.ts'

export async function readPhoto(id: string, variant: Variant, who: string): Promise<Blob | null> {
  const stored = await storage.read(id, variant)
  return stored || variant === 'photo' ? stored : missingThumbnail(id, who)
}

const beingMade = new Map<string, Promise<Blob | null>>()

function missingThumbnail(id: string, who: string): Promise<Blob | null> {
  const made = beingMade.get(id) ?? makeThumbnail(id, who).finally(() => beingMade.delete(id))
  beingMade.set(id, made)
  return made
}

async function makeThumbnail(id: string, who: string): Promise<Blob | null> {
  const photo = await storage.read(id, 'photo')
  if (!photo) return null
  const bytes = await thumbnailOf(photo, `thumbnails of ${who}`)
  await keep(id, bytes).catch(() => {})
  return new Blob([new Uint8Array(bytes)])
}

/** The photo may be removed meanwhile: then its thumbnail must not stay. */
async function keep(id: string, thumbnail: Buffer): Promise<void> {
  await storage.put(id, 'thumbnail', thumbnail)
  if (!(await isStoredPhoto(id))) await storage.remove(id)
}
