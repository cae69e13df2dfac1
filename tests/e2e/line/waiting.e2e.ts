import type { Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/support/app.ts'
import { addPhotos, whatWork } from '#tests/e2e/support/completion.ts'
import { filledPhone, keepsTyped, lineIsBack, outboxIsLoaded, waiting } from '#tests/e2e/support/phone.ts'
import { photographs } from '#tests/e2e/support/pictures.ts'
import { examine, says, signIn, toastOf } from '#tests/e2e/support/screen.ts'
import type { WeakLine } from '#tests/e2e/support/weak-line.ts'
import { aJob } from '#tests/e2e/support/world.ts'

// What waits on a phone: refused, changed, dropped, of another person, and where the phone keeps nothing.

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const itemWith = (page: Page, text: string) => page.locator('#waiting > li').filter({ hasText: text })
const confirm = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click()

async function logVisit(page: Page, path: string, words: string, photos = 0): Promise<void> {
  await page.goto(path)
  await whatWork(page).fill(words)
  if (photos) await addPhotos(page).setInputFiles(await photographs(page, photos, 400, 300))
  await button(page, 'Complete Job').click()
  await says(page, 'Kept on this phone.')
}

async function raise(page: Page, line: WeakLine, name: string): Promise<void> {
  await page.goto(`${line.url}/create-job`)
  await page.getByLabel('Estate Agency').fill('Rightway Lettings')
  await page.getByLabel('Property Name').fill(name)
  await page.getByLabel('Property Address').fill('12 Mill Lane')
  await page.getByLabel('What needs fixing?').fill('The boiler loses pressure every night.')
  await keepsTyped(page, name)
  await button(page, 'Create Job').click()
  await expect(page).toHaveURL(/\/waiting$/)
  await says(page, name)
}

/** What a page of this phone reads of how full it is, and of photos, the first time, is here after all else. */
const readsSlowly = (page: Page) =>
  page.addInitScript(() => {
    const { storage } = navigator
    const estimate = storage.estimate.bind(storage)
    let wait = 8000
    storage.estimate = async () => {
      const waited = new Promise((done) => setTimeout(done, wait))
      wait = 0
      await waited
      return estimate()
    }
    const { get } = IDBObjectStore.prototype
    const slow = new WeakSet<IDBTransaction>()
    IDBObjectStore.prototype.get = function (key) {
      if (this.name === 'photos' && this.transaction.mode === 'readonly' && location.pathname === '/waiting')
        slow.add(this.transaction)
      return get.call(this, key)
    }
    Object.defineProperty(IDBTransaction.prototype, 'oncomplete', {
      set(this: IDBTransaction, done: () => void) {
        this.addEventListener('complete', () => setTimeout(done, slow.has(this) ? 4000 : 0))
      },
    })
  })

test('what was read before something was sent is not shown after it', async ({ people, line, watch }) => {
  watch.allow(/ERR_|console error|^409 /)
  const crew = await people.crew()
  const job = await aJob(crew, 'in_progress')
  const page = await filledPhone(crew.contractor, line)
  await page.context().setOffline(true)
  await logVisit(page, `${line.url}/visit/${job.id}`, 'Changed the valve.', 1)
  await readsSlowly(page)
  await page.goto(`${line.url}/waiting`)
  await outboxIsLoaded(page)
  await page.context().setOffline(false)
  await lineIsBack(page)
  await expect.poll(() => waiting(page)).toBe(0)
  await says(itemWith(page, 'Changed the valve.'), /Sent at/)
  await page.waitForTimeout(5000)
  await says(itemWith(page, 'Changed the valve.'), /Sent at/)
  await expect(page.locator('.unsent')).toHaveCount(0)
})

test('what another did meanwhile is told; it is changed, sent to the administrators with its photos, or dropped', async ({
  people,
  line,
  watch,
}) => {
  watch.allow(/ERR_|console error|^40[349] /)
  const crew = await people.crew()
  const [taken, wrong, dropped] = [
    await aJob(crew, 'in_progress', { job: { propertyName: 'Ash House' } }),
    await aJob(crew, 'in_progress', { job: { propertyName: 'Birch House' } }),
    await aJob(crew, 'in_progress', { job: { propertyName: 'Cedar House' } }),
  ]
  const page = await filledPhone(crew.contractor, line)
  await page.context().setOffline(true)
  await logVisit(page, `${line.url}/visit/${taken.id}`, 'Changed the valve.', 1)
  await logVisit(page, `${line.url}/visit/${wrong.id}`, 'Bled the radiator.', 2)
  await page.goto(`${line.url}/jobs/${dropped.id}`)
  await page.getByLabel('Write a message').fill('Never mind')
  await button(page, 'Send').click()
  await says(page, 'Message written here, not sent yet')
  await crew.admin.api.post(`/api/jobs/${taken.id}/unassign`)
  await page.goto(`${line.url}/visit/${wrong.id}`)
  await says(page, 'Finished here, not sent yet')
  await expect(addPhotos(page)).toBeAttached()

  await page.goto(`${line.url}/waiting`)
  await itemWith(page, 'Never mind').getByRole('button', { name: 'Drop' }).click()
  await confirm(page, 'Drop')
  await expect(itemWith(page, 'Never mind')).toHaveCount(0)
  await itemWith(page, 'Birch House').getByRole('button', { name: 'Change' }).click()
  await says(page, /of 2 photos sent/)
  await expect(whatWork(page)).toHaveValue('Bled the radiator.')
  await whatWork(page).fill('Bled both radiators.')
  await button(page, 'Complete Job').click()
  await says(page, 'Kept on this phone.')

  await page.context().setOffline(false)
  await expect.poll(() => waiting(page)).toBe(1)
  await page.goto(`${line.url}/waiting`)
  await says(
    itemWith(page, 'Changed the valve.'),
    'Ash House',
    'Needs your attention',
    /Taken|taken|Unassigned|no longer/,
  )
  await examine(page)
  await button(page, 'Send to the Administrators').evaluate((pressed: HTMLButtonElement) => {
    pressed.click()
    pressed.click()
  })
  await expect.poll(() => waiting(page)).toBe(0)
  type Late = { text: string; late: boolean; photosUrls: string[] }
  const messages = await crew.admin.api.get<Late[]>(`/api/jobs/${taken.id}/messages`)
  const text = expect.stringMatching(/^Came too late to be recorded: Visit completed[\s\S]*Changed the valve\.$/)
  expect(messages).toMatchObject([{ text, late: true, photosUrls: [expect.stringMatching(/^\/objects\//)] }])
  type Done = { visits: { workDescription: string; images: string[] }[] }
  const { visits } = await crew.admin.api.get<Done>(`/api/jobs/${wrong.id}`)
  expect(visits.map(({ workDescription, images }) => [workDescription, images.length])).toEqual([
    ['Bled both radiators.', 2],
  ])
  expect(await crew.admin.api.get(`/api/jobs/${dropped.id}/messages`)).toEqual([])
})

test('Change puts nothing in the place of another unsent text', async ({ people, line, watch }) => {
  watch.allow(/ERR_|console error/)
  const page = await filledPhone(await people.agent(), line, '/create-job')
  await page.context().setOffline(true)
  for (const name of ['Ash House', 'Birch House', 'Cedar House']) await raise(page, line, name)
  const change = (name: string) => itemWith(page, name).getByRole('button', { name: 'Change' })
  // All at once, of which one is to be had.
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('button')) if (one.textContent === 'Change') one.click()
  })
  await expect(page).toHaveURL(/\/create-job$/)
  await says(page, 'Your unsent text is back.')
  await expect(page.getByLabel('Property Name')).toHaveValue('Ash House')

  await page.goto(`${line.url}/waiting`)
  await says(page, 'Birch House', 'Cedar House')
  await change('Birch House').click()
  await says(toastOf(page), 'Not changed', 'Another unsent text of yours is in that form. Send or discard it first.')
  await page.goto(`${line.url}/create-job`)
  await expect(page.getByLabel('Property Name')).toHaveValue('Ash House')
  await button(page, 'Discard').click()
  await page.goto(`${line.url}/waiting`)
  await change('Birch House').click()
  await expect(page.getByLabel('Property Name')).toHaveValue('Birch House')
  expect(await waiting(page)).toBe(1)
})

test('signing out with things unsent asks; another neither sees nor sends them, the first finds and sends them', async ({
  people,
  line,
  watch,
}) => {
  watch.allow(/ERR_|console error|^401 /)
  const crew = await people.crew()
  const job = await aJob(crew, 'in_progress')
  const other = await people.contractor()
  const page = await filledPhone(crew.contractor, line)
  await page.context().setOffline(true)
  await logVisit(page, `${line.url}/visit/${job.id}`, 'Changed the valve.')
  line.answer((path, response) => {
    if (!path.startsWith('/api/ping')) return false
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hotel')
    return true
  })
  await page.context().setOffline(false)
  await page.goto(`${line.url}/profile`)
  await page.getByLabel('Menu').click()
  await page.getByRole('link', { name: 'Log Out' }).filter({ visible: true }).click()
  await says(page, 'Log out with things unsent?')
  await examine(page)
  await confirm(page, 'Log Out')
  await says(page, 'Get Started')
  await page.goto(`${line.url}/login`)
  await signIn(page, other)
  line.answer(null)
  await page.goto(`${line.url}/waiting`)
  await says(page, 'Nothing waits')
  await lineIsBack(page)
  await expect.poll(() => line.asked.filter((one) => one === 'GET /api/ping').length).toBeGreaterThan(0)
  expect(await crew.admin.api.get(`/api/jobs/${job.id}`)).toMatchObject({ status: 'in_progress' })
  await page.goto(`${line.url}/api/logout`)
  await page.goto(`${line.url}/login`)
  await signIn(page, crew.contractor)
  await expect.poll(() => waiting(page)).toBe(0)
  expect(await crew.admin.api.get(`/api/jobs/${job.id}`)).toMatchObject({ status: 'completed' })
})

test('a phone that has no room says so and keeps the form', async ({ people, line, watch }) => {
  watch.allow(/ERR_|console error/)
  const crew = await people.crew()
  const job = await aJob(crew, 'assigned')
  const page = await filledPhone(crew.contractor, line)
  await page.goto(`${line.url}/jobs/${job.id}`)
  await outboxIsLoaded(page)
  line.cut()
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('Full', 'QuotaExceededError')
    }
  })
  await page.getByLabel('Write a message').fill('On my way')
  await button(page, 'Send').click()
  await says(toastOf(page), 'Not kept', 'This phone has no room for it.')
  await expect(page.getByLabel('Write a message')).toHaveValue('On my way')
})

