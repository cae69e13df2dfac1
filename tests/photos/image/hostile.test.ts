import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { app } from '#src/app.ts'
import {
  ANIMATED,
  DAMAGED,
  MAX_SIDE,
  safePhoto,
  TOO_LONG,
  TOO_MANY_PIXELS,
  thumbnailOf,
} from '#src/photos/image/encode.ts'
import { jpeg, pngClaiming, webp, webpWithExif } from '#tests/photos/pictures.ts'
import { askForUrl, bodyOf, put, rowOf } from '#tests/photos/uploads.ts'
import { type Client, signedInAs } from '#tests/support/app.ts'
import { overTheWire } from '#tests/support/wire.ts'
import { aCast, aContractor } from '#tests/support/world.ts'
import {
  animatedGif,
  animatedWebp,
  blackPng,
  bmpClaiming,
  choppedJpeg,
  choppedPng,
  gifClaiming,
  inflatingPng,
  jpegClaiming,
  longPng,
  polyglots,
  webpClaiming,
} from './bombs.ts'

const refusal = async (file: Buffer) => {
  const error = await safePhoto(file, 'somebody').catch((problem: unknown) => problem)
  return error instanceof Error && 'errors' in error ? error.errors : error
}

describe('a bomb', () => {
  test.each([
    ['PNG', async () => pngClaiming(60_000, 60_000)],
    ['JPEG', () => jpegClaiming(65_500, 65_500)],
    ['WebP', () => webpClaiming(16_383, 16_383)],
    ['BMP', async () => bmpClaiming(60_000, 60_000)],
  ] as const)('that claims billions of pixels in a small %s is refused before it is decoded', async (_, make) => {
    const file = await make()
    const before = process.memoryUsage.rss()
    expect(await refusal(file)).toEqual({ photo: TOO_MANY_PIXELS })
    expect(process.memoryUsage.rss() - before).toBeLessThan(20_000_000)
  })

  test.each([
    ['PNG', async (long: number) => longPng(long, 1)],
    ['PNG, upright', async (long: number) => longPng(1, long)],
    ['JPEG', (long: number) => jpegClaiming(long, 8)],
    ['GIF', async (long: number) => gifClaiming(1, long)],
    ['BMP', async (long: number) => bmpClaiming(long, 1)],
  ] as const)('whose one side is very long is refused as %s before it is decoded', async (_, make) => {
    for (const long of [MAX_SIDE + 1, 60_000]) expect(await refusal(await make(long))).toEqual({ photo: TOO_LONG })
  })

  test('of one pixel by fifty million costs nothing', async () => {
    const file = longPng(1, 50_000_000)
    expect(file.length).toBeLessThan(200_000)
    const begun = process.cpuUsage()
    expect(await refusal(file)).toEqual({ photo: TOO_LONG })
    expect(worked(begun)).toBeLessThan(250)
    expect(await safePhoto(longPng(1, MAX_SIDE), 'somebody')).toMatchObject({ width: 1, height: 2560 })
  })

  test('as WebP can have no longer side than its format knows', async () => {
    expect(await refusal(webpWithExif(await webp(), 1, MAX_SIDE + 1, 1))).toEqual({ photo: DAMAGED })
  })

  test.each(['iCCP', 'zTXt', 'iTXt'] as const)('of a gigabyte in a PNG’s %s is not inflated whole', async (chunk) => {
    const file = inflatingPng(chunk)
    expect(await peakOf(() => safePhoto(file, 'somebody'))).toBeLessThan(300_000_000)
  })

  test('of 50 million pixels that are all there is decoded alone: four take little more memory than one', async () => {
    const file = blackPng()
    const one = await peakOf(() => safePhoto(file, 'somebody'))
    const four = await peakOf(() => Promise.all(['ann', 'bob', 'cat', 'dan'].map((who) => safePhoto(file, who))))
    expect(four).toBeLessThan(Math.max(one, 300_000_000) * 1.5)
  })

  test('of a million parts does not hold the others up while it is looked through', async () => {
    for (const file of [choppedPng(), await choppedJpeg()]) {
      const begun = process.cpuUsage()
      expect(await refusal(file)).toEqual({ photo: DAMAGED })
      expect(worked(begun)).toBeLessThan(250)
    }
  })
})

describe('a film', () => {
  test('is refused as WebP, in words', async () => {
    for (const pictures of [1, 3, 20_000])
      expect(await refusal(await animatedWebp(pictures))).toEqual({ photo: ANIMATED })
  })

  test('is its first picture as GIF, however many follow and whatever it claims', async () => {
    for (const file of [animatedGif(3, 1, 1), animatedGif(300_000, 65_535, 65_535)]) {
      const begun = process.cpuUsage()
      expect(await safePhoto(file, 'somebody')).toMatchObject({ width: 1, height: 1 })
      expect(worked(begun)).toBeLessThan(250)
    }
  })
})

