/** Bun.Image reads these on every system; HEIC, AVIF and TIFF need the system's help. */
export type ReadableFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'bmp'

const JPEG_END = Buffer.from([0xff, 0xd9])
const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const V4_HEADER = 108
const EXIF_START = 'Exif\0\0'
/** Cameras write about ten. The decoder goes over the whole picture for each: 30 ms at 50 megapixels. */
const MAX_SCANS = 24
const MAX_PARTS = 20_000

export function formatOf(bytes: Buffer): ReadableFormat | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (bytes.subarray(0, 8).equals(PNG_START)) return 'png'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp'
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return 'gif'
  return ascii(bytes, 0, 2) === 'BM' ? 'bmp' : null
}

export const isHeif = (bytes: Buffer): boolean =>
  ascii(bytes, 4, 8) === 'ftyp' && /^(hei|hev|mif1|msf1|avif|avis)/.test(ascii(bytes, 8, 12))

/** The decoder paints a JPEG's missing part grey and ignores a PNG's missing last chunk. */
export function isWhole(bytes: Buffer, format: ReadableFormat): boolean {
  if (format === 'png') return pngChunk(bytes, 'IEND') !== undefined
  if (format !== 'jpeg') return true
  const scan = jpegSegments(bytes).scanAt
  // Scans escape 0xff, so this is the picture's own end, not its EXIF thumbnail's.
  return scan !== null && bytes.indexOf(JPEG_END, scan) !== -1
}

export function hasTooManyScans(bytes: Buffer): boolean {
  let at = jpegSegments(bytes).scanAt ?? bytes.length
  for (let count = 0; at + 4 <= bytes.length; ) {
    const marker = bytes[at] === 0xff ? bytes[at + 1]! : 0
    if (marker === 0xd9) return false
    if (marker === 0xda && ++count > MAX_SCANS) return true
    // In a scan 0xff is escaped by 0, or is a restart marker.
    const isPart = marker > 0xbf && marker < 0xff && !(marker >= 0xd0 && marker <= 0xd7)
    at += isPart ? 2 + bytes.readUInt16BE(at + 2) : 1
  }
  return false
}

// The decoder reads no animated WebP; of a GIF it reads the first picture.
export const isAnimated = (bytes: Buffer, format: ReadableFormat): boolean =>
  format === 'webp' && ascii(bytes, 12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 0x02) !== 0

export function mayBeTransparent(bytes: Buffer, format: ReadableFormat): boolean {
  if (format === 'png') return (bytes[25]! & 4) !== 0 || pngChunk(bytes, 'tRNS') !== undefined
  if (format === 'bmp') return !hasEmptyAlpha(bytes)
  if (format !== 'webp') return format !== 'jpeg'
  const kind = ascii(bytes, 12, 16)
  return (kind === 'VP8X' && (bytes[20]! & 0x10) !== 0) || (kind === 'VP8L' && (bytes[24]! & 0x10) !== 0)
}

/** Programs that declare an alpha and leave it 0 everywhere mean none. */
function hasEmptyAlpha(bytes: Buffer): boolean {
  if (bytes.readUInt32LE(14) < V4_HEADER || bytes.readUInt16LE(28) !== 32) return false
  const [start, mask] = [bytes.readUInt32LE(10), bytes.readUInt32LE(66)]
  const end = Math.min(start + 4 * bytes.readInt32LE(18) * Math.abs(bytes.readInt32LE(22)), bytes.length)
  for (let at = start; at + 4 <= end; at += 4) if ((bytes.readUInt32LE(at) & mask) !== 0) return false
  return true
}

/** 1 to 8; 1 for a JPEG, which Bun.Image turns itself. */
export function orientationOf(bytes: Buffer, format: ReadableFormat): number {
  if (format === 'png') return tiffOrientation(pngChunk(bytes, 'eXIf'))
  if (format === 'webp') return tiffOrientation(webpChunk(bytes, 'EXIF'))
  return 1
}

export function bareJpeg(jpeg: Buffer, profileFor: (profile: Buffer) => Buffer | null): Buffer {
  const { segments, scanAt } = jpegSegments(jpeg)
  if (scanAt === null) throw new TypeError('The encoder was to make a JPEG')
  const kept = segments.filter(({ marker }) => !isExtra(marker)).map(({ start, end }) => jpeg.subarray(start, end))
  const old = segments.find(({ marker, start }) => marker === 0xe2 && isProfileAt(jpeg, start))
  const profile = old ? profileFor(jpeg.subarray(old.start + 18, old.end)) : null
  if (profile) kept.splice(kept[0]?.[1] === 0xe0 ? 1 : 0, 0, profileSegment(profile))
  return Buffer.concat([jpeg.subarray(0, 2), ...kept, jpeg.subarray(scanAt)])
}

function profileSegment(profile: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(`${PROFILE_START}\x01\x01`, 'latin1'), profile])
  const head = Buffer.from([0xff, 0xe2, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

const PROFILE_START = 'ICC_PROFILE\0'
const isExtra = (marker: number) => (marker > 0xe0 && marker <= 0xef) || marker === 0xfe
const isProfileAt = (bytes: Buffer, at: number) => ascii(bytes, at + 4, at + 16) === PROFILE_START

type Segment = { marker: number; start: number; end: number }

function jpegSegments(bytes: Buffer): { segments: Segment[]; scanAt: number | null } {
  const segments: Segment[] = []
  for (let at = 2, parts = 0; at + 4 <= bytes.length && parts < MAX_PARTS; parts++) {
    if (bytes[at] !== 0xff) break
    const marker = bytes[at + 1]!
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === 0xda) return { segments, scanAt: at }
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    segments.push({ marker, start: at, end })
    at = end
  }
  return { segments, scanAt: null }
}

function pngChunk(bytes: Buffer, name: string): Buffer | undefined {
  for (let at = PNG_START.length, parts = 0; at + 12 <= bytes.length && parts < MAX_PARTS; parts++) {
    const length = bytes.readUInt32BE(at)
    if (at + 12 + length > bytes.length) break
    if (ascii(bytes, at + 4, at + 8) === name) return bytes.subarray(at + 8, at + 8 + length)
    at += 12 + length
  }
  return undefined
}

function webpChunk(bytes: Buffer, name: string): Buffer | undefined {
  for (let at = 12, parts = 0; at + 8 <= bytes.length && parts < MAX_PARTS; parts++) {
    const length = bytes.readUInt32LE(at + 4)
    if (ascii(bytes, at, at + 4) === name) return bytes.subarray(at + 8, at + 8 + length)
    at += 8 + length + (length & 1)
  }
  return undefined
}

function tiffOrientation(exif: Buffer | undefined): number {
  if (!exif) return 1
  const tiff = ascii(exif, 0, 6) === EXIF_START ? exif.subarray(6) : exif
  const order = ascii(tiff, 0, 2)
  if (tiff.length < 14 || (order !== 'II' && order !== 'MM')) return 1
  const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return 1
  for (let entry = 0; entry < short(directory); entry++) {
    const at = directory + 2 + entry * 12
    if (at + 12 > tiff.length) return 1
    if (short(at) === 0x112) return short(at + 8) >= 1 && short(at + 8) <= 8 ? short(at + 8) : 1
  }
  return 1
}

const ascii = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to)
