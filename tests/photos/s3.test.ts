import { afterAll, afterEach, beforeEach, describe, expect, mock, spyOn, test } from 'bun:test'
import { createHash, createHmac } from 'node:crypto'
import { s3Storage } from '#src/photos/s3.ts'
import { Unavailable } from '#src/web/errors.ts'

// What the network does to a storage cannot be had from a healthy one, so this bucket fails on demand.
// It checks signatures by itself, from the published algorithm.

const SETTINGS = {
  region: 'eu-west-2',
  bucket: 'photos-of-fettle',
  accessKey: 'AKIDEXAMPLE',
  secretKey: 'very/secret+key',
}
type Trouble = 'stall' | 'stallInBody' | number
let troubles: Trouble[] = []
let requests: string[] = []
const objects = new Map<string, { bytes: Uint8Array<ArrayBuffer>; type: string | null }>()

const bucket = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const url = new URL(request.url)
    requests.push(request.method)
    const trouble = troubles.shift()
    if (trouble === 'stall') await Bun.sleep(2000)
    if (trouble === 'stallInBody') return new Response(stalling())
    if (typeof trouble === 'number') return new Response('<Error><Code>Trouble</Code></Error>', { status: trouble })
    if (!isSigned(request.method, url))
      return new Response('<Error><Code>SignatureDoesNotMatch</Code></Error>', { status: 403 })
    if (!url.pathname.startsWith(`/${SETTINGS.bucket}/`)) return new Response('NoSuchBucket', { status: 404 })
    if (request.method === 'PUT')
      objects.set(url.pathname, {
        bytes: new Uint8Array(await request.arrayBuffer()),
        type: request.headers.get('content-type'),
      })
    if (request.method === 'DELETE') return new Response(null, { status: objects.delete(url.pathname) ? 204 : 404 })
    const object = objects.get(url.pathname)
    return object ? new Response(object.bytes) : new Response('NoSuchKey', { status: 404 })
  },
})
afterAll(() => bucket.stop(true))

const stalling = () => new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(100)) })

/** AWS Signature Version 4 in the query, over the host header. */
function isSigned(method: string, url: URL): boolean {
  const query = new URLSearchParams(url.search)
  const given = query.get('X-Amz-Signature')
  query.delete('X-Amz-Signature')
  query.sort()
  const canonicalQuery = [...query].map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
  const canonical = [method, url.pathname, canonicalQuery, `host:${url.host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join(
    '\n',
  )
  const time = query.get('X-Amz-Date') ?? ''
  const scope = [time.slice(0, 8), SETTINGS.region, 's3', 'aws4_request']
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  )
  const hmac = (key: string | Buffer, part: string) => createHmac('sha256', key).update(part).digest()
  const key = scope.reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${SETTINGS.secretKey}`)
  return given === hmac(key, text).toString('hex')
}

const at = (endPoint: string, settings: Partial<typeof SETTINGS> = {}) =>
  s3Storage({ ...SETTINGS, ...settings, endPoint }, { timeout: 150, waits: [5, 10] })
const storage = at(bucket.url.origin)
const KEY = '0199d3a1-0000-7000-8000-0123456789ab'
const photo = Buffer.from('a photo')
const outcome = (work: Promise<unknown>) => work.catch((error: unknown) => error)

const log = spyOn(console, 'error').mockImplementation(() => {})
afterAll(() => log.mockRestore())
beforeEach(() => {
  objects.clear()
  requests = []
  troubles = []
})
afterEach(() => mock.clearAllMocks())

test('photos in S3 are put, read and removed', async () => {
  expect(await storage.read(KEY, 'photo')).toBeNull()
  await storage.put(KEY, 'photo', photo)
  await storage.put(KEY, 'thumbnail', Buffer.from('small'))
  const names = [`/${SETTINGS.bucket}/photos/${KEY}.jpg`, `/${SETTINGS.bucket}/photos/${KEY}.thumbnail.jpg`]
  expect([...objects.keys()]).toEqual(names)
  expect(objects.get(names[0]!)?.type).toBe('image/jpeg')
  expect(await (await storage.read(KEY, 'photo'))?.text()).toBe('a photo')
  await storage.remove(KEY)
  await storage.remove(KEY)
  expect(objects.size).toBe(0)
})

describe('a call', () => {
  test.each([[['stall']], [['stallInBody']], [[500, 503]], [[429]], [['stall', 500]]] as Trouble[][][])(
    'is made again after %p',
    async (before) => {
      objects.set(`/${SETTINGS.bucket}/photos/${KEY}.jpg`, { bytes: new Uint8Array(photo), type: null })
      troubles = [...before]
      expect(await (await storage.read(KEY, 'photo'))?.text()).toBe('a photo')
      expect(requests).toHaveLength(before.length + 1)
      troubles = before.filter((trouble) => trouble !== 'stallInBody')
      await storage.put(KEY, 'photo', photo)
    },
  )

  test('is given up after three attempts, as Unavailable', async () => {
    troubles = [500, 'stall', 503, 500]
    const start = performance.now()
    expect(await outcome(storage.put(KEY, 'photo', photo))).toBeInstanceOf(Unavailable)
    expect(performance.now() - start).toBeLessThan(1000)
    expect(requests).toHaveLength(3)
    expect(objects.size).toBe(0)
  })

  test('is Unavailable when nobody answers', async () => {
    expect(await outcome(at('http://127.0.0.1:1').read(KEY, 'photo'))).toBeInstanceOf(Unavailable)
  })

  test('that is refused is not made again, and no signature is logged', async () => {
    expect(await outcome(at(bucket.url.origin, { secretKey: 'wrong' }).put(KEY, 'photo', photo))).toBeInstanceOf(
      Unavailable,
    )
    expect(requests).toHaveLength(1)
    expect(String(log.mock.calls)).toContain('SignatureDoesNotMatch')
    expect(String(log.mock.calls)).not.toContain('X-Amz')
  })

  test('to keep a photo fails when there is no such bucket', async () => {
    expect(await outcome(at(bucket.url.origin, { bucket: 'missing' }).put(KEY, 'photo', photo))).toBeInstanceOf(
      Unavailable,
    )
  })

  test('has no key but a UUID', async () => {
    expect(await outcome(storage.put('../x', 'photo', photo))).toBeInstanceOf(TypeError)
    expect(requests).toEqual([])
  })
})
