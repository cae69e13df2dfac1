import { describe, expect, test } from 'bun:test'
import { AIM_BYTES, fitted, type Pictures, type Size, shrinkWith } from '#islands/photos/shrink.ts'

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

/** Pictures of one size whose JPEGs weigh so many bytes a pixel at quality 0, where a quality is as coarse as `steep` says. */
function pictures(size: Size, bytesPerPixel: number, steep = 0.7) {
  const encoded: (Size & { quality: number })[] = []
  let drawn = 0
  let closed = 0
  const tools: Pictures<Size, Size> = {
    decode: async () => size,
    close: () => void closed++,
    draw: (_, fitted) => {
      drawn++
      return fitted
    },
    encode: async ({ width, height }, quality) => {
      encoded.push({ width, height, quality })
      return file(Math.round((width * height * bytesPerPixel) / (1 - quality) ** steep))
    },
  }
  return { tools, encoded, drawn: () => drawn, closed: () => closed }
}

describe('shrinkWith', () => {
  test('takes the best quality where that is light enough, and lets the bitmap go', async () => {
    const { tools, encoded, closed } = pictures({ width: 4000, height: 3000 }, 0.02)
    const made = await shrinkWith(file(5_000_000), tools)
    expect(made.size).toBeLessThanOrEqual(AIM_BYTES)
    expect(encoded).toEqual([{ width: 2048, height: 1536, quality: 0.8 }])
    expect(closed()).toBe(1)
  })

  // How fast the bytes of photos fall: from one full of edges to a smooth one.
  for (const steep of [0.5, 0.7, 0.9])
    test(`takes no more from a picture than its bytes ask for, in few tries (${steep})`, async () => {
      const heavy = 400_000 / (2048 * 1536 * 0.2 ** -steep)
      const { tools, encoded, drawn } = pictures({ width: 4000, height: 3000 }, heavy, steep)
      const made = await shrinkWith(file(5_000_000), tools)
      expect(made.size).toBeLessThanOrEqual(AIM_BYTES)
      expect(made.size).toBeGreaterThan(0.85 * AIM_BYTES)
      expect(encoded.every(({ width }) => width === 2048)).toBe(true)
      expect(encoded.length).toBeLessThanOrEqual(4)
      expect(drawn()).toBe(1)
    })

  test('takes pixels where the worst quality that is to be seen is too heavy, and no more than it must', async () => {
    const { tools, encoded } = pictures({ width: 4000, height: 3000 }, 0.06)
    const made = await shrinkWith(file(5_000_000), tools)
    expect(made.size).toBeLessThanOrEqual(AIM_BYTES)
    expect(encoded.at(-1)!.width).toBeGreaterThan(1700)
    expect(encoded.at(-1)!.quality).toBe(0.5)
  })

  test('stops at 1600 pixels, however heavy', async () => {
    const { tools, encoded } = pictures({ width: 4000, height: 3000 }, 1)
    const made = await shrinkWith(file(5_000_000), tools)
    expect(encoded.map(({ width, quality }) => [width, quality])).toEqual([
      [2048, 0.8],
      [2048, 0.5],
      [1600, 0.5],
    ])
    expect(made.size).toBeGreaterThan(AIM_BYTES)
  })

  test('takes no pixels from a small picture', async () => {
    const { tools, encoded } = pictures({ width: 800, height: 600 }, 1)
    await shrinkWith(file(5_000_000), tools)
    expect(encoded.every(({ width }) => width === 800)).toBe(true)
  })

  test('five are sent within 17 seconds on slow 4G', () => {
    expect((5 * AIM_BYTES) / 94_000).toBeLessThan(17)
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
