import { describe, expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import { safePhoto, thumbnailOf } from '#src/photos/image/encode.ts'
import { displayP3, isDisplayP3 } from '#src/photos/image/profile.ts'
import { storage } from '#src/photos/storage/chosen.ts'
import { exif, jpeg, png, pngChunk, quarters, riffChunk, segment, webp, withSegments } from '#tests/photos/pictures.ts'
import { idOf, upload } from '#tests/photos/uploads.ts'
import { aContractor } from '#tests/support/world.ts'

// Of what a photo brings besides its picture nothing is kept, wherever a format has room for it.

const MARK = 'hidden-51.24N-0.57W'

/** A profile of so many bytes with the mark in it, of colours that are nobody's or an iPhone's. */
function profile(length: number, colours: 'other' | 'P3'): Buffer {
  const base = colours === 'P3' ? displayP3() : Buffer.alloc(132)
  const body = Buffer.concat([base, Buffer.alloc(Math.max(0, length - base.length), `${MARK} `)])
  body.writeUInt32BE(body.length, 0)
  body.write('mntrRGB XYZ ', 12)
  body.write('acsp', 36)
  return body
}

const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${MARK}</x:xmpmeta>`
const comment = Buffer.from(`Comment\0${MARK}`)

const FORMATS: [string, (icc: Buffer) => Promise<Buffer>][] = [
  [
    'JPEG',
    async (icc) =>
      withSegments(
        await jpeg(),
        segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif(1, MARK)])),
        segment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${xmp}`)),
        segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), icc])),
        segment(0xe2, Buffer.from(`MPF\0${MARK}`)),
        segment(0xed, Buffer.from(`Photoshop 3.0\0${MARK}`)),
        segment(0xef, Buffer.from(MARK)),
        segment(0xfe, comment),
      ),
  ],
  [
    'PNG',
    async (icc) => {
      const file = await png()
      const chunks = [
        pngChunk('iCCP', Buffer.concat([Buffer.from('P\0\0'), deflateSync(icc)])),
        pngChunk('eXIf', exif(1, MARK)),
        pngChunk('tEXt', comment),
        pngChunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${xmp}`)),
      ]
      return Buffer.concat([file.subarray(0, 33), ...chunks, file.subarray(33)])
    },
  ],
  [
    'WebP',
    async (icc) => {
      const extended = Buffer.alloc(10)
      extended[0] = 0x20 | 0x08 | 0x04
      extended.writeUIntLE(63, 4, 3)
      extended.writeUIntLE(31, 7, 3)
      const picture = (await webp()).subarray(12)
      const chunks = [riffChunk('VP8X', extended), riffChunk('ICCP', icc), picture]
      const more = [riffChunk('EXIF', exif(1, MARK)), riffChunk('XMP ', Buffer.from(xmp)), riffChunk('NOTE', comment)]
      return riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks, ...more]))
    },
  ],
]

/** The blocks before the picture, by their marker. */
function blocks(file: Buffer): { marker: number; body: Buffer }[] {
  const found: { marker: number; body: Buffer }[] = []
  for (let at = 2; file[at + 1] !== 0xda; at += 2 + file.readUInt16BE(at + 2))
    found.push({ marker: file[at + 1]!, body: file.subarray(at + 4, at + 2 + file.readUInt16BE(at + 2)) })
  return found
}
const extras = (file: Buffer) =>
  blocks(file).filter(({ marker }) => marker >= 0xe0 && (marker <= 0xef || marker === 0xfe))

describe.each(FORMATS)('of a %s', (_, make) => {
  test.each([200, 500, 4000, 50_000])(
    'nothing is kept in photo and thumbnail, its profile of %d bytes neither',
    async (length) => {
      const file = await make(profile(length, 'other'))
      const made = await safePhoto(file, 'somebody')
      for (const kept of [made.bytes, await thumbnailOf(made.bytes, 'somebody')]) {
        expect(kept.includes('hidden')).toBe(false)
        expect(extras(kept).map(({ marker }) => marker)).toEqual([0xe0])
        expect(await quarters(kept)).toEqual(['red', 'green', 'blue', 'white'])
      }
    },
  )

  test('with an iPhone’s colours they are kept, by a profile of ours', async () => {
    const made = await safePhoto(await make(profile(4000, 'P3')), 'somebody')
    for (const kept of [made.bytes, await thumbnailOf(made.bytes, 'somebody')]) {
      expect(kept.includes('hidden')).toBe(false)
      const [, colours, ...more] = extras(kept)
      expect(colours!.body.subarray(14).equals(displayP3())).toBe(true)
      expect(more).toEqual([])
      expect(await quarters(kept)).toEqual(['red', 'green', 'blue', 'white'])
    }
  })
})

test('stored photos have no metadata, nor have thumbnails made later of old photos', async () => {
  const [, make] = FORMATS[0]!
  const id = idOf(await upload(await aContractor(), await make(profile(500, 'other'))))
  for (const variant of ['photo', 'thumbnail'] as const) {
    const stored = Buffer.from(await (await storage.read(id, variant))!.arrayBuffer())
    expect(stored.length).toBeGreaterThan(300)
    expect(stored.includes('hidden')).toBe(false)
  }
  const old = await make(profile(500, 'other'))
  expect((await thumbnailOf(old, 'somebody')).includes('hidden')).toBe(false)
})

test('a profile is Display P3 by its colours alone, whatever else it says', () => {
  expect(isDisplayP3(displayP3())).toBe(true)
  const other = Buffer.from(displayP3())
  const red = other.readUInt32BE(other.indexOf('rXYZ') + 4)
  other.writeInt32BE(Math.round(0.43607 * 65536), red + 8)
  expect(isDisplayP3(other)).toBe(false)
  for (const broken of [Buffer.alloc(0), Buffer.alloc(131), displayP3().subarray(0, 250), Buffer.alloc(500, 0xff)])
    expect(isDisplayP3(broken)).toBe(false)
})
