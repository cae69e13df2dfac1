import { THUMBNAIL_WIDTH } from '#src/domain/photo/photo.ts'
import { Invalid, Unavailable } from '#src/http/errors.ts'
import { Turns } from '#src/runtime/turns.ts'
import {
  bareJpeg,
  formatOf,
  hasTooManyScans,
  isAnimated,
  isHeif,
  isWhole,
  mayBeTransparent,
  orientationOf,
  type ReadableFormat,
} from './format.ts'
import { displayP3, isDisplayP3 } from './profile.ts'
import { onWhite } from './white.ts'

export const STORED_PIXELS = 2560
const MAX_PIXELS = 50_000_000
/** Long sides cost more than their pixels: 1 × 50,000,000 takes three times as long as 7,071 × 7,071. */
export const MAX_SIDE = 16_384
/** Decoding 50 megapixels takes 330 MB and up to a second of one processor. */
const decodeTurns = new Turns({ places: 2, each: 1, patience: 20_000 })
const LARGE_PIXELS = 16_000_000
const largeTurns = new Turns({ places: 1, each: 1, patience: 20_000 })
const unavailable = () => new Unavailable()
const PHOTO_QUALITY = 82
const THUMBNAIL_QUALITY = 75

export const NOT_A_PHOTO = 'This is not a photo that can be read. Please choose a JPEG, PNG or WebP file.'
export const DAMAGED = 'This photo is damaged or incomplete. Please choose it again, or take another one.'
export const TOO_MANY_PIXELS = 'This photo has too many pixels. Please choose one of at most 50 megapixels.'
export const TOO_LONG =
  'This photo is too long or too high. Please choose one of at most 16,384 pixels from side to side.'
export const ANIMATED = 'Animated pictures cannot be taken. Please choose a still photo.'
export const HEIC_REFUSED =
  'HEIC and AVIF photos cannot be read here. Please choose a JPEG instead; on an iPhone: Settings, Camera, Formats, "Most Compatible".'

type SafePhoto = { bytes: Buffer; width: number; height: number }

// The codecs of macOS and Windows read other formats than Bun's.
Bun.Image.backend = 'bun'

/** An upright JPEG without metadata. Throws Invalid (field `photo`), or Unavailable when its turn does not come. */
export async function safePhoto(file: Buffer, who: string): Promise<SafePhoto> {
  const format = formatOf(file)
  if (!format) throw refused(isHeif(file) ? HEIC_REFUSED : NOT_A_PHOTO)
  if (!isWhole(file, format) || (format === 'jpeg' && hasTooManyScans(file))) throw refused(DAMAGED)
  if (isAnimated(file, format)) throw refused(ANIMATED)
  const { width, height } = await decoding(() => new Bun.Image(file, { maxPixels: MAX_PIXELS }).metadata())
  if (Math.max(width, height) > MAX_SIDE) throw refused(TOO_LONG)
  const encode = () => decodeTurns.run(who, () => decoding(() => encoded(file, format)), unavailable)
  // In this order a waiting large photo keeps no small one from its place.
  return width * height > LARGE_PIXELS ? largeTurns.run(who, encode, unavailable) : encode()
}

async function encoded(file: Buffer, format: ReadableFormat): Promise<SafePhoto> {
  const small = upright(new Bun.Image(file, { maxPixels: MAX_PIXELS }), orientationOf(file, format))
  small.resize(STORED_PIXELS, STORED_PIXELS, { fit: 'inside', withoutEnlargement: true })
  const image = mayBeTransparent(file, format)
    ? new Bun.Image(await onWhite(await small.png({ compressionLevel: 0 }).buffer()))
    : small
  const bytes = bare(await image.jpeg({ quality: PHOTO_QUALITY }).buffer())
  return { bytes, width: image.width, height: image.height }
}

async function decoding<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw refused(codeOf(error) === 'ERR_IMAGE_TOO_MANY_PIXELS' ? TOO_MANY_PIXELS : DAMAGED)
  }
}

export function thumbnailOf(photo: Buffer | Blob, who: string): Promise<Buffer> {
  const shrink = async () =>
    bare(
      await new Bun.Image(photo, { maxPixels: MAX_PIXELS })
        .resize(THUMBNAIL_WIDTH, THUMBNAIL_WIDTH * 2, { fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality: THUMBNAIL_QUALITY })
        .buffer(),
    )
  return decodeTurns.run(who, shrink, unavailable)
}

/** Bun.Image cannot convert colours, and an iPhone's photo turns pale without a profile: it gets our own. */
const bare = (jpeg: Buffer): Buffer => bareJpeg(jpeg, (profile) => (isDisplayP3(profile) ? displayP3() : null))

function upright(image: Bun.Image, orientation: number): Bun.Image {
  const degrees = [0, 0, 0, 180, 0, 90, 90, 270, 270][orientation] ?? 0
  if (degrees) image.rotate(degrees)
  if (orientation === 4) image.flip()
  if ([2, 5, 7].includes(orientation)) image.flop()
  return image
}

const refused = (message: string) => new Invalid({ photo: message }, undefined, { places: { photo: { pointer: '' } } })

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
