import type { Page } from '@playwright/test'
import { expect, type People, test } from '#tests/e2e/support/app.ts'
import { outboxIsLoaded } from '#tests/e2e/support/phone.ts'
import { photographs } from '#tests/e2e/support/pictures.ts'
import { examine, says } from '#tests/e2e/support/screen.ts'
import { aJob } from '#tests/e2e/support/world.ts'

// A contractor at the door, with one thumb: what happened, in how many taps.

const RANG = 'Rang at nine and at ten, and called the tenant.'

type Recorded = { status: string; visits: { outcome: string; workDescription: string; images: string[] }[] }

const addPhotos = (page: Page) => page.getByLabel('Add Photos (Optional)')
const choice = (page: Page, name: string) => page.getByRole('radio', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name })

async function withJob(people: People, path = '/jobs', options?: { javaScriptEnabled: boolean }) {
  const crew = await people.crew()
  const job = await aJob(crew, 'assigned')
  const page = await crew.contractor.open(path.replace(':id', job.id), options)
  return { crew, job, page, read: () => crew.admin.api.get<Recorded>(`/api/jobs/${job.id}`) }
}

/** Every tap of the page, a touch of it or a click. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    sessionStorage.setItem('taps', '0')
    const count = () => sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps')) + 1))
    addEventListener('pointerdown', count, { capture: true })
  })
  return () => page.evaluate(() => Number(sessionStorage.getItem('taps')))
}

test('work done with two photos takes four taps, as it did before there was a choice', async ({ people }) => {
  const { page, read } = await withJob(people)
  const photos = await photographs(page, 2, 200, 150)
  const taps = await countTaps(page)
  await page.getByRole('link', { name: 'Rose Cottage', exact: true }).tap()
  await expect(addPhotos(page)).toBeEnabled()
  await page.getByLabel('What work did you complete?').tap()
  await page.keyboard.type('Bled the radiators.')
  const picker = page.waitForEvent('filechooser')
  await addPhotos(page).tap()
  await (await picker).setFiles(photos)
  await button(page, 'Complete Job').tap()
  await says(page, 'Your visit has been recorded.')
  expect(await taps()).toBe(4)
  expect(await read()).toMatchObject({ status: 'completed', visits: [{ outcome: 'done', images: { length: 2 } }] })
})

test('nobody at home takes four taps, and the job is still there', async ({ people }) => {
  const { page, read } = await withJob(people)
  const taps = await countTaps(page)
  await page.getByRole('link', { name: 'Rose Cottage', exact: true }).tap()
  await expect(addPhotos(page)).toBeEnabled()
  await choice(page, 'Nobody let me in').tap()
  await expect(button(page, 'Save Visit')).toBeDisabled()
  await expect(page.getByLabel('This job needs a quote')).toBeHidden()
  await page.getByLabel('How did you try to get in?').tap()
  await page.keyboard.type(RANG)
  await examine(page)
  await button(page, 'Save Visit').tap()
  await says(page, 'The job stays in your list.', '1 job for review')
  expect(await taps()).toBe(4)
  expect(await read()).toMatchObject({
    status: 'assigned',
    visits: [{ outcome: 'no_access', workDescription: RANG, images: [] }],
  })
})

test('a choice, its day and its photos are kept over a reload, and wait for a line', async ({ people, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/)
  const { page, read } = await withJob(people, '/visit/:id')
  await expect(addPhotos(page)).toBeEnabled()
  await choice(page, 'I have to come back').check()
  await page.getByLabel('What is done, and what is left?').fill('The valve is on order.')
  await page.getByText('Visit was on another day').click()
  const day = page.getByLabel('Day of the visit')
  const today = (await day.getAttribute('max'))!
  await day.fill(today)
  await addPhotos(page).setInputFiles(await photographs(page, 1, 200, 150))
  await says(page, '1 of 1 photos sent')
  await page.reload()
  await says(page, '1 of 1 photos sent')
  await expect(choice(page, 'I have to come back')).toBeChecked()
  await expect(page.getByLabel('What is done, and what is left?')).toHaveValue('The valve is on order.')
  await expect(day).toHaveValue(today)
  await examine(page)
  await outboxIsLoaded(page)
  await page.context().setOffline(true)
  await button(page, 'Save Visit').click()
  await says(page, 'Kept on this phone.')
  expect((await read()).visits).toEqual([])
  await page.context().setOffline(false)
  await says(page, 'Visit Saved')
  expect(await read()).toMatchObject({ status: 'in_progress', visits: [{ outcome: 'return', images: { length: 1 } }] })
})

test('handing back sends no photos, and waits for none', async ({ people, watch }) => {
  watch.allow(/ERR_/)
  const { page, job, crew, read } = await withJob(people)
  await page.getByRole('link', { name: 'Rose Cottage', exact: true }).click()
  await expect(addPhotos(page)).toBeEnabled()
  await page.route('**/api/objects/upload', (route) => route.abort('connectionfailed'))
  await addPhotos(page).setInputFiles(await photographs(page, 1, 200, 150))
  await choice(page, 'I cannot take this job').check()
  await expect(page.getByText('Add Photos (Optional)')).toBeHidden()
  await expect(page.getByText('Visit was on another day')).toBeHidden()
  await page.getByLabel('Why can you not take it?').fill('I am ill.')
  await examine(page)
  await button(page, 'Hand Back').click()
  await says(page, 'Job Handed Back', 'No jobs assigned')
  expect(await read()).toMatchObject({ status: 'pending', visits: [] })
  const events = await crew.admin.api.get<{ event: string; detail: object }[]>(`/api/jobs/${job.id}/events`)
  expect(events.at(-1)).toMatchObject({ event: 'handedBack', detail: { reason: 'I am ill.' } })
})

test('what is cancelled and what is done in a searched list leaves it searched', async ({ people }) => {
  const { page, crew } = await withJob(people, '/jobs?search=rose')
  await aJob(crew, 'assigned', { job: { propertyName: 'Mill House' } })
  const open = () => page.getByRole('link', { name: 'Rose Cottage', exact: true }).click()
  await open()
  await expect(addPhotos(page)).toBeEnabled()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await says(page, '1 job for review')
  await open()
  await expect(addPhotos(page)).toBeEnabled()
  await page.getByLabel('What work did you complete?').fill('Bled the radiators.')
  await button(page, 'Complete Job').click()
  await says(page, 'Your visit has been recorded.', 'No jobs match your search')
})

test('without JavaScript the form shows what belongs to the choice, and takes it', async ({ people, watch }) => {
  watch.allow(/^422 POST \/jobs/, /^csp GET \/assets\//)
  const { page, read } = await withJob(people, '/visit/:id', { javaScriptEnabled: false })
  await choice(page, 'Nobody let me in').check()
  await expect(page.getByText('What work did you complete?')).toBeHidden()
  await expect(page.getByLabel('This job needs a quote')).toBeHidden()
  await expect(button(page, 'Complete Job')).toHaveCount(0)
  await button(page, 'Save Visit').click()
  await expect(page.getByRole('alert')).toContainText('Please say what happened')
  await expect(choice(page, 'Nobody let me in')).toBeChecked()
  await page.getByLabel('How did you try to get in?').fill(RANG)
  await button(page, 'Save Visit').click()
  await says(page, 'Visit Saved', '1 job for review')
  expect(await read()).toMatchObject({ status: 'assigned', visits: [{ outcome: 'no_access' }] })
})
