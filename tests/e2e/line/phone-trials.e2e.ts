import type { Page } from '@playwright/test'
import { expect, type People, test } from '#tests/e2e/support/app.ts'
import { addPhotos } from '#tests/e2e/support/completion.ts'
import {
  anotherWorker,
  filledPhone,
  keptPhotoSizes,
  lineIsBack,
  outboxIsLoaded,
  RECORDED,
  waiting,
} from '#tests/e2e/support/phone.ts'
import { grainyPhotograph, photographs } from '#tests/e2e/support/pictures.ts'
import { says, signIn } from '#tests/e2e/support/screen.ts'
import { weakLine } from '#tests/e2e/support/weak-line.ts'
import { aJob } from '#tests/e2e/support/world.ts'

type World = { people: People; server: { url: string }; watch: { allow(complaint: RegExp): void } }

/** A contractor's phone on the page of a job, or on its Log Visit, that has kept all it keeps. */
async function phoneAt(page: 'jobs' | 'visit', status: 'assigned' | 'in_progress', world: World) {
  world.watch.allow(/ERR_|console error/)
  const line = await weakLine(world.server.url)
  const crew = await world.people.crew()
  const job = await aJob(crew, status)
  return { line, crew, job, page: await filledPhone(crew.contractor, line, `/${page}/${job.id}`) }
}

test('messages written without a line arrive in their order, also where the phone’s clock was set back between them', async ({
  people,
  server,
  watch,
}) => {
  const { line, crew, job, page } = await phoneAt('jobs', 'assigned', { people, server, watch })
  line.cut()
  const write = async (text: string, many: number) => {
    await page.getByLabel('Write a message').fill(text)
    await page.getByRole('button', { name: 'Send' }).click()
    await says(page, `${many} waiting to send`)
  }
  await write('First', 1)
  await page.evaluate(() => {
    const now = Date.now
    Date.now = () => now() - 3_600_000
  })
  await write('Second', 2)
  await write('Third', 3)
  line.mend()
  await lineIsBack(page)
  await expect.poll(() => waiting(page)).toBe(0)
  const sent = await crew.contractor.api.get<{ text: string }[]>(`/api/jobs/${job.id}/messages`)
  expect(sent.map(({ text }) => text)).toEqual(['First', 'Second', 'Third'])
  await line.close()
})

test('what two tabs keep at the same moment has an order of its own each, the same for both', async ({
  people,
  server,
  watch,
}) => {
  const { line, crew, job, page } = await phoneAt('jobs', 'assigned', { people, server, watch })
  const second = await page.context().newPage()
  await second.goto(`${line.url}/jobs/${job.id}`)
  line.cut()
  const keepTen = (tab: Page) =>
    tab.evaluate(
      async ([user, lane]) => {
        const { outbox } = globalThis as unknown as {
          outbox: { put(item: object): Promise<void>; store: { all(): Promise<{ order: number }[]> } }
        }
        const rest = { user, lane, act: 'message', page: `/jobs/${lane}`, path: `/api/jobs/${lane}/messages` }
        const texts = Array.from({ length: 10 }, () => crypto.getRandomValues(new Uint32Array(4)).join('-'))
        await Promise.all(texts.map((text) => outbox.put({ ...rest, key: text, text, method: 'POST', body: { text } })))
        return texts
      },
      [crew.contractor.id, job.id] as const,
    )
  for (const tab of [page, second]) await outboxIsLoaded(tab)
  const [one, other] = await Promise.all([keepTen(page), keepTen(second)])
  const ordered = (tab: Page) =>
    tab.evaluate(async () => {
      const { outbox } = globalThis as unknown as {
        outbox: { store: { all(): Promise<{ order: number; text: string }[]> } }
      }
      return (await outbox.store.all()).map(({ order, text }) => ({ order, text }))
    })
  const kept = await ordered(page)
  expect(new Set(kept.map(({ order }) => order)).size).toBe(20)
  for (const texts of [one, other])
    expect(kept.map(({ text }) => text).filter((text) => texts!.includes(text))).toEqual(texts!)
  expect(await ordered(second)).toEqual(kept)
  await line.close()
})

