import type { Locator, Page } from '@playwright/test'
import { expect, type People, test } from './support/app.ts'
import { photographs } from './support/pictures.ts'
import { noteToasts } from './support/screen.ts'
import { aJob } from './support/world.ts'

type Finished = {
  status: string
  visits: { workDescription: string; images: string[] }[]
  quotes: { amount: string; description: string; materialsCost: string | null }[]
}

const work = 'Topped up the pressure and bled the radiators.'
const photoList = (page: Page): Locator => page.getByRole('list', { name: 'Photos' })
const addPhotos = (page: Page) => page.getByLabel('Add Photos (Optional)')
const whatWork = (page: Page) => page.getByLabel('What work did you complete?')

/** A contractor with a job, and what the administrator reads of it. */
async function withJob(people: People) {
  const crew = await people.crew()
  const job = await aJob(crew, 'assigned')
  return { ...crew, job, form: `/visit/${job.id}`, read: () => crew.admin.api.get<Finished>(`/api/jobs/${job.id}`) }
}

/** Opens the form of the job in its card's place. */
async function openForm(page: Page) {
  await page.getByRole('link', { name: 'Rose Cottage', exact: true }).click()
  await expect(addPhotos(page)).toBeEnabled()
}

test('a visit is logged from the list with a quote', async ({ people, watch }) => {
  const { contractor, read } = await withJob(people)
  watch.allow(/^422 POST \/api\/jobs/)
  const page = await contractor.open('/jobs')
  await expect(page.getByText('1 job for review')).toBeVisible()
  await expect(page.getByText('Ready to Start')).toBeVisible()
  await openForm(page)
  await expect(page.getByText('Key at the office')).toBeVisible()

  const complete = page.getByRole('button', { name: 'Complete Job' })
  await expect(complete).toBeDisabled()
  await whatWork(page).fill('   ')
  await expect(complete).toBeDisabled()
  await whatWork(page).fill(work)
  await expect(complete).toBeEnabled()

  await page.getByLabel('This job needs a quote').check()
  const submit = page.getByRole('button', { name: 'Submit Work & Quote' })
  await expect(submit).toBeDisabled()
  await page.getByLabel('Quote Amount (£)').fill('-5')
  await page.getByLabel('Quote Description').fill('Replace the expansion vessel.')
  await submit.click()
  const refusal = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(refusal).toBeFocused()
  await expect(refusal).toContainText('Amount must be a positive number')
  await expect(whatWork(page)).toHaveValue(work)

  await page.getByLabel('Quote Amount (£)').fill('480.50')
  await page.getByText('More detail').click()
  await page.getByLabel('Materials cost (£)').fill('120')
  await submit.click()
  await expect(page.getByText('Quote Submitted')).toBeVisible()
  await expect(page.getByText('No jobs assigned')).toBeVisible()

  const { status, quotes, visits } = await read()
  expect(status).toBe('quote_pending')
  expect(quotes).toMatchObject([
    { amount: '480.50', description: 'Replace the expansion vessel.', materialsCost: '120.00' },
  ])
  expect(visits).toMatchObject([{ workDescription: work, images: [] }])
})

/** Two bars: 1.6 Mbit/s down, 0.75 Mbit/s up, 150 ms each way. */
async function slowLine(page: Page): Promise<void> {
  const network = await page.context().newCDPSession(page)
  const bytesPerSecond = { downloadThroughput: 200_000, uploadThroughput: 94_000 }
  await network.send('Network.emulateNetworkConditions', { offline: false, latency: 150, ...bytesPerSecond })
}

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
  await whatWork(page).fill(work)
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

