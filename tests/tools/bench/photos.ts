import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { photographs } from '#tests/e2e/support/pictures.ts'
import { blackPng } from '#tests/photos/image/bombs.ts'
import { bmp } from '#tests/photos/pictures.ts'
import { findChromium } from '#tests/support/chromium.ts'
import { tokenOf } from '#tests/tools/bench/world/people.ts'
import { Client, type Reply, requestTo } from './client.ts'
import { load, median, quantile } from './load.ts'
import { type Child, processorSeconds } from './server.ts'
import { judged, number, type Row } from './table.ts'

const asContractor = (number: number) => ({ cookie: `session=${tokenOf('contractor', number)}` })

const insist = (reply: Reply, status: number): Reply => {
  if (reply.status !== status) throw new Error(`A photo answered ${reply.status}: ${reply.body}`)
  return reply
}

/** Something to see in every part, so that it is as large as a photo of a camera. */
const jpegOf = (width: number, height: number, quality: number): Promise<Buffer> =>
  new Bun.Image(bmp(width, height, (x, y) => [x & 255, (y * 3) & 255, (x * y) & 127])).jpeg({ quality }).buffer()

class Sender {
  readonly #client: Client
  readonly #headers: Record<string, string>

  private constructor(client: Client, number: number) {
    this.#client = client
    this.#headers = asContractor(number)
  }

  static async open(app: Child, number: number): Promise<Sender> {
    return new Sender(await Client.open(app.port), number)
  }

