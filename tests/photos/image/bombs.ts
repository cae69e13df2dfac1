import { deflateSync } from 'node:zlib'
import { bmp, corners, jpeg, pngChunk, pngOf, webp } from '#tests/photos/pictures.ts'

// Files that are small and would cost a great deal, or are something else besides a picture.

const black = (width: number, height: number) => deflateSync(Buffer.alloc(height * (width * 3 + 1)))

/** 50 million black pixels in a file of 150 kB: as many as are allowed, and all of them are there. */
export const blackPng = (): Buffer => pngOf(7071, 7071, black(7071, 7071))

/** Black pixels, all of them there, in a picture whose one side is very long. */
export const longPng = (width: number, height: number): Buffer => pngOf(width, height, black(width, height))

/** A gigabyte of nothing in a chunk that holds text or a colour profile. */
export function inflatingPng(chunk: 'iCCP' | 'zTXt' | 'iTXt'): Buffer {
  const head = { iCCP: 'x\0\0', zTXt: 'x\0\0', iTXt: 'x\0\x01\0\0\0' }[chunk]
  gigabyte ??= deflateSync(Buffer.alloc(1_000_000_000), { level: 1 })
  return pngOf(1, 1, black(1, 1), pngChunk(chunk, Buffer.concat([Buffer.from(head), gigabyte])))
}
let gigabyte: Buffer | undefined

/** A PNG that is made of hundreds of thousands of chunks. */
export const choppedPng = (): Buffer =>
  pngOf(1, 1, black(1, 1), Buffer.concat(Array.from({ length: 300_000 }, () => pngChunk('tEXt', Buffer.from('a\0b')))))

/** A JPEG that is made of a million segments. */
export async function choppedJpeg(): Promise<Buffer> {
  const file = await jpeg()
  const empty = Buffer.from([0xff, 0xfe, 0, 2])
  return Buffer.concat([file.subarray(0, 2), Buffer.alloc(4_000_000, empty), file.subarray(2)])
}

/** A JPEG whose frame says another size. */
export async function jpegClaiming(width: number, height: number): Promise<Buffer> {
  const file = Buffer.from(await jpeg())
  const frame = file.indexOf(Buffer.from([0xff, 0xc0]))
  file.writeUInt16BE(height, frame + 5)
  file.writeUInt16BE(width, frame + 7)
  return file
}

/** A WebP whose frame says another size; at most 16383 each. */
export async function webpClaiming(width: number, height: number): Promise<Buffer> {
  const file = Buffer.from(await webp())
  file.writeUInt16LE(width, 26)
  file.writeUInt16LE(height, 28)
  return file
}

export function bmpClaiming(width: number, height: number): Buffer {
  const file = Buffer.from(corners())
  file.writeInt32LE(width, 18)
  file.writeInt32LE(height, 22)
  return file
}

const riff = (name: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.write(name)
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length & 1)])
}

/** A film of so many pictures. */
export async function animatedWebp(pictures: number): Promise<Buffer> {
  const picture = (await webp()).subarray(12)
  const canvas = Buffer.from([0x02, 0, 0, 0, 63, 0, 0, 31, 0, 0])
  const frame = Buffer.alloc(16)
  frame.writeUIntLE(63, 6, 3)
  frame.writeUIntLE(31, 9, 3)
  frame.writeUIntLE(100, 12, 3)
  const frames = Array.from({ length: pictures }, () => riff('ANMF', Buffer.concat([frame, picture])))
  return riff(
    'RIFF',
    Buffer.concat([Buffer.from('WEBP'), riff('VP8X', canvas), riff('ANIM', Buffer.alloc(6)), ...frames]),
  )
}

/** A film of so many pictures, of one pixel each on a canvas that claims more. */
export function animatedGif(pictures: number, width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.write('GIF89a')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  head[10] = 0x80
  const colours = Buffer.from([0, 0, 0, 255, 255, 255])
  const picture = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
  return Buffer.concat([head, colours, Buffer.alloc(pictures * picture.length, picture), Buffer.from([0x3b])])
}

/** A GIF whose first picture says this size. */
export function gifClaiming(width: number, height: number): Buffer {
  const file = animatedGif(1, width, height)
  const picture = file.indexOf(0x2c, 19)
  file.writeUInt16LE(width, picture + 5)
  file.writeUInt16LE(height, picture + 7)
  return file
}

const SCRIPT = '<script>alert(document.domain)</script>'

/** Pictures that are something else besides, each with what must not be left of it. */
export async function polyglots(): Promise<[name: string, file: Buffer, trace: string][]> {
  const gif = animatedGif(1, 1, 1)
  const comment = Buffer.from([0x21, 0xfe, SCRIPT.length])
  const zip = Buffer.from('PK\x03\x04 and a program')
  // Its pixels spell the page: nothing beside the picture would have to be kept.
  const byte = (at: number) => SCRIPT.charCodeAt(at % SCRIPT.length)
  const spelt = bmp(64, 32, (x) => [byte(3 * x + 2), byte(3 * x + 1), byte(3 * x)])
  return [
    ['a JPEG and a ZIP', Buffer.concat([await jpeg(), zip]), 'PK\x03\x04'],
    ['a PNG and a page', pngOf(1, 1, black(1, 1), pngChunk('tEXt', Buffer.from(`a\0${SCRIPT}`))), 'script'],
    [
      'a GIF and a page',
      Buffer.concat([gif.subarray(0, 19), comment, Buffer.from(`${SCRIPT}\0`), gif.subarray(19)]),
      'script',
    ],
    ['a BMP and a page', Buffer.concat([corners(), Buffer.from(SCRIPT)]), 'script'],
    ['a BMP whose pixels are a page', spelt, '<script'],
    [
      'a WebP and a page',
      riff('RIFF', Buffer.concat([(await webp()).subarray(8), riff('XMP ', Buffer.from(SCRIPT))])),
      'script',
    ],
  ]
}
