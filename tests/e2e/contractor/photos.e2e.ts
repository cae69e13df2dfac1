import type { Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/support/app.ts'
import { addPhotos, openForm, photoList, WORK, whatWork, withJob } from '#tests/e2e/support/completion.ts'
import { intercept } from '#tests/e2e/support/intercept.ts'
import { photographs } from '#tests/e2e/support/pictures.ts'

// A contractor's photos, on lines and with files as they are.

/** Two bars: 1.6 Mbit/s down, 0.75 Mbit/s up, 150 ms each way. */
async function slowLine(page: Page): Promise<void> {
  const network = await page.context().newCDPSession(page)
  const bytesPerSecond = { downloadThroughput: 200_000, uploadThroughput: 94_000 }
  await network.send('Network.emulateNetworkConditions', { offline: false, latency: 150, ...bytesPerSecond })
}

/** How many photos the browser still keeps. */
const storedBy = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const request = indexedDB.open('fettle')
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const count = request.result.transaction('photos').objectStore('photos').count()
          count.onsuccess = () => resolve(count.result)
        }
      }),
  )

test('five photos arrive once and in order over a slow line, although it breaks twice', async ({ people, watch }) => {
  const { contractor, read } = await withJob(people)
  watch.allow(/ERR_|^409 /)
  const page = await contractor.open('/jobs')
  await openForm(page)
  const photos = await photographs(page, 5)
  const sent: number[] = []
  await page.route('**/objects/upload/**', async (route) => {
    const size = route.request().postDataBuffer()?.byteLength ?? 0
    sent.push(size)
    // The second never leaves; of the fourth only the answer gets lost.
    if (sent.length === 2) return route.abort('connectionfailed')
    if (sent.length === 5) {
      await route.fetch()
      return route.abort('connectionreset')
    }
    return route.continue()
  })
  await slowLine(page)
  await addPhotos(page).setInputFiles(photos)
  await whatWork(page).fill(WORK)
  await expect(page.getByRole('progressbar', { name: 'Sending photo-5.jpg' })).toBeVisible()
  await expect(page.getByText('5 of 5 photos sent')).toBeVisible({ timeout: 90_000 })
  expect(await photoList(page).getByRole('listitem').locator('.one-line').allTextContents()).toEqual(
    photos.map(({ name }) => name),
  )
  const paths = await page
    .locator('input[name=images]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('value')))
  expect(new Set(paths).size).toBe(5)
  expect(Math.max(...sent)).toBeLessThanOrEqual(350 * 1024)

  await page.getByRole('button', { name: 'Complete Job' }).click()
  await expect(page.getByText('Your visit has been recorded.')).toBeVisible()
  const { status, visits } = await read()
  expect(status).toBe('completed')
  expect(visits.map(({ images }) => images)).toEqual([paths])
  await expect.poll(() => storedBy(page)).toBe(0)
})

test('five photos arrive by themselves although the line dies three times without a word', async ({
  people,
  watch,
}) => {
  const { contractor, form } = await withJob(people)
  watch.allow(/ERR_/)
  const page = await contractor.open()
  await page.clock.install()
  await page.goto(form)
  const photos = await photographs(page, 5, 400, 300)
  // Packets vanish: nothing is answered, and nothing fails.
  const swallowed: string[] = []
  const swallow = (path: string, which: readonly number[]) => {
    let asked = 0
    return page.route(path, (route) => {
      if (which.includes(++asked)) return void swallowed.push(route.request().method())
      return route.continue()
    })
  }
  await swallow('**/api/objects/upload', [4])
  await swallow('**/objects/upload/**', [2, 3])
  await addPhotos(page).setInputFiles(photos)
  await expect(async () => {
    await page.clock.runFor(1000)
    await expect(page.getByText('5 of 5 photos sent')).toBeVisible({ timeout: 100 })
  }).toPass({ timeout: 90_000 })
  expect(swallowed.toSorted()).toEqual(['POST', 'PUT', 'PUT'])
  await expect(page.getByRole('button', { name: /^Retry/ })).toHaveCount(0)
})

test('a reload in the middle loses neither text nor photos', async ({ people, watch }) => {
  const { contractor, form, read } = await withJob(people)
  watch.allow(/ERR_|^422 PUT/)
  const page = await contractor.open(form)
  await whatWork(page).fill(WORK)
  const photos = await photographs(page, 3, 800, 600)
  let open = 1
  const reconnect = await intercept(page, '**/objects/upload/**', (route) =>
    open-- > 0 ? route.continue() : route.abort(),
  )
  await addPhotos(page).setInputFiles(photos)
  await expect(page.getByText('1 of 3 photos sent')).toBeVisible()
  await page.reload()
  await expect(whatWork(page)).toHaveValue(WORK)
  await expect(photoList(page).getByRole('listitem')).toHaveCount(3)
  await expect(page.getByText('1 of 3 photos sent')).toBeVisible()

  // What was waiting goes on by itself; what has failed for good waits for Retry.
  reconnect()
  await expect(page.getByText('3 of 3 photos sent')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Remove photo-2.jpg' }).click()
  await page.getByRole('button', { name: 'Complete Job' }).click()
  await expect(page).toHaveURL(/\/jobs$/)
  await expect(page.getByText('Your visit has been recorded.')).toBeVisible()
  expect((await read()).visits[0]!.images).toHaveLength(2)
})

test('a photo that keeps failing offers Retry, and the form waits for it, where the phone keeps nothing to send', async ({
  people,
  watch,
}) => {
  const { contractor, form, read } = await withJob(people)
  watch.allow(/ERR_/)
  const page = await contractor.open()
  await page.addInitScript(() => Object.defineProperty(globalThis, 'loadOutbox', { get() {}, set() {} }))
  await page.clock.install()
  await page.goto(form)
  await whatWork(page).fill(WORK)
  const photos = await photographs(page, 1, 400, 300)
  const reconnect = await intercept(page, '**/api/objects/upload', (route) => route.abort())
  await addPhotos(page).setInputFiles(photos)
  await page.getByRole('button', { name: 'Complete Job' }).click()
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
  // An attempt's pause begins when the one before has failed.
  await expect(async () => {
    await page.clock.runFor(1000)
    await expect(page.getByText('Failed to upload photo-1.jpg')).toBeVisible({ timeout: 100 })
  }).toPass()
  await expect(page.getByText('Some photos were not sent.')).toBeVisible()
  expect((await read()).status).toBe('assigned')

  reconnect()
  await page.getByRole('button', { name: 'Retry photo-1.jpg' }).click()
  await expect(page.getByText('1 of 1 photos sent')).toBeVisible()
  await page.getByRole('button', { name: 'Complete Job' }).click()
  await expect(page).toHaveURL(/\/jobs$/)
  expect((await read()).visits[0]!.images).toHaveLength(1)
})

test('files that are no photos, or too large, are told', async ({ people, watch }) => {
  const { contractor, form, read } = await withJob(people)
  watch.allow(/ERR_|^422 PUT/)
  const page = await contractor.open(form)
  await addPhotos(page).setInputFiles([
    { name: 'huge.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(5_242_881, 1) },
    { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Call Mrs Mill about the key.') },
    { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
  ])
  await expect(page.getByText('File huge.jpg is too large')).toBeVisible()
  await expect(page.getByText('This is not a photo that can be read.')).toBeVisible()
  await expect(page.getByText('File letter.pdf is not a photo')).toBeVisible()

  await addPhotos(page).setInputFiles(await photographs(page, 6, 200, 150))
  await expect(page.getByText('You can add at most 5 photos.')).toBeVisible()
  await expect(page.getByText('5 of 5 photos sent')).toBeVisible()
  await whatWork(page).fill(WORK)
  await page.getByRole('button', { name: 'Complete Job' }).click()
  await expect(page).toHaveURL(/\/jobs$/)
  expect((await read()).visits[0]!.images).toHaveLength(5)
})
