import { thumbnailOf } from './image.ts'
import type { Variant } from './object-name.ts'
import { isStored } from './queries.ts'
import { storage } from './storage.ts'
import { turns } from './turns.ts'

/** Decoded, a photo of 50 megapixels takes 200 MB, so no more than two are worked on at once. */
export const imageTurn = turns(2, 20_000)

/** A stored photo or its thumbnail, null when there is no photo. Throws Unavailable. */
export async function readPhoto(id: string, variant: Variant): Promise<Blob | null> {
  const stored = await storage.read(id, variant)
  return stored || variant === 'photo' ? stored : missingThumbnail(id)
}

const beingMade = new Map<string, Promise<Blob | null>>()

/** A thumbnail that could not be kept with its photo: however many ask for it, it is made once. */
function missingThumbnail(id: string): Promise<Blob | null> {
  const made = beingMade.get(id) ?? makeThumbnail(id).finally(() => beingMade.delete(id))
  beingMade.set(id, made)
  return made
}

async function makeThumbnail(id: string): Promise<Blob | null> {
  const photo = await storage.read(id, 'photo')
  if (!photo) return null
  const bytes = await imageTurn(async () => thumbnailOf(Buffer.from(await photo.arrayBuffer())))
  await keep(id, bytes).catch(() => {}) // made again for the next who asks
  return new Blob([new Uint8Array(bytes)])
}

/** The photo may be withdrawn and removed meanwhile: then its thumbnail must not stay behind. */
async function keep(id: string, thumbnail: Buffer): Promise<void> {
  await storage.put(id, 'thumbnail', thumbnail)
  if (!(await isStored(id))) await storage.remove(id)
}
