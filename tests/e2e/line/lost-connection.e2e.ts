import type { Page } from '@playwright/test'
import { expect, type People, test } from '#tests/e2e/support/app.ts'
import { addPhotos } from '#tests/e2e/support/completion.ts'
import { intercept } from '#tests/e2e/support/intercept.ts'
import { filledPhone, keepsSlowly, outboxIsLoaded } from '#tests/e2e/support/phone.ts'
import { photographs } from '#tests/e2e/support/pictures.ts'
import { dialogOf, examine, itemOf, says, toastOf } from '#tests/e2e/support/screen.ts'
import { weakLine } from '#tests/e2e/support/weak-line.ts'
import { aJob } from '#tests/e2e/support/world.ts'

async function typeJob(page: Page) {
  const lookedUp = page.waitForResponse(/\/jobs\/at-property/)
  await page.getByLabel('Estate Agency').fill('Rightway Lettings')
  await page.getByLabel('Property Name').fill('Rose Cottage')
  await page.getByLabel('Property Address').fill('12 Mill Lane')
  await page.getByLabel('What needs fixing?').fill('The boiler loses pressure every night.')
  await lookedUp
}

async function isStillTyped(page: Page) {
  await expect(page.getByLabel('Property Name')).toHaveValue('Rose Cottage')
  await expect(page.getByLabel('Property Address')).toHaveValue('12 Mill Lane')
  await expect(page.getByLabel('What needs fixing?')).toHaveValue('The boiler loses pressure every night.')
}

test('Create Job on a lost connection is kept, and raised once there is one', {
  tag: '@phone',
}, async ({ people, watch }) => {
  watch.allow(/^net::ERR_INTERNET_DISCONNECTED|htmx:error/)
  const agent = await people.agent()
  const page = await agent.open('/create-job')
  await typeJob(page)
  await page.getByText('More detail').click()
  await expect(addPhotos(page)).toBeEnabled()
  await outboxIsLoaded(page)
  await keepsSlowly(page)
  const photos = await photographs(page, 2, 400, 300)
  await page.context().setOffline(true)
  await addPhotos(page).setInputFiles(photos)
  await page.getByRole('button', { name: 'Create Job' }).click()
  await says(toastOf(page), 'Kept on this phone')
  await expect(page.getByLabel('Property Name')).toHaveValue('')
  await says(page, '1 waiting to send')
  await examine(page)
  await page.context().setOffline(false)
  await expect(page.getByText('1 waiting to send')).toHaveCount(0)
  await page.goto('/')
  await expect(page).toHaveURL('/')
  await says(itemOf(page, 'Rose Cottage'), '12 Mill Lane')
  const [raised] = await agent.api.get<{ photosUrls: string[] }[]>('/api/jobs')
  expect(raised!.photosUrls).toHaveLength(2)
})

test('Create Job that meets a failing server is typed still when one comes back to it', { tag: '@phone' }, async ({
  people,
  line,
  watch,
}) => {
  watch.allow(/^500 POST \/create-job/)
  const agent = await people.agent()
  // No route of Playwright is for what a service worker sends.
  const page = await agent.open(`${line.url}/create-job`)
  await typeJob(page)
  line.answer((path, response, method) => {
    if (method !== 'POST' || path !== '/create-job') return false
    response.writeHead(500).end('Broken')
    return true
  })
  await page.getByRole('button', { name: 'Create Job' }).click()
  await says(page, 'Broken')
  await page.goto(`${line.url}/`)
  await page.goto(`${line.url}/create-job`)
  await isStillTyped(page)
})

test('a list whose button finds no connection says so once, and its button works afterwards', {
  tag: '@desktop',
}, async ({ people, watch }) => {
  watch.allow(/^net::ERR_INTERNET_DISCONNECTED/, /^console error/)
  const crew = await people.crew()
  const job = await aJob(crew, 'quote_pending')
  const page = await crew.agent.open('/quotes')
  await page.context().setOffline(true)
  const approve = itemOf(page, job.propertyName).getByRole('button', { name: /Approve/ })
  const confirm = dialogOf(page).getByRole('button', { name: 'Approve Quote' })
  await approve.click()
  await says(toastOf(page), 'No connection')
  await examine(page)
  await page.context().setOffline(false)
  await approve.click()
  await confirm.click()
  await says(toastOf(page), 'Quote Approved')
})

/** Once the script is there that a page loses and finds its line by. */
const knowsOfLine = (page: Page) => page.waitForFunction(() => 'loadOutbox' in globalThis)

/** A pending quote with the pointer over its button; all rules are there, which come with the first touch. */
async function quoteUnderPointer(crew: Awaited<ReturnType<People['crew']>>) {
  const job = await aJob(crew, 'quote_pending')
  const page = await crew.agent.open('/quotes')
  const approve = itemOf(page, job.propertyName).getByRole('button', { name: /Approve/ })
  await knowsOfLine(page)
  const rules = page.waitForResponse(/\.css$/)
  await approve.hover()
  await (await rules).finished()
  return { page, approve }
}

test('no page moves under a press when the line is back', { tag: '@desktop' }, async ({ people, watch }) => {
  watch.allow(/^net::ERR_/, /^console error/)
  const { page, approve } = await quoteUnderPointer(await people.crew())
  await page.context().setOffline(true)
  await approve.click()
  await says(page, 'Offline.')
  const before = await approve.boundingBox()
  await page.mouse.down()
  const reread = page.waitForResponse((answer) => answer.url().endsWith('/quotes'))
  await page.context().setOffline(false)
  await (await reread).finished()
  await page.waitForTimeout(300)
  expect(await approve.boundingBox()).toEqual(before)
  await page.mouse.up()
  await dialogOf(page).getByRole('button', { name: 'Approve Quote' }).click()
  await says(toastOf(page), 'Quote Approved')
  await expect(page.getByText('Offline.')).toHaveCount(0)
})

