import { crc32, deflateSync, inflateSync } from 'node:zlib'

type Colour = [red: number, green: number, blue: number]

/** An uncompressed picture, from which the others are made. */
export function bmp(width: number, height: number, colourAt: (x: number, y: number) => Colour): Buffer {
  const row = (width * 3 + 3) & ~3
  const file = Buffer.alloc(54 + row * height)
  file.write('BM')
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(54, 10)
  file.writeUInt32LE(40, 14)
  file.writeInt32LE(width, 18)
  file.writeInt32LE(height, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(24, 28)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [red, green, blue] = colourAt(x, height - 1 - y)
      file.set([blue, green, red], 54 + y * row + x * 3)
    }
  }
  return file
}

const RED: Colour = [250, 10, 10]
const GREEN: Colour = [10, 250, 10]
const BLUE: Colour = [10, 10, 250]
const WHITE: Colour = [250, 250, 250]

/** Four colours, one a corner (red, green / blue, white): every turn and mirroring of it looks different. */
export const corners = (width = 64, height = 32): Buffer =>
  bmp(width, height, (x, y) => (y < height / 2 ? (x < width / 2 ? RED : GREEN) : x < width / 2 ? BLUE : WHITE))

export const jpeg = (picture = corners()): Promise<Buffer> => new Bun.Image(picture).jpeg({ quality: 95 }).buffer()
export const png = (picture = corners()): Promise<Buffer> => new Bun.Image(picture).png().buffer()
export const webp = (picture = corners()): Promise<Buffer> => new Bun.Image(picture).webp({ quality: 95 }).buffer()

/** The corners as a BMP that declares an alpha, with something behind its pixels as a profile of colours is. */
export function bmpWithAlpha(alphaAt: (x: number) => number, width = 64, height = 32): Buffer {
  const from = corners(width, height)
  const file = Buffer.alloc(122 + width * height * 4 + 8, 255)
  from.copy(file, 0, 0, 54)
  const head = { 2: file.length, 10: 122, 14: 108, 30: 3, 54: 0xff0000, 58: 0xff00, 62: 0xff, 66: 0xff000000 }
  for (const [at, value] of Object.entries(head)) file.writeUInt32LE(value, Number(at))
  file.writeUInt16LE(32, 28)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const x = pixel % width
    const at = 54 + Math.floor(pixel / width) * ((width * 3 + 3) & ~3) + x * 3
    file.set([...from.subarray(at, at + 3), alphaAt(x)], 122 + pixel * 4)
  }
  return file
}

/** The colour in the middle of each quarter: top left, top right, bottom left, bottom right. */
export async function quarters(file: Buffer): Promise<string[]> {
  const { width, height } = await new Bun.Image(file).metadata()
  const names = []
  for (const [x, y] of [
    [0.25, 0.25],
    [0.75, 0.25],
    [0.25, 0.75],
    [0.75, 0.75],
  ] as const) {
    names.push(nameOf(await pixelAt(file, Math.floor(width * x), Math.floor(height * y))))
  }
  return names
}

export async function pixelAt(file: Buffer, x: number, y: number): Promise<Colour> {
  const raw = await new Bun.Image(file).png().buffer()
  const { width } = await new Bun.Image(file).metadata()
  const data: Buffer[] = []
  let channels = 3
  for (let at = 8; at < raw.length; at += 12 + raw.readUInt32BE(at)) {
    const name = raw.toString('latin1', at + 4, at + 8)
    const body = raw.subarray(at + 8, at + 8 + raw.readUInt32BE(at))
    if (name === 'IHDR') channels = body[9] === 6 ? 4 : 3
    if (name === 'IDAT') data.push(body)
  }
  const pixels = unfilter(inflateSync(Buffer.concat(data)), width * channels, channels)
  const at = (y * width + x) * channels
  return [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]
}

/** Undoes PNG's row filters. */
function unfilter(rows: Buffer, length: number, step: number): Uint8Array {
  const height = rows.length / (length + 1)
  const out = new Uint8Array(length * height)
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (length + 1)]!
    for (let x = 0; x < length; x++) {
      const left = x >= step ? out[y * length + x - step]! : 0
      const up = y > 0 ? out[(y - 1) * length + x]! : 0
      const corner = x >= step && y > 0 ? out[(y - 1) * length + x - step]! : 0
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0
      out[y * length + x] = rows[y * (length + 1) + 1 + x]! + guess
    }
  }
  return out
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}

