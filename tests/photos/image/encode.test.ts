import { describe, expect, test } from 'bun:test'
import {
  DAMAGED,
  HEIC_REFUSED,
  MAX_SIDE,
  NOT_A_PHOTO,
  STORED_PIXELS,
  safePhoto,
  TOO_MANY_PIXELS,
  thumbnailOf,
} from '#src/photos/image/encode.ts'
import {
  bmp,
  bmpWithAlpha,
  corners,
  fromPhone,
  jpeg,
  pixelAt,
  png,
  pngClaiming,
  pngWithExif,
  quarters,
  segment,
  transparentPng,
  webp,
  webpWithExif,
  withSegments,
} from '#tests/photos/pictures.ts'

const safe = (file: Buffer) => safePhoto(file, 'somebody')
const metadataOf = (file: Buffer) => new Bun.Image(file).metadata()

describe('a photo made safe', () => {
  test.each([
    ['JPEG', jpeg],
    ['PNG', png],
    ['WebP', webp],
    ['BMP', async () => corners()],
  ] as const)('from %s becomes a JPEG of the same picture', async (_, make) => {
    const photo = await safe(await make())
    expect(await metadataOf(photo.bytes)).toMatchObject({ format: 'jpeg', width: 64, height: 32 })
    expect(photo).toMatchObject({ width: 64, height: 32 })
    expect(await quarters(photo.bytes)).toEqual(['red', 'green', 'blue', 'white'])
  })

  test('has white where it was transparent', async () => {
    const file = transparentPng()
    const { bytes } = await safe(file)
    expect(await quarters(bytes)).toEqual(['black', 'white', 'white', 'black'])
    const [light] = await pixelAt(bytes, 48, 24)
    expect(light).toBeWithin(120, 135)
    const pale = await new Bun.Image(file).webp({ lossless: true }).buffer()
    expect(await quarters((await safe(pale)).bytes)).toEqual(['black', 'white', 'white', 'black'])
  })

  test('is whole where a BMP declares an alpha and leaves it 0 everywhere', async () => {
    const stored = async (file: Buffer) => quarters((await safe(file)).bytes)
    expect(await stored(bmpWithAlpha(() => 0))).toEqual(['red', 'green', 'blue', 'white'])
    expect(await stored(bmpWithAlpha(() => 0, STORED_PIXELS * 2, 32))).toEqual(['red', 'green', 'blue', 'white'])
    expect(await stored(bmpWithAlpha((x) => (x < 32 ? 0 : 255)))).toEqual(['white', 'green', 'white', 'white'])
  })

  test('stands upright and says nothing of where it was taken', async () => {
    const file = await fromPhone(6)
    expect(file.includes('Leeds')).toBe(true)
    const photo = await safe(file)
    expect(photo).toMatchObject({ width: 32, height: 64 })
    expect(await quarters(photo.bytes)).toEqual(['blue', 'red', 'white', 'green'])
    expect(photo.bytes.includes('Leeds')).toBe(false)
    expect(photo.bytes.includes('Exif')).toBe(false)
  })

  // What a JPEG's orientation does is the library's; the other formats' must do the same.
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('is turned alike from every format, orientation %p', async (orientation) => {
    const expected = await quarters((await safe(await fromPhone(orientation))).bytes)
    expect(await quarters((await safe(pngWithExif(await png(), orientation))).bytes)).toEqual(expected)
    expect(await quarters((await safe(webpWithExif(await webp(), orientation))).bytes)).toEqual(expected)
  })

  test('keeps no comment and nothing behind its end', async () => {
    const comment = segment(0xfe, Buffer.from('<script>alert(1)</script>'))
    const photo = await safe(
      Buffer.concat([withSegments(await jpeg(), comment), Buffer.from('<html>behind the end</html>')]),
    )
    expect(photo.bytes.includes('script')).toBe(false)
    expect(photo.bytes.includes('behind')).toBe(false)
  })

  test('is at most STORED_PIXELS long and never enlarged', async () => {
    const wide = await safe(await jpeg(bmp(STORED_PIXELS * 2, 100, () => [1, 2, 3])))
    expect(wide).toMatchObject({ width: STORED_PIXELS, height: 50 })
    expect(await safe(await jpeg(bmp(10, 20, () => [1, 2, 3])))).toMatchObject({ width: 10, height: 20 })
    expect(await safe(await jpeg(bmp(MAX_SIDE, 1, () => [1, 2, 3])))).toMatchObject({ width: 2560, height: 1 })
  })

  test('has a thumbnail that fits 320 × 640', async () => {
    const landscape = await safe(await jpeg(bmp(800, 600, () => [1, 2, 3])))
    expect(await metadataOf(await thumbnailOf(landscape.bytes, 'somebody'))).toMatchObject({ width: 320, height: 240 })
    const tower = await safe(await jpeg(bmp(100, 2000, () => [1, 2, 3])))
    expect(await metadataOf(await thumbnailOf(tower.bytes, 'somebody'))).toMatchObject({ width: 32, height: 640 })
  })
})

