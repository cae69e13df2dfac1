import { SENT_PIXELS } from '#src/photos/photo.ts'

export type Size = { width: number; height: number }

export const AIM_BYTES = 350 * 1024

/** Tried in order until one gives AIM_BYTES; the last counts anyway. */
const STEPS = [
  { longest: SENT_PIXELS, quality: 0.8 },
  { longest: SENT_PIXELS, quality: 0.7 },
  { longest: SENT_PIXELS, quality: 0.55 },
  { longest: 1600, quality: 0.6 },
] as const

export function fitted({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

export type Pictures<Bitmap extends Size> = {
  decode(file: Blob): Promise<Bitmap>
  encode(bitmap: Bitmap, size: Size, quality: number): Promise<Blob>
  close(bitmap: Bitmap): void
}

// A small file, and one that the browser cannot read (HEIC), is returned as it is.
export async function shrinkWith<Bitmap extends Size>(file: Blob, pictures: Pictures<Bitmap>): Promise<Blob> {
  let bitmap: Bitmap
  try {
    bitmap = await pictures.decode(file)
  } catch {
    return file
  }
  try {
    const isSmall = Math.max(bitmap.width, bitmap.height) <= SENT_PIXELS
    if (isSmall && file.size <= AIM_BYTES && file.type === 'image/jpeg') return file
    let best: Blob | null = null
    for (const { longest, quality } of STEPS) {
      const made = await pictures.encode(bitmap, fitted(bitmap, longest), quality)
      if (!best || made.size < best.size) best = made
      if (best.size <= AIM_BYTES) break
    }
    return best ?? file
  } finally {
    pictures.close(bitmap)
  }
}

export const shrink = (file: Blob): Promise<Blob> => shrinkWith(file, inBrowser)

const inBrowser: Pictures<ImageBitmap> = {
  decode: (file) => createImageBitmap(file, { imageOrientation: 'from-image' }),
  close: (bitmap) => bitmap.close(),
  encode(bitmap, { width, height }, quality) {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width, height })
    const context = canvas.getContext('2d')!
    context.imageSmoothingQuality = 'high'
    // JPEG has no transparency: transparent parts would turn black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.drawImage(bitmap, 0, 0, width, height)
    return new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No memory'))), 'image/jpeg', quality),
    )
  },
}
