import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { Unavailable } from '#src/http/errors.ts'
import type { Storage } from '#src/photos/storage/port.ts'
import { s3Storage } from '#src/photos/storage/s3.ts'
import { sendLogTo } from '#src/runtime/log.ts'
import { until } from '#tests/queue/working.ts'
import { type FaultyProxy, startFaultyProxy, type Trouble } from '#tests/whole/services/faulty-proxy.ts'
import { anS3, CALM, HASTE, noS3, PAUSE, SOME_TIME, skipPause } from './s3-world.ts'

// What the network and a failing S3 do to the calls of the storage: radosgw behind a proxy that misbehaves.

const outcome = (work: Promise<unknown>) => work.catch((error: unknown) => error)
/** A reading request is shorter than where it would be cut. */
const ofRequests = (trouble: Trouble) => typeof trouble === 'object' && 'cutRequestAt' in trouble
/** Its end is that of the caller's patience. */
const lasts = (trouble: Trouble) => trouble === 'silent' || (typeof trouble === 'object' && 'stallAnswerAt' in trouble)
const photo = Buffer.alloc(200_000, 'photo')
const key = () => Bun.randomUUIDv7()

describe.skipIf(noS3)('photos on S3', () => {
  let s3: Awaited<ReturnType<typeof anS3>>
  let proxy: FaultyProxy
  let storage: Storage
  let said: string[] = []
  let quiet = () => {}
  const patience = { ...CALM }
  /** A storage of its own: what one test finds away is not away for the next. */
  const aStorage = (settings = {}) =>
    s3Storage({ ...s3.settings, endPoint: proxy.endpoint, ...settings }, { patience, pause: PAUSE })

  beforeAll(async () => {
    s3 = await anS3()
    proxy = await startFaultyProxy(s3.rgw.endpoint)
    storage = aStorage()
    quiet = sendLogTo((line) => said.push(line))
  })
  afterEach(async () => {
    Object.assign(proxy, { trouble: null, next: [], requests: [] })
    // An attempt that was given up may arrive at a slow server after what followed it: no other test's concern.
    for (const name of await s3.names()) await s3.client.deleteObject(name)
    said = []
    Object.assign(patience, CALM)
    storage = aStorage()
  })
  afterAll(async () => {
    quiet()
    proxy.stop()
    await s3.stop()
  })

  test('lie under photos/, as JPEGs', async () => {
    const id = key()
    await storage.put(id, 'photo', photo)
    await storage.put(id, 'thumbnail', Buffer.from('small'))
    expect(await s3.names()).toEqual([`photos/${id}.jpg`, `photos/${id}.thumbnail.jpg`])
    const { metadata } = await s3.client.statObject(`photos/${id}.jpg`)
    expect(metadata['Content-Type']).toBe('image/jpeg')
    await storage.remove(id)
    expect(await s3.names()).toEqual([])
  })

  describe('a call', () => {
    const PASSING: Trouble[][] = [
      ['silent'],
      ['reset'],
      [{ status: 500 }, { status: 503, code: 'SlowDown' }],
      [{ status: 429 }],
      [{ status: 400, code: 'RequestTimeout' }],
      [{ cutAnswerAt: 100_000 }, { stallAnswerAt: 100_000 }],
      [{ cutAnswerAt: 10 }, 'silent'],
      [{ cutRequestAt: 50_000 }],
    ]
    test.each(PASSING.map((troubles) => [JSON.stringify(troubles), troubles] as const))(
      'is made again after %s',
      async (_, troubles) => {
        const id = key()
        if (troubles.some(lasts)) Object.assign(patience, SOME_TIME)
        proxy.next = [...troubles]
        await storage.put(id, 'photo', photo)
        proxy.next = [...troubles]
        proxy.requests = []
        const read = await storage.read(id, 'photo')
        expect(Buffer.from(await read!.arrayBuffer()).equals(photo)).toBe(true)
        expect(proxy.requests).toHaveLength(troubles.length + (troubles.some(ofRequests) ? 0 : 1))
        proxy.next = [...troubles]
        await storage.remove(id)
        expect(await s3.names()).toEqual([])
        expect(said).toEqual([])
      },
    )

    test('is given up after three attempts, as Unavailable, with one line for the operator', async () => {
      proxy.trouble = { status: 503, code: 'SlowDown' }
      const begun = performance.now()
      expect(await outcome(storage.put(key(), 'photo', photo))).toBeInstanceOf(Unavailable)
      expect(performance.now() - begun).toBeLessThan(CALM.PUT.timeout)
      expect(proxy.requests).toHaveLength(3)
      expect(said).toHaveLength(1)
      expect(said[0]).toContain(`S3_ENDPOINT ${proxy.endpoint} gives no proper answer (503 SlowDown).`)
    })

    test.each([
      'silent',
      'reset',
      { cutAnswerAt: 100_000 },
      { stallAnswerAt: 100_000 },
      { bytesPerSecond: 50_000 },
    ] as Trouble[])('never gives half a photo: %p', async (trouble) => {
      const id = key()
      await storage.put(id, 'photo', photo)
      proxy.trouble = trouble
      if (trouble !== 'reset') Object.assign(patience, HASTE)
      const begun = performance.now()
      expect(await outcome(storage.read(id, 'photo'))).toBeInstanceOf(Unavailable)
      // Sooner than all of the photo would have come at its slowest.
      expect(performance.now() - begun).toBeLessThan(4000)
      proxy.trouble = null
      await s3.client.deleteObject(`photos/${id}.jpg`)
    })

    test('that breaks off in the middle of a body keeps nothing', async () => {
      proxy.trouble = { cutRequestAt: 100_000 }
      expect(await outcome(storage.put(key(), 'photo', photo))).toBeInstanceOf(Unavailable)
      expect(proxy.requests).toHaveLength(3)
      expect(await s3.names()).toEqual([])
    })

    test('waits for a slow answer as long as it goes on in time', async () => {
      const id = key()
      await storage.put(id, 'photo', photo)
      proxy.trouble = { bytesPerSecond: 2_000_000 }
      expect((await storage.read(id, 'photo'))?.size).toBe(photo.length)
      expect(proxy.requests).toHaveLength(2)
      await storage.remove(id)
    })

    test('leaves no connection open behind it when it was given up', async () => {
      proxy.trouble = 'silent'
      Object.assign(patience, HASTE)
      await Promise.all(Array.from({ length: 20 }, () => outcome(storage.read(key(), 'photo'))))
      await until(() => proxy.open() === 0, 'The end of every connection')
    })

    test('is Unavailable when nobody is there', async () => {
      const nobody = aStorage({ endPoint: 'http://127.0.0.1:1' })
      expect(await outcome(nobody.read(key(), 'photo'))).toBeInstanceOf(Unavailable)
      expect(said[0]).toContain('ECONNREFUSED')
    })

    test.each([
      [{ secretKey: 'wrong' }, 'S3_SECRET_KEY does not belong to S3_ACCESS_KEY'],
      [{ accessKey: 'NOBODY' }, 'S3_ACCESS_KEY is not known at'],
      [{ bucket: 'not-there' }, 'S3_BUCKET not-there does not exist at'],
    ])('with %p is made once, told in a sentence, and no signature with it', async (settings, sentence) => {
      const wrong = aStorage(settings)
      const calls = [wrong.put(key(), 'photo', Buffer.from('small')), wrong.read(key(), 'photo'), wrong.remove(key())]
      for (const result of await Promise.allSettled(calls))
        expect(result).toMatchObject({ reason: expect.any(Unavailable) })
      expect(proxy.requests).toHaveLength(3)
      expect(said).toHaveLength(3)
      for (const line of said) expect(line).toContain(sentence)
      expect(said.join()).not.toMatch(/X-Amz|Signature=/)
    })

    test('answered in another protocol is told without its address, which is signed', async () => {
      const other = Bun.listen({
        hostname: '127.0.0.1',
        port: 0,
        socket: { open: (socket) => void socket.end('220 mail.example ESMTP\r\n'), data() {} },
      })
      const mail = aStorage({ endPoint: `http://127.0.0.1:${other.port}` })
      expect(await outcome(mail.read(key(), 'photo'))).toBeInstanceOf(Unavailable)
      expect(said[0]).toContain('does not answer as an S3 server does')
      expect(said.join()).not.toMatch(/X-Amz|Signature=/)
      other.stop()
    })
  })

  describe('an S3 that is away', () => {
    test('is not asked by everybody: after three calls in vain all are refused at once, until one has found it back', async () => {
      proxy.trouble = 'silent'
      Object.assign(patience, HASTE)
      await Promise.all([1, 2, 3].map(() => outcome(storage.read(key(), 'photo'))))
      expect(said.filter((line) => line.includes('storage.away'))).toHaveLength(1)
      const asked = proxy.requests.length
      const refusals = Promise.all(Array.from({ length: 200 }, () => outcome(storage.read(key(), 'photo'))))
      // Before anything else has its turn.
      const refused = await Promise.race([refusals, Bun.sleep(0).then(() => [])])
      expect(refused).toHaveLength(200)
      for (const error of refused) expect(error).toBeInstanceOf(Unavailable)
      expect(proxy.requests).toHaveLength(asked)

      skipPause()
      await Promise.all(Array.from({ length: 20 }, () => outcome(storage.read(key(), 'photo'))))
      expect(proxy.requests).toHaveLength(asked + 3) // one call went and looked

      proxy.trouble = null
      Object.assign(patience, CALM)
      skipPause()
      expect(await storage.read(key(), 'photo')).toBeNull()
      expect(said.filter((line) => line.includes('storage.back'))).toHaveLength(1)
      expect(await storage.read(key(), 'photo')).toBeNull()
    })

    test('for writing may still be read', async () => {
      const id = key()
      await storage.put(id, 'photo', photo)
      proxy.trouble = 'silent'
      Object.assign(patience, HASTE)
      await Promise.all([1, 2, 3].map(() => outcome(storage.put(key(), 'photo', photo))))
      proxy.trouble = null
      Object.assign(patience, CALM)
      expect((await storage.read(id, 'photo'))?.size).toBe(photo.length)
      skipPause()
      await storage.remove(id)
    })

    test('answering 404 or 403 is not away', async () => {
      const wrong = aStorage({ secretKey: 'wrong' })
      for (let calls = 0; calls < 5; calls++) await outcome(wrong.read(key(), 'photo'))
      expect(proxy.requests).toHaveLength(5)
    })
  })

  test('killed and started again has what it had', async () => {
    const id = key()
    await storage.put(id, 'photo', photo)
    await s3.rgw.kill()
    expect(await outcome(storage.read(id, 'photo'))).toBeInstanceOf(Unavailable)
    await s3.rgw.revive()
    expect((await storage.read(id, 'photo'))?.size).toBe(photo.length)
    await storage.remove(id)
  })

  test('beyond a quota are refused with a sentence for the operator, and there is room again when some are gone', async () => {
    const poor = await s3.rgw.makeUser({ quotaBytes: 500_000 })
    const bucket = 'bucket-of-the-poor'
    await s3.rgw.client(bucket, poor).makeBucket(bucket)
    const full = aStorage({ ...poor, bucket })
    const kept: string[] = []
    const sentence =
      'The storage behind S3_BUCKET is full (403 QuotaExceeded): no photo can be kept in bucket-of-the-poor until it has room or a larger quota.'
    const refusals: unknown[] = []
    // A server that refuses while it is still being sent the photo may cut the line before its answer is read: then it is
    // merely away, and the next photo is told.
    for (let count = 0; count < 15 && !said.some((line) => line.includes(sentence)); count++) {
      const id = key()
      const refusal = await aStorage({ ...poor, bucket })
        .put(id, 'photo', photo)
        .then(
          () => null,
          (error: unknown) => error,
        )
      if (refusal) refusals.push(refusal)
      else kept.push(id)
    }
    expect(refusals.length).toBeGreaterThan(0)
    for (const refusal of refusals) expect(refusal).toBeInstanceOf(Unavailable)
    expect(kept.length).toBeWithin(1, 5)
    expect(said.at(-1)).toContain(sentence)
    expect((await full.read(kept[0]!, 'photo'))?.size).toBe(photo.length)
    for (const id of kept) await full.remove(id)
    await full.put(key(), 'photo', photo)
  })
})