const nameOf = ([red, green, blue]: Colour): string =>
  red > 128 ? (green > 128 && blue > 128 ? 'white' : 'red') : green > 128 ? 'green' : blue > 128 ? 'blue' : 'black'

/** An EXIF block with an orientation, and the place where the photo was taken. */
export function exif(orientation: number, place = 'Leeds 53.8N 1.5W'): Buffer {
  const text = Buffer.from(`${place}\0`)
  const tiff = Buffer.alloc(8 + 2 + 24 + 4 + 2 + 12 + 4)
  tiff.write('MM')
  tiff.writeUInt16BE(42, 2)
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(2, 8)
  entry(tiff, 10, 0x0112, 3, 1, orientation << 16)
  entry(tiff, 22, 0x8825, 4, 1, 38) // where the GPS directory is
  tiff.writeUInt16BE(1, 38)
  entry(tiff, 40, 0x001b, 2, text.length, tiff.length)
  return Buffer.concat([tiff, text])
}

function entry(tiff: Buffer, at: number, tag: number, type: number, count: number, value: number): void {
  tiff.writeUInt16BE(tag, at)
  tiff.writeUInt16BE(type, at + 2)
  tiff.writeUInt32BE(count, at + 4)
  tiff.writeUInt32BE(value, at + 8)
}

/** A JPEG segment: 0xe1 is EXIF, 0xfe a comment, 0xe2 a colour profile. */
export function segment(marker: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** A JPEG with more segments after its first two bytes. */
export const withSegments = (file: Buffer, ...segments: Buffer[]): Buffer =>
  Buffer.concat([file.subarray(0, 2), ...segments, file.subarray(2)])

/** As a phone held upright writes it: the picture lies on its side, EXIF says so, and where it was taken. */
export const fromPhone = async (orientation = 6): Promise<Buffer> =>
  withSegments(await jpeg(), segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif(orientation)])))

export function pngChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** Black stands in its first quarter, half as dark in its last, and nothing in the others. */
export function transparentPng(width = 64, height = 32): Buffer {
  const opacity = (x: number, y: number) => (x < width / 2 !== y < height / 2 ? 0 : x < width / 2 ? 255 : 128)
  const rows = Array.from({ length: height }, (_, y) => [
    0,
    ...Array.from({ length: width }, (_, x) => [0, 0, 0, opacity(x, y)]).flat(),
  ])
  const file = pngOf(width, height, deflateSync(Buffer.from(rows.flat())))
  const header = Buffer.from(file.subarray(16, 29))
  header[9] = 6
  return Buffer.concat([file.subarray(0, 8), pngChunk('IHDR', header), file.subarray(33)])
}

/** A PNG of `width` × `height` pixels of three bytes, with further chunks before its data. */
export function pngOf(width: number, height: number, data: Buffer, ...chunks: Buffer[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  header[9] = 2
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [start, pngChunk('IHDR', header), ...chunks, pngChunk('IDAT', data), pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat(parts)
}

/** A PNG of a few bytes that claims `width` × `height` pixels. */
export const pngClaiming = (width: number, height: number): Buffer =>
  pngOf(width, height, deflateSync(Buffer.alloc(1000)))

/** Puts an EXIF block into a PNG. */
export const pngWithExif = (file: Buffer, orientation: number): Buffer =>
  Buffer.concat([file.subarray(0, 33), pngChunk('eXIf', exif(orientation)), file.subarray(33)])

/** Puts an EXIF block into a simple WebP of this size. */
export function webpWithExif(file: Buffer, orientation: number, width = 64, height = 32): Buffer {
  const extended = Buffer.alloc(10)
  extended[0] = 0x08 // has EXIF
  extended.writeUIntLE(width - 1, 4, 3)
  extended.writeUIntLE(height - 1, 7, 3)
  const chunks = [riffChunk('VP8X', extended), file.subarray(12), riffChunk('EXIF', exif(orientation))]
  return riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]))
}

export function riffChunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name)
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length & 1)])
}

/** A JPEG of exactly `size` bytes: comments fill it up. */
export async function jpegOf(size: number): Promise<Buffer> {
  const file = await jpeg()
  const fillers: Buffer[] = []
  for (let missing = size - file.length; missing > 0; ) {
    // A comment has at least four bytes, so the last but one leaves room for it.
    const length = missing > 60_010 ? 60_000 : missing
    fillers.push(segment(0xfe, Buffer.alloc(length - 4, 'x')))
    missing -= length
  }
  return withSegments(file, ...fillers)
}