test('when the line is back the list under an open dialog is made new, not the page in the dialog', {
  tag: '@desktop',
}, async ({ people, watch }) => {
  watch.allow(/^net::ERR_/, /^console error/)
  const crew = await people.crew()
  const job = await aJob(crew, 'quote_pending')
  const page = await crew.agent.open('/jobs')
  await knowsOfLine(page)
  await itemOf(page, job.propertyName).getByRole('link', { name: job.propertyName }).click()
  await expect(dialogOf(page)).toBeVisible()
  await page.context().setOffline(true)
  await says(page, 'Offline.')
  const { propertyName } = await aJob(crew, 'pending', { job: { propertyName: 'Seaview' } })
  await page.context().setOffline(false)
  await expect(page.getByText('Offline.')).toHaveCount(0)
  await expect(itemOf(page, propertyName)).toHaveCount(1)
  await expect(dialogOf(page)).toBeVisible()
})

/** A quote that its agent has tried in vain to approve. */
async function quoteWithoutLine(crew: Awaited<ReturnType<People['crew']>>, url: string) {
  const job = await aJob(crew, 'quote_pending')
  const line = await weakLine(url)
  const page = await filledPhone(crew.agent, line, '/quotes')
  const approve = itemOf(page, job.propertyName).getByRole('button', { name: /Approve/ })
  line.cut()
  await approve.click()
  await says(page, 'Offline.')
  return { line, page, approve }
}

test('a button that is pressed while the page is made new after an outage asks as soon as it may', {
  tag: '@desktop',
}, async ({ people, server, watch }) => {
  watch.allow(/^net::ERR_/, /^console error/)
  const { line, page, approve } = await quoteWithoutLine(await people.crew(), server.url)
  await approve.focus()
  line.delay(1500)
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.keyboard.press('Enter')
  await dialogOf(page).getByRole('button', { name: 'Approve Quote' }).click()
  await says(toastOf(page), 'Quote Approved')
  await line.close()
})

test('a press as the line is lost moves nothing, and the next one is told in a sentence what it needs', {
  tag: '@desktop',
}, async ({ people, watch }) => {
  watch.allow(/^net::ERR_/, /^console error/)
  const { page, approve } = await quoteUnderPointer(await people.crew())
  const before = await approve.boundingBox()
  await page.mouse.down()
  const asked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/auth/user'))
  await page.context().setOffline(true)
  await asked
  await page.waitForTimeout(300)
  expect(await approve.boundingBox()).toEqual(before)
  await page.mouse.up()
  await says(page, 'Offline.')
  await approve.click()
  await expect(toastOf(page).last()).toHaveText('No connectionThis needs a line. Nothing was lost.')
})

test('a page of which half comes when it is made new after an outage goes on asking', { tag: '@desktop' }, async ({
  people,
  server,
  watch,
}) => {
  watch.allow(/^net::ERR_/, /^console error/)
  const { line, page, approve } = await quoteWithoutLine(await people.crew(), server.url)
  let halves = 0
  line.answer((path, response, method) => {
    if (path !== '/quotes' || method !== 'GET') return false
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '9999' }).write('<main>')
    setTimeout(() => response.destroy(), 100)
    return Boolean(++halves)
  })
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => halves).toBeGreaterThan(0)
  await expect(page.getByText('Offline.')).toHaveCount(0)
  line.answer(null)
  await approve.click()
  await dialogOf(page).getByRole('button', { name: 'Approve Quote' }).click()
  await says(toastOf(page), 'Quote Approved')
  await line.close()
})

test('a page that is nobody’s any more when the line is back is left', { tag: '@phone' }, async ({ people, watch }) => {
  watch.allow(/^net::ERR_INTERNET_DISCONNECTED/, /^console error/, /^40[14] GET /)
  const crew = await people.crew()
  const job = await aJob(crew, 'assigned')
  const page = await crew.contractor.open(`/jobs/${job.id}`)
  const away = async (meanwhile: () => Promise<unknown>) => {
    await knowsOfLine(page)
    await page.context().setOffline(true)
    await says(page, 'Offline.')
    await meanwhile()
    await page.context().setOffline(false)
  }
  await away(() => crew.admin.api.post(`/api/jobs/${job.id}/unassign`))
  await says(page, 'Not found')
  await page.goto('/jobs')
  await away(() => page.context().clearCookies())
  await expect(page).toHaveURL(/\/login/)
})

test('a server that fails is told in a toast; the list stays as it was', { tag: '@phone' }, async ({
  people,
  watch,
}) => {
  watch.allow(/^50[03] /, /^console error/)
  const crew = await people.crew()
  const job = await aJob(crew, 'quote_pending')
  const page = await crew.agent.open('/quotes')
  const item = itemOf(page, job.propertyName)
  const repair = await intercept(page, '/quotes/**', (route) => route.fulfill({ status: 503, body: 'Broken' }))
  await item.getByRole('link', { name: /View/ }).click()
  await says(toastOf(page), 'Something went wrong', 'Please try again in a moment.')
  await expect(dialogOf(page)).toBeHidden()
  // The first message still stands.
  const again = page.waitForResponse(/\/decline/)
  await item.getByRole('button', { name: /Decline/ }).click()
  expect((await again).status()).toBe(503)
  await says(toastOf(page), 'Something went wrong')
  await expect(dialogOf(page)).toBeHidden()
  await says(item, 'Pending')
  repair()
  await item.getByRole('link', { name: /View/ }).click()
  await says(dialogOf(page), '£480.00')
})
