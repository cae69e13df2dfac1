import type { Page } from '@playwright/test'
import { expect, type People, test } from '#tests/e2e/support/app.ts'
import { addPhotos, WORK, whatWork } from '#tests/e2e/support/completion.ts'
import { intercept } from '#tests/e2e/support/intercept.ts'
import {
  keepsSlowly,
  keptPhotoSizes,
  lineIsBack,
  outboxIsLoaded,
  RECORDED,
  WITHOUT_WORKER,
} from '#tests/e2e/support/phone.ts'
import { grainyPhotograph, photographs } from '#tests/e2e/support/pictures.ts'
import { examine, says } from '#tests/e2e/support/screen.ts'
import { aJob } from '#tests/e2e/support/world.ts'

// A contractor in a cellar: the line is gone for a while, or only the answer is.

const complete = (page: Page) => page.getByRole('button', { name: 'Complete Job' })

type Finished = { status: string; visits: { images: string[]; visitDate: string }[] }

async function openForm(people: People, options = {}) {
  const crew = await people.crew()
  const job = await aJob(crew, 'assigned')
  const page = await crew.contractor.open(`/visit/${job.id}`, options)
  await expect(addPhotos(page)).toBeEnabled()
  await outboxIsLoaded(page)
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/complete') && sent.push(request.url()))
  return { page, sent, read: () => crew.admin.api.get<Finished>(`/api/jobs/${job.id}`) }
}

async function isRecorded({ page, read }: Awaited<ReturnType<typeof openForm>>, photos: number) {
  await expect(page).toHaveURL(/\/jobs$/)
  await says(page, 'Your visit has been recorded.')
  const { status, visits } = await read()
  expect(status).toBe('completed')
  expect(visits.map(({ images }) => images.length)).toEqual([photos])
}

test('a form that is sent without a line is recorded once there is one, with the photos just chosen, by itself', async ({
  people,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/, RECORDED)
  const form = await openForm(people)
  const { page } = form
  const photos = await photographs(page, 5, 400, 300)
  await keepsSlowly(page)
  await page.context().setOffline(true)
  await addPhotos(page).setInputFiles(photos)
  await whatWork(page).fill(WORK)
  await complete(page).click()
  await says(page, 'Kept on this phone. It is sent as soon as there is a line')
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
  await examine(page)
  await page.context().setOffline(false)
  await isRecorded(form, 5)
  expect(form.sent).toHaveLength(1)
})

test('photos of a camera that are chosen just before wait to be small, and arrive', async ({ people, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/, RECORDED)
  const form = await openForm(people)
  const { page } = form
  const photo = await grainyPhotograph(page)
  expect(photo.buffer.length).toBeGreaterThan(5_242_880)
  await whatWork(page).fill(WORK)
  await page.context().setOffline(true)
  await addPhotos(page).setInputFiles([photo, ...(await photographs(page, 2))])
  await complete(page).click()
  await says(page, 'Kept on this phone.')
  const sizes = await keptPhotoSizes(page)
  expect(sizes).toHaveLength(3)
  expect(Math.max(...sizes)).toBeLessThan(2_000_000)
  await page.context().setOffline(false)
  await isRecorded(form, 3)
})

test('a photo that was too large for its phone to make smaller is made so after Change', async ({ people, watch }) => {
  watch.allow(/ERR_|^413 |console error/, RECORDED)
  const form = await openForm(people)
  const { page } = form
  const photo = await grainyPhotograph(page)
  await page.evaluate(() => {
    HTMLCanvasElement.prototype.toBlob = (done) => done(null)
  })
  await whatWork(page).fill(WORK)
  await page.context().setOffline(true)
  await addPhotos(page).setInputFiles(photo)
  await complete(page).click()
  await expect(page).toHaveURL(/\/visit\//)
  await says(page, 'Kept on this phone.')
  await page.context().setOffline(false)
  await expect(page).toHaveURL(/\/waiting$/)
  await says(page, 'Needs your attention', 'grain.jpg: This is too large to be sent.')
  await page.getByRole('button', { name: 'Change' }).click()
  await says(page, '1 of 1 photos sent')
  await complete(page).click()
  await expect.poll(async () => (await form.read()).visits.map(({ images }) => images.length)).toEqual([1])
})

test('photos go with the visit also when their place on the phone was emptied meanwhile, or cannot be read', async ({
  people,
  watch,
}) => {
  watch.allow(/ERR_|^401 /, RECORDED)
  const form = await openForm(people)
  const { page } = form
  await whatWork(page).fill(WORK)
  await addPhotos(page).setInputFiles(await photographs(page, 2, 400, 300))
  await says(page, '2 of 2 photos sent')
  // As another tab does at Log Out.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        indexedDB.deleteDatabase('fettle').onsuccess = resolve
      }),
  )
  await page.context().setOffline(true)
  await complete(page).click()
  await says(page, 'Kept on this phone.')
  expect(await keptPhotoSizes(page)).toHaveLength(2)
  await page.context().setOffline(false)
  await isRecorded(form, 2)
})

test('a visit whose page is left once it is kept comes back by Change with each photo once', async ({
  people,
  watch,
}) => {
  watch.allow(/ERR_/)
  const { page } = await openForm(people)
  await whatWork(page).fill(WORK)
  await addPhotos(page).setInputFiles(await photographs(page, 2, 400, 300))
  await says(page, '2 of 2 photos sent')
  await page.evaluate(() =>
    Object.defineProperty(IDBTransaction.prototype, 'oncomplete', {
      set(this: IDBTransaction, done: () => void) {
        this.addEventListener('complete', () => setTimeout(done, this.db.name === 'fettle' ? 500 : 0))
      },
    }),
  )
  await page.route('**/api/ping', (route) => route.abort())
  await page.context().setOffline(true)
  await complete(page).click()
  await says(page, 'Kept on this phone.')
  await page.context().setOffline(false)
  await page.goto('/waiting')
  await page.getByRole('button', { name: 'Change' }).click()
  await says(page, /of 2 photos sent/)
})