test('a file that is also something else is stored as a picture only, large and small', async () => {
  const all = await polyglots()
  expect(all).toHaveLength(6)
  for (const [name, file, trace] of all) {
    expect({ name, carries: file.includes(trace) }).toEqual({ name, carries: true })
    const { bytes } = await safePhoto(file, 'somebody')
    for (const made of [bytes, await thumbnailOf(bytes, 'somebody')]) {
      expect({ name, left: made.includes(trace) }).toEqual({ name, left: false })
      expect(await new Bun.Image(made).metadata()).toMatchObject({ format: 'jpeg' })
    }
  }
})

test('twenty costly photos of one person do not keep another waiting', async () => {
  const [hostile, other] = [await aContractor(), await aContractor()]
  const file = bodyOf(blackPng())
  const urls = await Promise.all(Array.from({ length: 20 }, () => askForUrl(hostile)))
  let done = 0
  const bombs = urls.map((url) => put(url, file).finally(() => done++))
  const [small, large, picture] = [await askForUrl(other), await askForUrl(other), bodyOf(await jpeg())]
  const before = done
  expect((await put(small, picture)).status).toBe(200)
  expect(done - before).toBeLessThan(2)
  // Large ones wait for one large one at most.
  expect((await put(large, file)).status).toBe(200)
  expect(done - before).toBeLessThan(5)
  await Promise.all(bombs)
}, 60_000)

describe('over a socket', () => {
  let port = 0
  beforeAll(() => {
    app.listen({ port: 0, hostname: '127.0.0.1' })
    port = app.server!.port!
  })
  afterAll(() => app.stop(true))

  const EMPTY: [string, BodyInit | undefined][] = [
    ['nothing', undefined],
    ['no byte', new Uint8Array()],
    ['one byte', new Uint8Array(1)],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
  ]
  test.each(EMPTY)('%s is no photo, whatever its content type claims', async (_, body) => {
    const url = await askForUrl((await aCast()).contractor)
    for (const type of ['image/jpeg', 'image/svg+xml', 'image/png; charset=utf-7']) {
      const answer = await put(url, body, { 'content-type': type })
      expect(answer.status).toBe(422)
      expect(await answer.json()).toHaveProperty('errors.photo')
    }
    expect(await rowOf(url)).toMatchObject({ state: 'promised', size: null })
  })

  const UPWARDS = [
    '/objects/../../etc/passwd',
    '/objects/..%2f..%2fetc%2fpasswd',
    '/objects/%2e%2e/%2e%2e/etc/passwd',
    '/objects/..%5c..%5cetc%5cpasswd',
    '/objects/%252e%252e%252fetc%252fpasswd',
    '/objects/..%c0%af..%c0%afetc/passwd',
    '/objects//etc/passwd',
    '/objects/%2fetc%2fpasswd',
    '/objects/incoming',
    '/objects/..',
    '/objects/.%00./secret',
    '/objects/ID.jpg',
    '/objects/ID.thumbnail.jpg',
    '/objects/ID%00.jpg',
    '/objects/ID/../ID',
    '/objects/ID%2f..%2fID',
    '/objects/{ID}',
    '/objects/ID%0d%0aX-Injected:1',
  ]
  test.each(UPWARDS)('%s leads to no file', async (path) => {
    const { admin, contractor } = await aCast()
    const url = await askForUrl(contractor)
    await put(url, bodyOf(Buffer.from(await jpegClaiming(64, 32))))
    const target = path.replaceAll('ID', new URL(url).pathname.split('/').at(-1)!)
    const client = await signedInAs(admin)
    // As a photo of that id it is seen, so only the way that the address takes is judged here.
    for (const method of ['GET', 'HEAD', 'PUT']) {
      const answer = await ask(client, method, target)
      expect([400, 404, 405, 302, 303].concat(isItself(target) ? [200] : [])).toContain(answer!.status)
      expect(answer!.headers.get('x-injected')).toBeNull()
      expect(answer!.text).not.toMatch(/root:|PRIVATE/)
    }
  })

  /** 'ID/../ID' is the id again by the rules of addresses. */
  const isItself = (target: string) => /^\/objects\/[\w-]+\/\.\.\/[\w-]+$/.test(target)
  const ask = (client: Client, method: string, target: string) =>
    overTheWire(port, {
      method,
      target,
      headers: [
        ['Host', `127.0.0.1:${port}`],
        ['Cookie', `session=${client.cookie}`],
        ['Content-Type', 'image/jpeg'],
      ],
    })
})

/** Milliseconds that the processors have worked for this process since then: those of other processes are not in it. */
function worked(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000
}

/** How far the process's memory rises while something is done. */
async function peakOf(work: () => Promise<unknown>): Promise<number> {
  Bun.gc(true)
  const before = process.memoryUsage.rss()
  let peak = 0
  const looking = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss() - before)
  }, 2)
  await work().catch(() => {})
  clearInterval(looking)
  return peak
}
