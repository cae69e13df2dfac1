import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { S3Client } from '@bradenmacdonald/s3-lite-client'
import { type Browser, chromium } from '@playwright/test'
import { s3Storage } from '#src/photos/storage/s3.ts'
import { bmp } from '#tests/photos/pictures.ts'
import { SlowLink } from '#tests/photos/slow-link.ts'
import { findChromium } from '#tests/support/chromium.ts'
import { makeAuthority } from '#tests/whole/services/certificates.ts'
import { startHaproxy } from '#tests/whole/services/haproxy.ts'
import { freePort } from '#tests/whole/services/ports.ts'
import { startRadosgw } from '#tests/whole/services/radosgw.ts'
import { settingsOf } from './s3-world.ts'

// Should a photo come through us, or by a redirect to the bucket? A list page with twenty thumbnails in Chromium, over a
// phone's line of 400 kbit/s with 400 ms a round trip; TLS everywhere. Run it by `node src/run.mjs tests/photos/storage/redirect-or-stream.ts`.

const THUMBNAILS = 20
const ROUNDS = 5
const CACHED = { 'cache-control': 'private, max-age=3600, immutable', 'content-type': 'image/jpeg' }

const rgw = await startRadosgw()
const bucket = await rgw.makeBucket()
const storage = s3Storage(settingsOf(rgw, bucket))
const ids = Array.from({ length: THUMBNAILS }, () => Bun.randomUUIDv7())
const picture = await new Bun.Image(bmp(320, 240, (x, y) => [(x * y) % 97, (x ^ y) % 256, (x + 2 * y) % 256]))
  .jpeg({ quality: 40 })
  .buffer()
for (const id of ids) await storage.put(id, 'thumbnail', picture)

const link = new SlowLink(200, 50_000)
const [toH2, toH1, toS3] = [freePort(), freePort(), freePort()]
const phone = { h2: await link.to(toH2), h1: await link.to(toH1), s3: await link.to(toS3) }

const presigned = new S3Client({
  ...settingsOf(rgw, bucket),
  endPoint: `https://localhost:${phone.s3}`,
})

const app = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  routes: {
    '/:road': ({ params }) =>
      new Response(
        `<!doctype html><title>List</title>${ids.map((id) => `<img src="/${params.road}/${id}" width=320 height=240>`).join('')}`,
        { headers: { 'content-type': 'text/html', 'cache-control': 'no-store' } },
      ),
    '/stream/:id': async ({ params }) => new Response(await storage.read(params.id, 'thumbnail'), { headers: CACHED }),
    '/redirect/:id': async ({ params }) => {
      const location = await presigned.getPresignedUrl('GET', `photos/${params.id}.thumbnail.jpg`, {
        expirySeconds: 60,
      })
      return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })
    },
    '/favicon.ico': new Response(null, { status: 204 }),
  },
})

const folder = await mkdtemp(join(tmpdir(), 'fettle-road-'))
const { cert, key } = await (await makeAuthority(folder)).sign(['localhost'])
const pem = join(folder, 'both.pem')
await Bun.write(pem, (await Bun.file(cert).text()) + (await Bun.file(key).text()))
const proxy = await startHaproxy(`
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend app2
  bind 127.0.0.1:${toH2} ssl crt ${pem} alpn h2,http/1.1
  default_backend app
frontend app1
  bind 127.0.0.1:${toH1} ssl crt ${pem} alpn http/1.1
  default_backend app
frontend bucket
  bind 127.0.0.1:${toS3} ssl crt ${pem} alpn http/1.1
  default_backend s3
backend app
  server a 127.0.0.1:${app.port}
backend s3
  server a ${new URL(rgw.endpoint).host}
`)

/** Milliseconds until the last thumbnail is there, and the bytes that came down, for a first and a second look. */
async function look(browser: Browser, url: string) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const page = await context.newPage()
  const visit = async () => {
    link.bytes = 0
    link.connections = 0
    const begun = performance.now()
    await page.goto(url, { waitUntil: 'load' })
    const whole = await page.evaluate(() => [...document.images].every((image) => image.naturalWidth === 320))
    if (!whole) throw new Error(`A thumbnail is missing at ${url}`)
    return { ms: performance.now() - begun, bytes: link.bytes, connections: link.connections }
  }
  const first = await visit()
  await page.goto('about:blank')
  const second = await visit()
  await context.close()
  return { first, second }
}

const executablePath = (await findChromium()) ?? undefined
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const results = new Map<string, Awaited<ReturnType<typeof look>>[]>()
for (let round = 0; round < ROUNDS; round++) {
  for (const road of ['stream', 'redirect'] as const) {
    for (const version of ['h2', 'h1'] as const) {
      const name = `${road}, HTTP/${version.slice(1)} to us`
      const result = await look(browser, `https://localhost:${phone[version]}/${road}`)
      results.set(name, [...(results.get(name) ?? []), result])
    }
  }
}
await browser.close()

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
console.log(`${THUMBNAILS} thumbnails of ${picture.length} bytes, 400 kbit/s, 400 ms a round trip, median of ${ROUNDS}`)
for (const [name, looks] of results) {
  const told = (['first', 'second'] as const).map((which) => {
    const of = (what: 'ms' | 'bytes' | 'connections') => median(looks.map((one) => one[which][what]))
    return `${which} look ${(of('ms') / 1000).toFixed(2)} s, ${Math.round(of('bytes') / 1000)} kB, ${of('connections')} connections`
  })
  console.log(`${name.padEnd(24)} ${told.join(' | ')}`)
}

await proxy[Symbol.asyncDispose]()
await app.stop(true)
await rgw.stop()
await rm(folder, { recursive: true })
process.exit(0)