test('photos are kept for a reload also where the phone has closed their place', async ({ people, watch }) => {
  watch.allow(/ERR_/)
  const { page } = await openForm(people)
  const photos = await photographs(page, 2, 400, 300)
  await addPhotos(page).setInputFiles(photos[0]!)
  await says(page, '1 of 1 photos sent')
  // iPhones do it to a page that slept.
  await page.evaluate(() => {
    const { transaction } = IDBDatabase.prototype
    IDBDatabase.prototype.transaction = function (...how) {
      IDBDatabase.prototype.transaction = transaction
      this.close()
      return transaction.apply(this, how)
    }
  })
  await addPhotos(page).setInputFiles(photos[1]!)
  await says(page, '2 of 2 photos sent')
  await expect(page.getByText('This device does not keep them')).toHaveCount(0)
  await page.reload()
  await says(page, '2 of 2 photos sent')
})

test('a page that is asked for anew once its visit is recorded says so, and no error', async ({ people, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/, RECORDED)
  const form = await openForm(people, WITHOUT_WORKER)
  const { page, read } = form
  await whatWork(page).fill(WORK)
  await page.context().setOffline(true)
  await complete(page).click()
  await says(page, 'Kept on this phone.')
  const reread = page.waitForResponse((answer) => answer.url() === page.url())
  await page.route('**/visit/*', async (route) => {
    await expect.poll(async () => (await read()).status).toBe('completed')
    await route.continue()
  })
  await page.route('**/api/jobs/*/complete', async (route) => {
    const response = await route.fetch()
    await reread
    // What the page does with that answer it begins at once.
    await page.waitForTimeout(500)
    await route.fulfill({ response })
  })
  await page.context().setOffline(false)
  await isRecorded(form, 0)
  expect((await reread).status()).toBe(409)
})

test('photos that fail while the phone believes in its line are kept with the visit, and go by themselves', async ({
  people,
  watch,
}) => {
  watch.allow(/ERR_/, RECORDED)
  const form = await openForm(people)
  const { page } = form
  const reconnect = await intercept(page, '**/api/objects/upload', (route) => route.abort('connectionfailed'))
  await addPhotos(page).setInputFiles(await photographs(page, 2, 400, 300))
  await whatWork(page).fill(WORK)
  await complete(page).click()
  // The pauses between the attempts are 13 seconds.
  await expect(page.getByText('Kept on this phone.')).toBeVisible({ timeout: 45_000 })
  reconnect()
  await lineIsBack(page)
  await isRecorded(form, 2)
})

test('an answer that is lost, a reload, and another lost answer record the visit once, under one key', async ({
  people,
  watch,
}) => {
  watch.allow(/ERR_/, RECORDED)
  const form = await openForm(people)
  const { page, read } = form
  await whatWork(page).fill(WORK)
  const sent: [key: string | undefined, body: string | null][] = []
  let noticed = () => {}
  const notice = new Promise<void>((resolve) => (noticed = resolve))
  await page.route('**/api/jobs/*/complete', async (route) => {
    const request = route.request()
    const turn = sent.push([request.headers()['idempotency-key'], request.postData()])
    if (turn === 1) return route.abort('connectionfailed')
    // The page sends again by itself, maybe before anybody has read what it says.
    await notice
    const answer = await route.fetch()
    return turn === 2 ? route.abort('connectionreset') : route.fulfill({ response: answer })
  })
  const before = Date.now()
  await complete(page).click()
  await says(page, 'Kept on this phone.')
  const since = Date.now()
  await page.reload()
  await says(page, 'Finished here, not sent yet')
  noticed()
  await expect(whatWork(page)).toBeHidden()
  await expect(async () => {
    await lineIsBack(page)
    await expect(page).toHaveURL(/\/jobs$/, { timeout: 1000 })
  }).toPass()
  const { status, visits } = await read()
  expect([status, visits.length]).toEqual(['completed', 1])
  expect(sent.length).toBeGreaterThan(2)
  expect(new Set(sent.map(String)).size).toBe(1)
  // The visit was when it was sent first, not when it arrived.
  const { recordedAt, clockAhead } = JSON.parse(sent[0]![1]!)
  expect(Date.parse(recordedAt)).toBeGreaterThanOrEqual(before)
  expect(Date.parse(recordedAt)).toBeLessThan(since)
  expect(Math.abs(Date.parse(visits[0]!.visitDate) + clockAhead * 1000 - Date.parse(recordedAt))).toBeLessThan(1000)
})

test('what a failing proxy had let through is recorded once, also when it is pressed again without a line', async ({
  people,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|^502 |console error/, RECORDED)
  const form = await openForm(people, WITHOUT_WORKER)
  const { page } = form
  await addPhotos(page).setInputFiles(await photographs(page, 1, 400, 300))
  await whatWork(page).fill(WORK)
  const isBack = await intercept(page, '**/api/jobs/*/complete', async (route) => {
    await route.fetch()
    await route.fulfill({ status: 502 })
  })
  await complete(page).click()
  await says(page, 'Something went wrong. Please try again.')
  isBack()
  await page.context().setOffline(true)
  await complete(page).click()
  await says(page, 'Kept on this phone.')
  await page.context().setOffline(false)
  await isRecorded(form, 1)
})