  /** Asks for an address, sends the photo there, and removes it: photos that wait for a job are limited. Returns milliseconds. */
  async send(photo: Uint8Array, type = 'image/jpeg'): Promise<number> {
    const asked = insist(
      await this.#client.send(requestTo('/api/objects/upload', { method: 'POST', headers: this.#headers })),
      200,
    )
    const { uploadURL } = JSON.parse(asked.body.toString()) as { uploadURL: string }
    const { pathname, search } = new URL(uploadURL)
    const put = requestTo(`${pathname}${search}`, { method: 'PUT', body: photo, type })
    return asked.milliseconds + insist(await this.#client.send(put), 200).milliseconds
  }

  close(): void {
    this.#client.close()
  }
}

const ENOUGH = 8

/** Milliseconds of the server's processor for a photo. */
async function costOf(app: Child, photo: Buffer, number: number) {
  const sender = await Sender.open(app, number)
  await sender.send(photo)
  const before = processorSeconds(app.pid)
  for (let count = 0; count < ENOUGH; count++) await sender.send(photo)
  const after = processorSeconds(app.pid)
  sender.close()
  return ((after.app - before.app) / ENOUGH) * 1000
}

const POLLING = 2

/** The 99th of a hundred times that a poll takes, in milliseconds. */
async function pollsOf({ port }: Child): Promise<number> {
  const path = '/api/jobs/recent'
  const { times } = await load({ port, path, headers: asContractor(1), connections: 1, seconds: POLLING })
  return quantile(times, 0.99)
}

async function pollsBeside(app: Child, photo: Buffer): Promise<number> {
  const sender = await Sender.open(app, 2)
  const end = performance.now() + POLLING * 1000
  const sending = async () => {
    while (performance.now() < end) await sender.send(photo)
  }
  const [p99] = await Promise.all([pollsOf(app), sending()])
  sender.close()
  return p99
}

/** Milliseconds of each. */
async function timesOf(app: Child, photo: Buffer): Promise<number[]> {
  const sender = await Sender.open(app, 4)
  const times: number[] = []
  for (let count = 0; count < ENOUGH; count++) times.push(await sender.send(photo))
  sender.close()
  return times
}

/** Milliseconds that a photo takes while another person sends nothing but what is dear to decode. */
async function besideHostile(app: Child, photo: Buffer): Promise<number[]> {
  const bomb = blackPng()
  let isOn = true
  const hostile = Array.from({ length: 4 }, async () => {
    const sender = await Sender.open(app, 3)
    while (isOn) await sender.send(bomb, 'image/png')
    sender.close()
  })
  await Bun.sleep(500)
  const times = await timesOf(app, photo)
  isOn = false
  await Promise.all(hostile)
  return times
}

/** Lighthouse's slow 4G: 1.6 Mbit/s down, 0.75 Mbit/s up, 150 ms for a round trip. */
async function slowLine(page: Page): Promise<void> {
  const network = await page.context().newCDPSession(page)
  const bytesPerSecond = { downloadThroughput: 200_000, uploadThroughput: 94_000 }
  await network.send('Network.emulateNetworkConditions', { offline: false, latency: 150, ...bytesPerSecond })
}

/** As files, which the browser reads itself: handed over from here, ten megabytes would take a second or more. */
async function chosenFrom(folder: string, page: Page): Promise<string[]> {
  const photos = await photographs(page, 5, 4000, 3000)
  return Promise.all(
    photos.map(async ({ name, buffer }) => {
      const path = join(folder, name)
      await Bun.write(path, buffer)
      return path
    }),
  )
}

/** Five photos of twelve megapixels chosen in the completion form: their sizes as sent, and the seconds until all have arrived. */
async function fiveFromPhone(app: Child): Promise<{ sent: number[]; seconds: number }> {
  const headers = asContractor(1)
  const origin = `http://127.0.0.1:${app.port}`
  const listed = await fetch(`${origin}/api/jobs?status=assigned&limit=1`, { headers })
  const [job] = (await listed.json()) as { id: string }[]
  const folder = await mkdtemp(join(tmpdir(), 'fettle-photos-'))
  const browser = await chromium.launch({
    executablePath: (await findChromium()) ?? undefined,
    args: ['--no-sandbox'],
  })
  try {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })
    await context.addCookies([{ name: 'session', value: tokenOf('contractor'), url: origin }])
    const page = await context.newPage()
    const sent: number[] = []
    // Only a request that is held shows its body.
    await page.route('**/objects/upload/**', (route) => {
      sent.push(route.request().postDataBuffer()?.byteLength ?? Number.NaN)
      return route.continue()
    })
    await page.goto(`${origin}/visit/${job?.id}`)
    const photos = await chosenFrom(folder, page)
    await slowLine(page)
    const begin = performance.now()
    await page.getByLabel('Add Photos (Optional)').setInputFiles(photos)
    await page.getByText('5 of 5 photos sent').waitFor({ timeout: 120_000 })
    return { sent, seconds: (performance.now() - begin) / 1000 }
  } finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** What photos cost the server, what others feel of them, and how long a phone sends them. */
export async function measurePhotos(app: Child): Promise<Row[]> {
  const [small, large] = [await jpegOf(1600, 1200, 80), await jpegOf(4000, 3000, 80)]
  const kilobytes = (bytes: number) => `${number(bytes / 1024)} KB`
  const costs = [await costOf(app, small, 1), await costOf(app, large, 2)] as const
  const [alone, beside] = [await pollsOf(app), await pollsBeside(app, large)]
  const usual = median(await timesOf(app, small))
  const hostile = await besideHostile(app, small)
  const delay = (Math.max(...hostile) - usual) / 1000
  const { sent, seconds } = await fiveFromPhone(app)
  return [
    judged(`server's processor for a photo of ${kilobytes(small.length)}`, costs[0], 'ms', { most: 100 }),
    [`  of ${kilobytes(large.length)}, which no browser has made smaller`, `${number(costs[1])} ms`, ''],
    ['poll beside photos, p99', `${number(beside)} ms, alone ${number(alone)} ms`, ''],
    judged("delay of a photo by another person's hostile ones, at most", delay, 's', { most: 2 }),
    judged('largest of five photos of 12 megapixels as a phone sends them', Math.max(...sent) / 1024, 'KB', {
      most: 350,
    }),
    judged('all five on slow 4G', seconds, 's', { most: 20 }),
  ]
}
