import { thumbnailOf } from './image.ts'
import type { Variant } from './object-name.ts'
import { storage } from './storage.ts'
import { turns } from './turns.ts'

/** Decoded, a photo of 50 megapixels takes 200 MB, so no more than two are worked on at once. */
export const imageTurn = turns(2, 20_000)

/**
 * A stored photo or its thumbnail, null when there is no photo. A thumbnail that could not be stored with its photo
 * is made now and not stored: the photo might be removed meanwhile, and a thumbnail would stay for ever.
 */
export async function readPhoto(id: string, variant: Variant): Promise<Blob | null> {
  const stored = await storage.read(id, variant)
  if (stored || variant === 'photo') return stored
  const photo = await storage.read(id, 'photo')
  if (!photo) return null
  return imageTurn(async () => new Blob([new Uint8Array(await thumbnailOf(Buffer.from(await photo.arrayBuffer())))]))
}
