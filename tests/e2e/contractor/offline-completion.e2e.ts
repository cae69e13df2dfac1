import type { Page } from '@playwright/test'
import { expect, type People, test } from '#tests/e2e/support/app.ts'
import { addPhotos, WORK, whatWork } from '#tests/e2e/support/completion.ts'
import { intercept } from '#tests/e2e/support/intercept.ts'
import { photographs } from '#tests/e2e/support/pictures.ts'
import { examine, says } from '#tests/e2e/support/screen.ts'
import { aJob } from '#tests/e2e/support/world.ts'

// A contractor in a cellar: the line is gone for a while, or only the answer is.

const NOT_SENT = 'Some photos were not sent'
const complete = (page: Page) => page.getByRole('button', { name: 'Complete Job' })

/** The pauses between the attempts are 13 seconds. */
const gaveUp = (page: Page) => expect(page.getByText(NOT_SENT)).toBeVisible({ timeout: 45_000 })

type Finished = { status: string; visits: { images: string[] }[] }

async function openForm(people: People) {
  const crew = await people.crew()
  const job = await aJob(crew, 'assigned')
  const page = await crew.contractor.open(`/visit/${job.id}`)
  await expect(addPhotos(page)).toBeEnabled()
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

test('a form that is sent without a line is recorded once there is one, with its photos, by itself', async ({
  people,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/)
  const form = await openForm(people)
  const { page } = form
  const photos = await photographs(page, 5, 400, 300)
  await page.context().setOffline(true)
  await addPhotos(page).setInputFiles(photos)
  await whatWork(page).fill(WORK)
  await complete(page).click()
  await says(page, 'No connection. Your text and photos are kept on this device', '0 of 5 photos sent')
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
  // Longer than all attempts on a bad line take.
  await page.waitForTimeout(15_000)
  await expect(page.getByText(NOT_SENT)).toHaveCount(0)
  await examine(page)
  await page.context().setOffline(false)
  await isRecorded(form, 5)
  expect(form.sent).toHaveLength(1)
})

test('photos that failed while the phone believed in its line go with the next press, and nothing contradicts itself', async ({
  people,
  watch,
}) => {
  watch.allow(/ERR_/)
  const form = await openForm(people)
  const { page } = form
  const reconnect = await intercept(page, '**/api/objects/upload', (route) => route.abort('connectionfailed'))
  await addPhotos(page).setInputFiles(await photographs(page, 2, 400, 300))
  await whatWork(page).fill(WORK)
  await complete(page).click()
  await gaveUp(page)
  reconnect()
  // The phone notices its line after all.
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await says(page, '2 of 2 photos sent')
  await expect(page.getByText(NOT_SENT)).toHaveCount(0)
  await complete(page).click()
  await isRecorded(form, 2)
})

test('pressing again tries the photos again that were not sent', async ({ people, watch }) => {
  watch.allow(/ERR_/)
  const form = await openForm(people)
  const { page } = form
  const reconnect = await intercept(page, '**/api/objects/upload', (route) => route.abort('connectionfailed'))
  await addPhotos(page).setInputFiles(await photographs(page, 1, 400, 300))
  await whatWork(page).fill(WORK)
  await complete(page).click()
  await gaveUp(page)
  reconnect()
  await complete(page).click()
  await isRecorded(form, 1)
})

test('a reload, and an answer that is lost after it, record the visit once: the form keeps its key', async ({
  people,
  watch,
}) => {
  watch.allow(/ERR_/)
  const form = await openForm(people)
  const { page, read } = form
  await whatWork(page).fill(WORK)
  const keys: (string | undefined)[] = []
  await page.route('**/api/jobs/*/complete', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length === 1) return route.abort('connectionfailed')
    const answer = await route.fetch()
    return keys.length === 2 ? route.abort('connectionreset') : route.fulfill({ response: answer })
  })
  await complete(page).click()
  await says(page, 'No connection. Nothing is lost')
  expect((await read()).visits).toHaveLength(0)
  await page.reload()
  await expect(whatWork(page)).toHaveValue(WORK)
  await complete(page).click()
  await says(page, 'No connection. Nothing is lost')
  expect((await read()).visits).toHaveLength(1)
  await page.getByRole('button', { name: 'Send Again' }).click()
  await isRecorded(form, 0)
  expect(keys[0]).toBeTruthy()
  expect(keys).toEqual([keys[0], keys[0], keys[0]])
})

test('changed after an answer that was lost, it says that the first words were recorded', async ({ people, watch }) => {
  watch.allow(/ERR_|^422 /)
  const { page, read } = await openForm(people)
  await whatWork(page).fill(WORK)
  const reconnect = await intercept(page, '**/api/jobs/*/complete', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await complete(page).click()
  await says(page, 'No connection. Nothing is lost')
  reconnect()
  await whatWork(page).fill(`${WORK} And swept up.`)
  await page.getByRole('button', { name: 'Send Again' }).click()
  await says(page, 'This had been sent already, before your last changes, which are not in it.')
  expect((await read()).visits).toHaveLength(1)
})