describe('refused with a sentence', () => {
  const refusal = async (file: Buffer) => {
    const error = await safe(file).catch((problem: unknown) => problem)
    return error instanceof Error && 'errors' in error ? error.errors : error
  }
  const heif = (brand: string) => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0mif1`)])

  test.each([
    ['text', Buffer.from('I am a photo, honestly')],
    ['nothing', Buffer.alloc(0)],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['HTML', Buffer.from('<!doctype html><img src=x>')],
    ['PDF', Buffer.from('%PDF-1.7 \xff\xd8\xff', 'latin1')],
    ['TIFF', Buffer.from('II*\0\x08\0\0\0\0\0')],
    ['a ZIP', Buffer.from('PK\x03\x04 photo.jpg')],
  ])('%s', async (_, file) => expect(await refusal(file)).toEqual({ photo: NOT_A_PHOTO }))

  test.each(['heic', 'heix', 'hevc', 'mif1', 'avif'])('%s, saying what to do', async (brand) => {
    expect(await refusal(heif(brand))).toEqual({ photo: HEIC_REFUSED })
    expect(HEIC_REFUSED).toContain('Most Compatible')
  })

  test('a picture of which a part is missing', async () => {
    // The phone's file has a thumbnail with an end of its own in its EXIF: that end does not count.
    const preview = segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), await jpeg(bmp(8, 8, () => [1, 2, 3]))]))
    const whole = withSegments(await jpeg(corners(640, 320)), preview)
    expect(await safe(whole)).toMatchObject({ width: 640 })
    for (const part of [0.99, 0.5, 0.1]) {
      expect(await refusal(whole.subarray(0, whole.length * part))).toEqual({ photo: DAMAGED })
    }
    expect(await refusal(whole.subarray(0, -2))).toEqual({ photo: DAMAGED })
    for (const file of [await png(), await webp(), corners()]) {
      expect(await refusal(file.subarray(0, -5))).toEqual({ photo: DAMAGED })
      expect(await refusal(file.subarray(0, 60))).toEqual({ photo: DAMAGED })
    }
  })

  test('a bomb: a small file that claims a huge picture, before it is decoded', async () => {
    const before = process.memoryUsage.rss()
    expect(await refusal(pngClaiming(60_000, 60_000))).toEqual({ photo: TOO_MANY_PIXELS })
    expect(await refusal(pngClaiming(7_072, 7_072))).toEqual({ photo: TOO_MANY_PIXELS }) // just over 50 megapixels
    expect(process.memoryUsage.rss() - before).toBeLessThan(50_000_000)
    expect(await refusal(pngClaiming(0, 0))).toEqual({ photo: DAMAGED })
  })

  test('a JPEG with thousands of scans, each of which costs a whole decoding', async () => {
    const file = await new Bun.Image(corners()).jpeg({ progressive: true }).buffer()
    expect(await safe(file)).toMatchObject({ width: 64 })
    const start = file.indexOf(Buffer.from([0xff, 0xda]))
    const end = file.indexOf(Buffer.from([0xff]), start + 20)
    const scan = file.subarray(start, end)
    const scans = (count: number) => Buffer.concat(Array.from({ length: count }, () => scan))
    const before = file.subarray(0, start)
    for (const count of [24, 3000]) {
      expect(await refusal(Buffer.concat([before, scans(count), file.subarray(start)]))).toEqual({ photo: DAMAGED })
      // The end that stands in a comment is none.
      const comment = segment(0xfe, Buffer.from([0xff, 0xd9]))
      const hidden = Buffer.concat([before, scan, comment, scans(count - 1), file.subarray(start)])
      expect(await refusal(hidden)).toEqual({ photo: DAMAGED })
    }
    expect(await safe(Buffer.concat([before, scans(8), file.subarray(start)]))).toMatchObject({ width: 64 })
  })

  test('but not a photo whose film behind it happens to look like scans', async () => {
    const film = Buffer.alloc(1_000_000, Buffer.from([0xff, 0xda, 0, 12]))
    expect(await safe(Buffer.concat([await jpeg(), film]))).toMatchObject({ width: 64 })
  })

  test('damaged bytes never do more than that', async () => {
    const files = [await jpeg(), await png(), await webp(), corners()]
    for (let round = 0; round < 400; round++) {
      const file = Buffer.from(files[round % files.length]!)
      for (let change = 0; change < 4; change++) file[Math.floor(Math.random() * file.length)] = Math.random() * 256
      const outcome = await safe(file).catch((problem: unknown) => problem)
      if (outcome instanceof Error) expect(outcome).toMatchObject({ status: 422 })
      else expect(outcome).toHaveProperty('bytes')
    }
  })
})