test('a reload in the middle loses neither text nor photos', async ({ people, watch }) => {
  const { contractor, form, read } = await withJob(people)
  watch.allow(/ERR_|^422 PUT/)
  const page = await contractor.open(form)
  await whatWork(page).fill(work)
  const photos = await photographs(page, 3, 800, 600)
  let open = 1
  await page.route('**/objects/upload/**', (route) => (open-- > 0 ? route.continue() : route.abort()))
  await addPhotos(page).setInputFiles(photos)
  await expect(page.getByText('1 of 3 photos sent')).toBeVisible()
  await page.reload()
  await expect(whatWork(page)).toHaveValue(work)
  await expect(photoList(page).getByRole('listitem')).toHaveCount(3)
  await expect(page.getByText('1 of 3 photos sent')).toBeVisible()

  // What was waiting goes on by itself; what has failed for good waits for Retry.
  await page.unroute('**/objects/upload/**')
  await expect(page.getByText('3 of 3 photos sent')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Remove photo-2.jpg' }).click()
  await page.getByRole('button', { name: 'Complete Job' }).click()
  await expect(page).toHaveURL(/\/jobs$/)
  await expect(page.getByText('Your visit has been recorded.')).toBeVisible()
  expect((await read()).visits[0]!.images).toHaveLength(2)
})

test('a photo that keeps failing offers Retry, and the form waits for it', async ({ people, watch }) => {
  const { contractor, form, read } = await withJob(people)
  watch.allow(/ERR_/)
  const page = await contractor.open()
  await page.clock.install()
  await page.goto(form)
  await whatWork(page).fill(work)
  const photos = await photographs(page, 1, 400, 300)
  await page.route('**/api/objects/upload', (route) => route.abort())
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

  await page.unroute('**/api/objects/upload')
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
  await whatWork(page).fill(work)
  await page.getByRole('button', { name: 'Complete Job' }).click()
  await expect(page).toHaveURL(/\/jobs$/)
  expect((await read()).visits[0]!.images).toHaveLength(5)
})

test('a lost connection and a lost answer lose nothing and send nothing twice', async ({ people, watch }) => {
  const { contractor, read } = await withJob(people)
  watch.allow(/ERR_|^409 /)
  const page = await contractor.open('/jobs')
  await openForm(page)
  await whatWork(page).fill(work)
  await page.route('**/api/jobs/*/complete', (route) => route.abort())
  await page.getByRole('button', { name: 'Complete Job' }).click()
  await expect(page.getByText('No connection. Nothing is lost')).toBeVisible()
  await expect(whatWork(page)).toHaveValue(work)

  await page.unroute('**/api/jobs/*/complete')
  await page.route('**/api/jobs/*/complete', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Send Again' }).click()
  await expect(page.getByText('No connection. Nothing is lost')).toBeVisible()
  expect((await read()).status).toBe('completed')

  await page.unroute('**/api/jobs/*/complete')
  await page.getByRole('button', { name: 'Send Again' }).click()
  await expect(page.getByText('Your visit has been recorded.')).toBeVisible()
  expect((await read()).visits).toHaveLength(1)
})

test('an expired session keeps everything until the next sign-in', async ({ people, watch }) => {
  const { contractor, form } = await withJob(people)
  watch.allow(/^401 POST/)
  const page = await contractor.open('/jobs')
  await openForm(page)
  await whatWork(page).fill(work)
  await page.context().clearCookies()
  const toldLast = await noteToasts(page)
  await page.getByRole('button', { name: 'Complete Job' }).click()
  await page.waitForURL(/\/login\?next=/)
  expect((await toldLast()).words).toContain('You are logged out. Logging in again...')
  await page.getByLabel('Email or Username').fill(contractor.identifier)
  await page.getByLabel('Password', { exact: true }).fill(contractor.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(form)
  await expect(whatWork(page)).toHaveValue(work)
})

test('a job that went to somebody else is told at the form', async ({ people, watch }) => {
  const { admin, contractor, job } = await withJob(people)
  watch.allow(/^404 POST/)
  const page = await contractor.open('/jobs')
  await openForm(page)
  await whatWork(page).fill(work)
  const other = await people.contractor({ firstName: 'Dora', lastName: 'Vale' })
  await admin.api.post(`/api/jobs/${job.id}/assign`, { contractorId: other.id })
  await page.getByRole('button', { name: 'Complete Job' }).click()
  await expect(page.getByText('This job is no longer assigned to you.')).toBeVisible()
  await expect(whatWork(page)).toHaveValue(work)
})

test('quote work is started, then marked complete with words and photos', async ({ people }) => {
  const crew = await people.crew()
  await aJob(crew, 'quote_approved')
  const page = await crew.contractor.open('/jobs')
  await expect(page.getByText('Quote Approved')).toBeVisible()
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByText('In Progress', { exact: true })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Log Visit' }).click()
  await addPhotos(page).setInputFiles(await photographs(page, 1, 200, 150))
  await expect(page.getByText('1 of 1 photos sent')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark Complete' })).toBeDisabled()
  await whatWork(page).fill('Replaced the vessel.')
  await page.getByRole('button', { name: 'Mark Complete' }).click()
  await expect(page.getByText('The quote work has been marked complete.')).toBeVisible()
  await expect(page.getByText('No jobs assigned')).toBeVisible()
})

test('without JavaScript the form refuses, keeps what was typed, and takes it', async ({ people, watch }) => {
  const { contractor, read } = await withJob(people)
  // Chromium's word for scripts that it was told not to run.
  watch.allow(/^422 POST \/jobs/, /^csp GET \/assets\//)
  const page = await contractor.open('/jobs', { javaScriptEnabled: false })
  await page.getByRole('link', { name: 'Rose Cottage', exact: true }).click()
  await expect(page.getByText('Photos can be added where JavaScript is on.')).toBeVisible()
  await expect(page.getByLabel('Quote Description')).toBeHidden()
  await page.getByLabel('This job needs a quote').check()
  await page.getByLabel('Quote Description').fill('Replace the expansion vessel.')
  await page.getByRole('button', { name: 'Submit Work & Quote' }).click()
  await expect(page).toHaveTitle(/^Error: /)
  await expect(page.getByRole('alert')).toContainText('Please describe the work you completed')
  await whatWork(page).fill(work)
  await page.getByLabel('Quote Amount (£)').fill('480')
  await expect(page.getByLabel('Quote Description')).toHaveValue('Replace the expansion vessel.')
  await page.getByRole('button', { name: 'Submit Work & Quote' }).click()
  await expect(page.getByText('Quote Submitted')).toBeVisible()
  expect((await read()).status).toBe('quote_pending')
})

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