test('a visit finished before the clock was set back cannot be logged once more', async ({ people, server, watch }) => {
  const { line, crew, job, page } = await phoneAt('visit', 'in_progress', { people, server, watch })
  watch.allow(RECORDED)
  line.cut()
  await page.evaluate(() => {
    const now = Date.now
    Date.now = () => now() + 3_600_000
  })
  await page.getByLabel('What work did you complete?').fill('Changed the valve.')
  await page.getByRole('button', { name: 'Complete Job' }).click()
  await says(page, 'Kept on this phone.')
  await page.goto(`${line.url}/visit/${job.id}`)
  await says(page, 'Finished here, not sent yet')
  await expect(page.getByRole('button', { name: 'Complete Job' })).toBeHidden()
  line.mend()
  await lineIsBack(page)
  await expect(page).toHaveURL(/\/jobs$/)
  expect(await crew.contractor.api.get(`/api/jobs/${job.id}`)).toMatchObject({ status: 'completed' })
  await line.close()
})

test('a page that cannot be made new after an outage still sends what is pressed', async ({
  people,
  server,
  watch,
}) => {
  const { line, crew, job, page } = await phoneAt('jobs', 'assigned', { people, server, watch })
  line.cut()
  await page.evaluate(() => {
    dispatchEvent(new Event('offline'))
    const { htmx } = globalThis as unknown as { htmx: { swap: () => Promise<void> } }
    const { swap } = htmx
    htmx.swap = () => {
      htmx.swap = swap
      return Promise.reject(new Error('broken'))
    }
  })
  await says(page, /^Offline/)
  line.mend()
  await lineIsBack(page)
  await expect(page.getByText(/^Offline/)).toHaveCount(0)
  await page.getByLabel('Write a message').fill('There at four')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect
    .poll(async () => (await crew.contractor.api.get<unknown[]>(`/api/jobs/${job.id}/messages`)).length)
    .toBe(1)
  await line.close()
})

test('what was done without a line waits for its person to sign in again, and arrives once', async ({
  people,
  server,
  watch,
}) => {
  watch.allow(/^401 /)
  const { line, crew, job, page } = await phoneAt('jobs', 'assigned', { people, server, watch })
  line.cut()
  await page.getByLabel('Write a message').fill('On my way')
  await page.getByRole('button', { name: 'Send' }).click()
  await says(page, '1 waiting to send')
  await page.context().clearCookies()
  line.mend()
  await lineIsBack(page)
  await page.goto(`${line.url}/login`)
  expect(await crew.agent.api.get(`/api/jobs/${job.id}/messages`)).toEqual([])
  await signIn(page, crew.contractor)
  await expect
    .poll(async () => (await crew.agent.api.get<unknown[]>(`/api/jobs/${job.id}/messages`)).length, { timeout: 30_000 })
    .toBe(1)
  await expect.poll(() => waiting(page)).toBe(0)
  expect(await crew.agent.api.get(`/api/jobs/${job.id}/messages`)).toHaveLength(1)
  await line.close()
})

test('of two new jobs made without a line the first has the photos just chosen, and the other none', async ({
  people,
  line,
  watch,
}) => {
  watch.allow(/ERR_|console error/)
  const agent = await people.agent()
  const page = await filledPhone(agent, line, '/create-job')
  const photos = [await grainyPhotograph(page), ...(await photographs(page, 1))]
  line.cut()
  await page.context().setOffline(true)
  for (const name of ['Ash House', 'Birch House']) {
    await page.goto(`${line.url}/create-job`)
    await page.getByLabel('Estate Agency').fill('Rightway Lettings')
    await page.getByLabel('Property Name').fill(name)
    await page.getByLabel('Property Address').fill('12 Mill Lane')
    await page.getByLabel('What needs fixing?').fill('The boiler loses pressure every night.')
    if (name === 'Ash House') {
      await page.getByText('More detail').click()
      await addPhotos(page).setInputFiles(photos)
      await says(page, 'grain.jpg')
    }
    await page.getByRole('button', { name: 'Create Job' }).click()
    await expect(page).toHaveURL(/\/waiting$/)
    await says(page, name)
  }
  const sizes = await keptPhotoSizes(page)
  expect(sizes).toHaveLength(2)
  expect(Math.max(...sizes)).toBeLessThan(2_000_000)
  line.mend()
  await page.context().setOffline(false)
  await lineIsBack(page)
  await expect.poll(() => waiting(page)).toBe(0)
  const jobs = await agent.api.get<{ propertyName: string; photosUrls: string[] }[]>('/api/jobs')
  expect(Object.fromEntries(jobs.map((job) => [job.propertyName, job.photosUrls.length]))).toEqual({
    'Ash House': 2,
    'Birch House': 0,
  })
})

