import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { expect, type Person, test } from '#tests/e2e/support/app.ts'
import { addPhotos, whatWork } from '#tests/e2e/support/completion.ts'
import { isFilled, lineIsBack, outboxIsLoaded, waiting } from '#tests/e2e/support/phone.ts'
import { photographs } from '#tests/e2e/support/pictures.ts'
import { says } from '#tests/e2e/support/screen.ts'
import type { WeakLine } from '#tests/e2e/support/weak-line.ts'
import { aJob } from '#tests/e2e/support/world.ts'

// A phone whose browser is killed, as a phone does that runs out of memory or of power.

const SHELL = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync)

/** More than the steps: `KILLS=100` kills at random moments too. */
const KILLS = Number(process.env.KILLS ?? 0)

class Phone {
  readonly #profile = mkdtempSync(join(tmpdir(), 'fettle-phone-'))
  #context?: BrowserContext
  constructor(
    readonly person: Person,
    readonly line: WeakLine,
    readonly watch: { over(context: BrowserContext): void },
  ) {}

  async open(path: string): Promise<Page> {
    this.#context ??= await this.#begin()
    const page = this.#context.pages()[0] ?? (await this.#context.newPage())
    await page.goto(this.line.url + path)
    return page
  }

  async #begin(): Promise<BrowserContext> {
    const context = await chromium.launchPersistentContext(this.#profile, {
      executablePath: process.env.CHROMIUM ?? SHELL,
      args: ['--no-sandbox'],
    })
    this.watch.over(context)
    // A killed browser has not always written its cookies.
    await context.addCookies([{ name: 'session', value: this.person.api.session, url: this.line.url }])
    return context
  }

  /** Chromium writes what is typed some seconds later. */
  async hasOnDisk(words: string): Promise<void> {
    const folder = join(this.#profile, 'Default/Local Storage/leveldb')
    const written = () => readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(words))
    await expect.poll(written, { timeout: 60_000 }).toBe(true)
  }

  /** As SIGKILL, of all its processes. */
  async kill(): Promise<void> {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
      if (commandOf(pid).includes(this.#profile)) killed(Number(pid))
    await this.#context?.close().catch(() => {})
    this.#context = undefined
  }

  async end(): Promise<void> {
    await this.kill()
    // What was killed may still be writing.
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
  }
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

function killed(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}

type Done = { status: string; visits: { workDescription: string; images: string[] }[] }

/** What the phone has asked when it is killed; the last answers are lost or not. */
const STEPS: { at: string; after: RegExp; lose?: boolean }[] = [
  { at: 'before anything is sent', after: /^GET \/api\/ping/ },
  { at: 'while a photo is asked for', after: /^POST \/api\/objects\/upload/ },
  { at: 'in a photo', after: /^PUT \/objects\/upload/ },
  { at: 'when the server has the visit and the phone no answer', after: /^POST \/api\/jobs\/.*\/complete/, lose: true },
  { at: 'after the answer', after: /^POST \/api\/jobs\/.*\/complete/ },
]

test('a browser that is killed at any step of sending records the visit once, with its photos', async ({
  people,
  line,
  watch,
}) => {
  test.setTimeout(180_000 + KILLS * 15_000)
  watch.allow(/ERR_|console error|^40[19] |closed/)
  let crew = await people.crew()
  let phone = new Phone(crew.contractor, line, watch)
  const random = Array.from({ length: KILLS }, (_, n) => ({ ...STEPS[n % STEPS.length]!, wait: Math.random() * 300 }))
  const kills = [...STEPS.map((step) => ({ ...step, wait: 0 })), ...random]
  for (const [index, { at, after, lose, wait }] of kills.entries()) {
    // Before one person has sent as many photos as anybody may in ten minutes.
    if (index % 30 === 29) {
      await phone.end()
      crew = await people.crew()
      phone = new Phone(crew.contractor, line, watch)
    }
    const job = await aJob(crew, 'in_progress')
    let page = await phone.open(`/visit/${job.id}`)
    await isFilled(page)
    await whatWork(page).fill(`Killed ${at}`)
    const photos = await photographs(page, 1, 200, 150)
    await page.context().setOffline(true)
    await addPhotos(page).setInputFiles(photos)
    await page.getByRole('button', { name: 'Complete Job' }).click()
    await says(page, 'Kept on this phone.')
    const from = line.asked.length
    if (lose) line.lose((path) => path.endsWith('/complete'))
    await page.context().setOffline(false)
    await expect.poll(() => line.asked.slice(from).some((one) => after.test(one)), { intervals: [5] }).toBe(true)
    await page.waitForTimeout(wait).catch(() => {})
    await phone.kill()
    line.lose(null)
    page = await phone.open('/jobs')
    await outboxIsLoaded(page)
    await expect.poll(() => waiting(page).catch(() => -1)).toBe(0)
    const { status, visits } = await crew.admin.api.get<Done>(`/api/jobs/${job.id}`)
    expect([at, status, visits.map(({ images }) => images.length)]).toEqual([at, 'completed', [1]])
  }
  await phone.end()
})

for (const at of ['before', 'in'] as const)
  test(`a browser that is killed ${at} the write of what is to be sent keeps what was typed`, async ({
    people,
    line,
    watch,
  }) => {
    watch.allow(/ERR_|console error|^40[19] |closed/)
    const crew = await people.crew()
    const phone = new Phone(crew.contractor, line, watch)
    const job = await aJob(crew, 'in_progress')
    let page = await phone.open(`/visit/${job.id}`)
    await isFilled(page)
    await whatWork(page).fill('Changed the valve.')
    await phone.hasOnDisk('Changed the valve.')
    const reached = new Promise<void>((resolve) => page.exposeFunction('reached', resolve))
    await page.evaluate((at) => {
      const { put } = IDBObjectStore.prototype
      IDBObjectStore.prototype.put = function (...given) {
        if (this.name !== 'items') return put.apply(this, given)
        if (at === 'in') put.apply(this, given)
        ;(globalThis as unknown as { reached(): void }).reached()
        // A transaction ends only once this has.
        for (;;) void 0
      }
    }, at)
    await page.context().setOffline(true)
    void page
      .getByRole('button', { name: 'Complete Job' })
      .click()
      .catch(() => {})
    await reached
    await phone.kill()
    page = await phone.open(`/visit/${job.id}`)
    await outboxIsLoaded(page)
    expect(await waiting(page)).toBe(0)
    await expect(whatWork(page)).toHaveValue('Changed the valve.')
    await page.getByRole('button', { name: 'Complete Job' }).click()
    await expect
      .poll(async () =>
        (await crew.admin.api.get<Done>(`/api/jobs/${job.id}`)).visits.map((one) => one.workDescription),
      )
      .toEqual(['Changed the valve.'])
    await phone.end()
  })

test('an hour of a day without a line, killed twice, ends with each thing once', async ({ people, line, watch }) => {
  watch.allow(/ERR_|console error|^40[19] |closed/)
  const crew = await people.crew()
  const [one, two, three] = [
    await aJob(crew, 'assigned', { job: { propertyName: 'Ash House' } }),
    await aJob(crew, 'in_progress', { job: { propertyName: 'Birch House' } }),
    await aJob(crew, 'in_progress', { job: { propertyName: 'Cedar House' } }),
  ]
  const phone = new Phone(crew.contractor, line, watch)
  let page = await phone.open('/')
  await isFilled(page)
  line.cut()
  page = await phone.open('/jobs')
  await page.getByRole('button', { name: 'Start' }).click()
  await says(page, 'Started here, not sent yet')
  await page.goto(`${line.url}/jobs/${one.id}`)
  await page.getByLabel('Write a message').fill('In the cellar now')
  await page.getByRole('button', { name: 'Send' }).click()
  await says(page, '2 waiting to send')
  await phone.kill()
  page = await phone.open(`/visit/${one.id}`)
  await says(page, '2 waiting to send')
  await whatWork(page).fill('Changed the valve.')
  await page.context().setOffline(true)
  await addPhotos(page).setInputFiles(await photographs(page, 2, 400, 300))
  await page.getByRole('button', { name: 'Complete Job' }).click()
  await says(page, 'Kept on this phone.')
  await page.goto(`${line.url}/visit/${two.id}`)
  await page.getByLabel('Nobody let me in').check()
  await page.getByLabel('How did you try to get in?').fill('Rang twice.')
  await page.getByRole('button', { name: 'Save Visit' }).click()
  await says(page, 'Kept on this phone.')
  await page.goto(`${line.url}/jobs/${three.id}/book`)
  await page.getByLabel('8:00–12:00').check()
  const tomorrow = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10)
  await page.getByLabel('Day').fill(tomorrow)
  await page.getByRole('button', { name: 'Book Visit' }).click()
  await says(page, 'Booked here, not sent yet', '5 waiting to send')
  await phone.kill()
  // The line comes for two seconds and goes for two.
  const flapping = setInterval(() => {
    line.mend()
    void lineIsBack(page).catch(() => {})
    setTimeout(() => line.cut(), 2000)
  }, 4000)
  page = await phone.open('/waiting')
  await expect.poll(() => waiting(page).catch(() => -1), { timeout: 120_000 }).toBe(0)
  clearInterval(flapping)
  await new Promise((resolve) => setTimeout(resolve, 2500))
  line.mend()
  const read = (id: string) => crew.admin.api.get<Done & { appointment: { startsAt: string } }>(`/api/jobs/${id}`)
  expect(await read(one.id)).toMatchObject({
    status: 'completed',
    visits: [{ images: [expect.anything(), expect.anything()] }],
  })
  const messages = await crew.admin.api.get<{ text: string }[]>(`/api/jobs/${one.id}/messages`)
  expect(messages.map(({ text }) => text)).toEqual(['In the cellar now'])
  expect(await read(two.id)).toMatchObject({ visits: [{ workDescription: 'Rang twice.', images: [] }] })
  expect((await read(three.id)).appointment.startsAt).toContain(tomorrow)
  await phone.end()
})
