import { SENT_PIXELS } from '#src/domain/photo/photo.ts'

export type Size = { width: number; height: number }

/** Five are sent in 17 seconds on slow 4G. */
export const AIM_BYTES = 300 * 1024
const BEST = 0.8
/** Letters on a boiler's label bear this better than fewer pixels; below it blocks are seen. */
const WORST = 0.5
const LEAST_PIXELS = 1600
/** A next try that only just meets the aim may miss it. */
const MARGIN = 1.03

export function fitted({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

export type Pictures<Bitmap extends Size, Drawn> = {
  decode(file: Blob): Promise<Bitmap>
  draw(bitmap: Bitmap, size: Size): Drawn
  encode(drawn: Drawn, quality: number): Promise<Blob>
  close(bitmap: Bitmap): void
}

// A small file, and one that the browser cannot read (HEIC), is returned as it is.
export async function shrinkWith<Bitmap extends Size, Drawn>(
  file: Blob,
  pictures: Pictures<Bitmap, Drawn>,
): Promise<Blob> {
  let bitmap: Bitmap
  try {
    bitmap = await pictures.decode(file)
  } catch {
    return file
  }
  try {
    const longest = Math.max(bitmap.width, bitmap.height)
    if (longest <= SENT_PIXELS && file.size <= AIM_BYTES && file.type === 'image/jpeg') return file
    return await lightEnough(bitmap, Math.min(longest, SENT_PIXELS), pictures)
  } finally {
    pictures.close(bitmap)
  }
}

async function lightEnough<Bitmap extends Size, Drawn>(
  bitmap: Bitmap,
  most: number,
  { draw, encode }: Pictures<Bitmap, Drawn>,
): Promise<Blob> {
  let longest = most
  let quality = BEST
  let drawn = draw(bitmap, fitted(bitmap, longest))
  for (;;) {
    const made = await encode(drawn, quality)
    if (made.size <= AIM_BYTES) return made
    const excess = (made.size / AIM_BYTES) * MARGIN
    if (quality > WORST) {
      // JPEG divides by what is proportional to 1 - quality; bytes fall by its square root or faster.
      quality = Math.max(WORST, 1 - (1 - quality) * excess ** 1.5)
    } else {
      if (longest <= LEAST_PIXELS) return made
      longest = Math.max(LEAST_PIXELS, Math.floor(longest / excess))
      drawn = draw(bitmap, fitted(bitmap, longest))
    }
  }
}

export const shrink = (file: Blob): Promise<Blob> => shrinkWith(file, inBrowser)

const inBrowser: Pictures<ImageBitmap, HTMLCanvasElement> = {
  decode: (file) => createImageBitmap(file, { imageOrientation: 'from-image' }),
  close: (bitmap) => bitmap.close(),
  draw(bitmap, { width, height }) {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width, height })
    const context = canvas.getContext('2d')!
    context.imageSmoothingQuality = 'high'
    // JPEG has no transparency: transparent parts would turn black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.drawImage(bitmap, 0, 0, width, height)
    return canvas
  },
  encode: (canvas, quality) =>
    new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No memory'))), 'image/jpeg', quality),
    ),
}
