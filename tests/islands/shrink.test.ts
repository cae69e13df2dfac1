import { describe, expect, test } from 'bun:test'
import { AIM_BYTES, fitted, type Pictures, type Size, shrinkWith } from '#islands/shrink.ts'

describe('fitted', () => {
  const cases: [Size, number, Size][] = [
    [{ width: 4000, height: 3000 }, 2048, { width: 2048, height: 1536 }],
    [{ width: 3000, height: 4000 }, 2048, { width: 1536, height: 2048 }],
    [{ width: 2048, height: 2048 }, 2048, { width: 2048, height: 2048 }],
    [{ width: 800, height: 600 }, 2048, { width: 800, height: 600 }],
    [{ width: 10_000, height: 1 }, 2048, { width: 2048, height: 1 }],
  ]
  for (const [size, longest, expected] of cases) {
    test(`${size.width} × ${size.height} → ${expected.width} × ${expected.height}`, () => {
      expect(fitted(size, longest)).toEqual(expected)
    })
  }
})

const file = (bytes: number, type = 'image/jpeg') => new Blob([new Uint8Array(bytes)], { type })

/** Pictures of one size whose JPEGs weigh so many bytes a pixel at quality 1. */
function pictures(size: Size, bytesPerPixel: number) {
  const encoded: (Size & { quality: number })[] = []
  let closed = 0
  const tools: Pictures<Size> = {
    decode: async () => size,
    close: () => void closed++,
    encode: async (_, { width, height }, quality) => {
      encoded.push({ width, height, quality })
      return file(Math.round(width * height * bytesPerPixel * quality))
    },
  }
  return { tools, encoded, closed: () => closed }
}

describe('shrinkWith', () => {
  test('takes the first quality that is light enough, and lets the bitmap go', async () => {
    const { tools, encoded, closed } = pictures({ width: 4000, height: 3000 }, 0.1)
    const made = await shrinkWith(file(5_000_000), tools)
    expect(made.size).toBeLessThanOrEqual(AIM_BYTES)
    expect(encoded).toEqual([{ width: 2048, height: 1536, quality: 0.8 }])
    expect(closed()).toBe(1)
  })

  test('goes on to lower qualities and fewer pixels, and keeps the lightest', async () => {
    const { tools, encoded } = pictures({ width: 4000, height: 3000 }, 1)
    const made = await shrinkWith(file(5_000_000), tools)
    expect(encoded.map(({ width }) => width)).toEqual([2048, 2048, 2048, 1600])
    expect(made.size).toBe(Math.round(1600 * 1200 * 0.6))
  })

  test('leaves a small JPEG as it is', async () => {
    const { tools, encoded } = pictures({ width: 800, height: 600 }, 1)
    const small = file(AIM_BYTES)
    expect(await shrinkWith(small, tools)).toBe(small)
    expect(encoded).toEqual([])
  })

  test('makes a JPEG of a small picture of another type', async () => {
    const { tools } = pictures({ width: 800, height: 600 }, 0.1)
    expect((await shrinkWith(file(1000, 'image/png'), tools)).type).toBe('image/jpeg')
  })

  test('leaves to the server what the browser cannot read', async () => {
    const { tools } = pictures({ width: 1, height: 1 }, 1)
    const heic = file(2_000_000, 'image/heic')
    const decode = async () => {
      throw new Error('The source image could not be decoded')
    }
    expect(await shrinkWith(heic, { ...tools, decode })).toBe(heic)
  })
})