test('a phone whose storage is full says so, keeps the form with its photos, and sends it from the page', async ({
  people,
  server,
  watch,
}) => {
  const { line, crew, job, page } = await phoneAt('visit', 'assigned', { people, server, watch })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: line.url, quotaSize: 1 })
  line.cut()
  await page.getByLabel('What work did you complete?').fill('Changed the valve.')
  await addPhotos(page).setInputFiles(['docs/agent-phone.png'])
  await page.getByRole('button', { name: 'Complete Job' }).click()
  await says(page, /This device does not keep them: please leave this page open/)
  await expect(page.getByLabel('What work did you complete?')).toHaveValue('Changed the valve.')
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: line.url })
  line.mend()
  await lineIsBack(page)
  await expect
    .poll(async () => (await crew.contractor.api.get<{ status: string }>(`/api/jobs/${job.id}`)).status, {
      timeout: 30_000,
    })
    .toBe('completed')
  await line.close()
})

test('a phone that is nearly full says so when something is kept, and asks that it stays', async ({
  people,
  server,
  watch,
}) => {
  const { line, page } = await phoneAt('jobs', 'assigned', { people, server, watch })
  await page.evaluate(() => {
    const asked = { asked: 0 }
    Object.assign(globalThis, { toPersist: asked })
    navigator.storage.persist = async () => Boolean(++asked.asked)
    navigator.storage.estimate = async () => ({ usage: 81, quota: 100 })
  })
  line.cut()
  await page.getByLabel('Write a message').fill('On my way')
  await page.getByRole('button', { name: 'Send' }).click()
  await says(page, '1 waiting to send', /This phone is nearly full/)
  expect(await page.evaluate(() => Reflect.get(globalThis, 'toPersist').asked)).toBe(1)
  await line.close()
})

test('a new version and its worker that take over while a visit is sent leave it sent once, with its photo', async ({
  people,
  server,
  watch,
}) => {
  const { line, crew, job, page } = await phoneAt('visit', 'in_progress', { people, server, watch })
  const files = await page.evaluate(() =>
    [...document.scripts].map(({ src }) => src).filter((src) => /assets/.test(src)),
  )
  await page.context().setOffline(true)
  await page.getByLabel('What work did you complete?').fill('Changed the valve.')
  await addPhotos(page).setInputFiles(['docs/agent-phone.png'])
  await page.getByRole('button', { name: 'Complete Job' }).click()
  await says(page, 'Kept on this phone.')
  const script = await anotherWorker(server.url)
  let isSending = false
  line.answer((path, response, method) => {
    if (method === 'PUT') isSending = true
    if (path !== '/sw.js') return false
    response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(script)
    return true
  })
  await page.context().setOffline(false)
  await expect.poll(() => isSending, { intervals: [5] }).toBe(true)
  // A visit that is sent already leads to another page, which looks for a new version itself.
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update()).catch(() => {})
  const reload = page.getByRole('button', { name: 'Reload' })
  await reload.click({ timeout: 10_000 }).catch(() => {})
  const sent = async () =>
    (await crew.admin.api.get<{ visits: { images: string[] }[] }>(`/api/jobs/${job.id}`)).visits.map(
      ({ images }) => images.length,
    )
  await expect.poll(sent, { timeout: 60_000 }).toEqual([1])
  for (const file of files) expect([file, (await fetch(file)).status]).toEqual([file, 200])
  await line.close()
})