test('a form whose answer is lost in the middle is known by its key, and done once', async ({
  people,
  line,
  watch,
}) => {
  watch.allow(/ERR_|console error|^409 POST \/api\/jobs/)
  const agent = await people.agent()
  const page = await filledPhone(agent, line, '/create-job')
  const isPost = (path: string, method?: string) => method === 'POST' && path === '/create-job'
  // The server has made the first, and never heard of the second.
  line.lose(isPost)
  await raise(page, line, 'Ash House')
  line.lose(null)
  line.answer((path, response, method) => isPost(path, method) && Boolean(response.destroy()))
  await raise(page, line, 'Birch House')
  line.answer(null)
  await lineIsBack(page)
  await expect.poll(() => waiting(page)).toBe(0)
  const jobs = await agent.api.get<{ propertyName: string }[]>('/api/jobs')
  expect(jobs.map(({ propertyName }) => propertyName).sort()).toEqual(['Ash House', 'Birch House'])
  await page.goto(`${line.url}/create-job`)
  await expect(page.getByText('Your unsent text is back.')).toHaveCount(0)
})

test('the worker sends by itself, and two pages at once send once', async ({ people, line, watch }) => {
  watch.allow(/ERR_|console error/)
  const crew = await people.crew()
  const job = await aJob(crew, 'in_progress')
  const page = await filledPhone(crew.contractor, line)
  await page.context().setOffline(true)
  await logVisit(page, `${line.url}/visit/${job.id}`, 'Changed the valve.', 2)
  const second = await page.context().newPage()
  await second.goto(`${line.url}/jobs`)
  await says(second, 'Finished here, not sent yet')
  await second.context().setOffline(false)
  const cdp = await page.context().newCDPSession(page)
  const found = new Promise<string>((resolve) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const mine = registrations.find(({ isDeleted }) => !isDeleted)
      if (mine) resolve(mine.registrationId)
    }),
  )
  await cdp.send('ServiceWorker.enable')
  const registrationId = await found
  await Promise.all([
    cdp.send('ServiceWorker.dispatchSyncEvent', { origin: line.url, registrationId, tag: 'outbox', lastChance: false }),
    lineIsBack(page),
    lineIsBack(second),
  ])
  await expect.poll(() => waiting(second)).toBe(0)
  expect(line.asked.filter((one) => one === `POST /api/jobs/${job.id}/complete`)).toHaveLength(1)
  expect(line.asked.filter((one) => one.startsWith('PUT /objects/upload/'))).toHaveLength(2)
})
