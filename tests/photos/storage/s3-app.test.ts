import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobVisits, uploadedObjects } from '#db/schema.ts'
import { standardHandlers } from '#src/background/handlers.ts'
import { s3Storage } from '#src/photos/storage/s3.ts'
import { sendLogTo } from '#src/runtime/log.ts'
import { bmp, jpeg } from '#tests/photos/pictures.ts'
import { askForUrl, bodyOf, filesArriving, idOf, put, rowOf, upload } from '#tests/photos/uploads.ts'
import { aWorker, queue, until, untilDelivered } from '#tests/queue/working.ts'
import { signedInAs } from '#tests/support/app.ts'
import { refusalOf } from '#tests/support/problem.ts'
import { aCast, aContractor, aJob, completion, withQuote } from '#tests/support/world.ts'
import { type FaultyProxy, startFaultyProxy, type Trouble } from '#tests/whole/services/faulty-proxy.ts'
import { anS3, CALM, HASTE, keepPhotosIn, noS3, PAUSE, skipPause } from './s3-world.ts'

// Photos in a bucket, from the upload to the removal, through the app; and what people see while S3 misbehaves.

describe.skipIf(noS3)('the app with photos on S3', () => {
  let s3: Awaited<ReturnType<typeof anS3>>
  let proxy: FaultyProxy
  let giveBack = () => {}
  let quiet = () => {}
  let said: string[] = []
  let file: Uint8Array<ArrayBuffer>
  const patience = { ...CALM }
  beforeAll(async () => {
    s3 = await anS3()
    proxy = await startFaultyProxy(s3.rgw.endpoint)
    file = bodyOf(await jpeg(bmp(800, 600, (x, y) => [x % 256, y % 256, (x * y) % 256])))
    quiet = sendLogTo((line) => said.push(line))
  })
  beforeEach(() => {
    said = []
    Object.assign(patience, CALM)
    giveBack = keepPhotosIn(s3Storage({ ...s3.settings, endPoint: proxy.endpoint }, { patience, pause: PAUSE }))
  })
  afterEach(async () => {
    proxy.trouble = null
    giveBack()
    for (const name of await s3.names()) await s3.client.deleteObject(name)
  })
  afterAll(async () => {
    quiet()
    proxy.stop()
    await s3.stop()
  })

  test('keeps a photo from its upload until the quote is approved, and then removes it although S3 is away at first', async () => {
    const cast = await aCast()
    const url = await askForUrl(cast.contractor)
    expect(url).toStartWith('http://localhost/objects/upload/')
    const answer = await put(url, file)
    expect(answer.status).toBe(200)
    const { path } = (await answer.json()) as { path: string }
    expect(await s3.names()).toEqual([`photos/${idOf(path)}.jpg`, `photos/${idOf(path)}.thumbnail.jpg`])
    const { metadata, size } = await s3.client.statObject(`photos/${idOf(path)}.jpg`)
    expect(metadata['Content-Type']).toBe('image/jpeg')
    expect(await rowOf(path)).toMatchObject({ state: 'stored', size, width: 800, height: 600 })

    const job = await aJob(cast, 'quote_pending', { completion: withQuote({ images: [url] }) })
    const client = await signedInAs(cast.agent)
    const [photo, thumbnail] = [await client.get(path), await client.get(`${path}?w=320`)]
    expect(photo.status).toBe(200)
    expect(photo.headers.get('content-type')).toBe('image/jpeg')
    expect(await new Bun.Image(await photo.arrayBuffer()).metadata()).toMatchObject({ width: 800, height: 600 })
    expect(await new Bun.Image(await thumbnail.arrayBuffer()).metadata()).toMatchObject({ width: 320, height: 240 })
    // The bucket itself is closed.
    expect((await fetch(`${s3.rgw.endpoint}/${s3.bucket}/photos/${idOf(path)}.jpg`)).status).toBe(403)

    proxy.trouble = { status: 503, code: 'SlowDown' }
    expect((await client.patch(`/api/quotes/${job.quotes[0]!.id}/approve`)).status).toBe(200)
    expect((await client.get(path)).status).toBe(404)
    aWorker(standardHandlers())
    await until(async () => (await queue()).some(({ kind, attempts }) => kind === 'remove_object' && attempts >= 3))
    expect(await s3.names()).toHaveLength(2)
    proxy.trouble = null
    // A call that is under way may still be in vain, and begin another pause.
    await until(async () => {
      skipPause()
      return (await queue()).length === 0
    }, 'The removal')
    expect(await s3.names()).toEqual([])
    expect(await rowOf(path)).toBeUndefined()
  })

  test('removes the photos of a job that an administrator deletes', async () => {
    const cast = await aCast()
    const photo = await upload(cast.contractor, Buffer.from(file))
    const job = await aJob(cast, 'completed', { completion: completion({ images: [photo] }) })
    expect((await (await signedInAs(cast.admin)).delete(`/api/jobs/${job.id}`)).status).toBe(200)
    aWorker(standardHandlers())
    await untilDelivered()
    expect(await s3.names()).toEqual([])
  })

  const TROUBLES: Trouble[] = [
    'silent',
    'reset',
    { status: 503, code: 'SlowDown' },
    { cutRequestAt: 10_000 },
    { bytesPerSecond: 10_000 },
    { status: 403, code: 'QuotaExceeded' },
    { status: 403, code: 'InvalidAccessKeyId' },
    { status: 404, code: 'NoSuchBucket' },
  ]
  test.each(TROUBLES)(
    'answers an upload 503 and records nothing while S3 answers %p; then it is taken',
    async (trouble) => {
      const cast = await aCast()
      const job = await aJob(cast, 'assigned')
      const url = await askForUrl(cast.contractor)
      proxy.trouble = trouble
      if (trouble === 'silent' || (typeof trouble === 'object' && 'bytesPerSecond' in trouble))
        Object.assign(patience, HASTE)
      const refused = await put(url, file)
      expect(refused.status).toBe(503)
      expect(refused.headers.get('retry-after')).toBe('5')
      expect(await refusalOf(refused)).toEqual({ message: expect.stringContaining('Please try again in a moment.') })
      expect(await rowOf(url)).toMatchObject({ state: 'promised', size: null })
      expect(filesArriving()).toEqual([])
      const client = await signedInAs(cast.contractor)
      const completed = await client.post(`/api/jobs/${job.id}/complete`, { workDone: 'Mended', images: [url] })
      expect(completed.status).toBe(422)
      expect(await db.$count(jobVisits)).toBe(0)

      proxy.trouble = null
      Object.assign(patience, CALM)
      skipPause()
      expect((await put(url, file)).status).toBe(200)
      expect((await client.post(`/api/jobs/${job.id}/complete`, { workDone: 'Mended', images: [url] })).status).toBe(
        200,
      )
    },
  )

  test('tells the operator that the quota is used up', async () => {
    const contractor = await aContractor()
    proxy.trouble = { status: 403, code: 'QuotaExceeded' }
    await put(await askForUrl(contractor), file)
    expect(said.join()).toContain('The storage behind S3_BUCKET is full (403 QuotaExceeded)')
  })

  test('answers 503 for a photo and goes on with the pages that show it, while S3 is away', async () => {
    const cast = await aCast()
    const photo = await upload(cast.contractor, Buffer.from(file))
    const job = await aJob(cast, 'quote_pending', { completion: withQuote({ images: [photo] }) })
    const client = await signedInAs(cast.agent)
    for (const trouble of TROUBLES.slice(0, 3)) {
      proxy.trouble = trouble
      Object.assign(patience, trouble === 'silent' ? HASTE : CALM)
      skipPause()
      for (const path of [photo, `${photo}?w=320`]) {
        const away = await client.get(path)
        expect(away.status).toBe(503)
        expect(away.headers.get('retry-after')).toBe('5')
        expect(away.headers.get('cache-control') ?? '').not.toContain('max-age')
      }
      const page = await client.get(`/quotes/${job.quotes[0]!.id}`)
      expect(page.status).toBe(200)
      expect(await page.text()).toContain(photo)
    }
    proxy.trouble = null
    skipPause()
    expect((await client.get(photo)).status).toBe(200)
  })

  test('holds neither connections of the database nor other requests while S3 is silent', async () => {
    const cast = await aCast()
    const urls = await Promise.all(Array.from({ length: 30 }, () => askForUrl(cast.contractor)))
    const client = await signedInAs(cast.agent)
    const before = process.memoryUsage.rss()
    proxy.trouble = 'silent'
    proxy.requests = []
    let answered = 0
    const uploads = Promise.all(urls.map((url) => put(url, file).finally(() => answered++)))
    // Two of one person's are stored at once, with their thumbnails; the others have arrived, and wait.
    await until(() => proxy.requests.length >= 4 && filesArriving().length === urls.length, 'Every upload')
    const [{ held }] = (await db.execute(
      sql`select count(*)::int as held from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`,
    )) as [{ held: number }]
    expect(held).toBe(0)
    for (let request = 0; request < 40; request++) expect((await client.get('/api/jobs')).status).toBe(200)
    // All of them while every upload still waited.
    expect(answered).toBe(0)
    proxy.trouble = { status: 503 }
    proxy.hangUp()
    expect((await uploads).map(({ status }) => status)).toEqual(urls.map(() => 503))
    expect(await db.$count(uploadedObjects, eq(uploadedObjects.state, 'promised'))).toBe(urls.length)
    expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000)
  })

  test('made thumbnails once, however many ask for one that is missing, and kept it', async () => {
    const contractor = await aContractor()
    const photo = await upload(contractor, Buffer.from(file))
    await s3.client.deleteObject(`photos/${idOf(photo)}.thumbnail.jpg`)
    const client = await signedInAs(contractor)
    proxy.requests = []
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.get(`${photo}?w=320`)))
    for (const answer of answers) expect(answer.status).toBe(200)
    expect(proxy.requests.filter((line) => line === `GET /${s3.bucket}/photos/${idOf(photo)}.jpg`)).toHaveLength(1)
    expect(proxy.requests.filter((line) => line.startsWith('PUT'))).toHaveLength(1)
    expect(await s3.names()).toHaveLength(2)
    proxy.requests = []
    expect((await client.get(`${photo}?w=320`)).status).toBe(200)
    expect(proxy.requests).toHaveLength(1)
  })
})
