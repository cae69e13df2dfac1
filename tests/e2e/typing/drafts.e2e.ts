import type { BrowserContext, Page, Request } from '@playwright/test'
import { expect, type Person, test } from '#tests/e2e/support/app.ts'
import { intercept } from '#tests/e2e/support/intercept.ts'
import { keepsTyped, WITHOUT_WORKER } from '#tests/e2e/support/phone.ts'
import { photographs } from '#tests/e2e/support/pictures.ts'
import { examine, itemOf, says, signIn } from '#tests/e2e/support/screen.ts'
import { aJob } from '#tests/e2e/support/world.ts'

// What is typed and not yet sent: it outlives the tab, and is nobody else's.

const BACK = 'Your unsent text is back.'
const property = (page: Page) => page.getByLabel('Property Name')

async function typeJob(page: Page, name = 'Rose Cottage') {
  await page.getByLabel('Estate Agency').fill('Rightway Lettings')
  await property(page).fill(name)
  await page.getByLabel('Property Address').fill('12 Mill Lane')
  await page.getByLabel('What needs fixing?').fill('The boiler loses pressure every night.')
  await page.getByLabel('Urgency').selectOption('high')
  await keepsTyped(page, '"high"')
}

/** A new tab in the same browser, the first one closed. */
async function inNewTab(page: Page, path = '/create-job'): Promise<Page> {
  const next = await page.context().newPage()
  await page.close()
  await next.goto(path)
  return next
}

async function logOut(page: Page) {
  if ((page.viewportSize()?.width ?? 0) < 768) await page.getByLabel('Menu').click()
  await page.getByRole('link', { name: 'Log Out' }).filter({ visible: true }).click()
  await expect(page).toHaveURL('/')
}

async function become(context: BrowserContext, person: Person, url: string) {
  await context.clearCookies()
  await context.addCookies([{ name: 'session', value: person.api.session, url, httpOnly: true, sameSite: 'Lax' }])
}

/** All that this browser keeps: texts, and how many photos. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = Object.keys(localStorage).filter((name) => name.startsWith('draft:'))
    const known = (await indexedDB.databases()).some(({ name }) => name === 'fettle')
    if (!known) return { names, photos: 0 }
    const photos = await new Promise<number>((resolve, reject) => {
      const request = indexedDB.open('fettle')
      request.onerror = () => reject(request.error)
      request.onsuccess = () => {
        const stores = [...request.result.objectStoreNames]
        if (stores.length === 0) return resolve(0)
        const count = request.result.transaction('photos').objectStore('photos').count()
        count.onsuccess = () => {
          request.result.close()
          resolve(count.result)
        }
      }
    })
    return { names, photos }
  })

test('Create Job is there again in another tab, says so, and can be discarded', async ({ people }) => {
  const agent = await people.agent()
  const first = await agent.open('/create-job')
  await expect(first.getByText(BACK)).toBeHidden()
  await typeJob(first)
  const page = await inNewTab(first)
  await says(page, BACK)
  await expect(property(page)).toHaveValue('Rose Cottage')
  await expect(page.getByLabel('Urgency')).toHaveValue('high')
  await examine(page)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(property(page)).toHaveValue('')
  await expect(page.getByLabel('Your Name')).toHaveValue('Olivia Hart')
  await expect(page.getByText(BACK)).toBeHidden()
  await page.reload()
  await expect(property(page)).toHaveValue('')
})

test('a refused Create Job is kept as it was corrected, over a reload too, and what was taken is not offered again', async ({
  people,
  watch,
}) => {
  watch.allow(/^422 POST/)
  const agent = await people.agent()
  const first = await agent.open('/create-job')
  await typeJob(first)
  await first.getByLabel('What needs fixing?').fill('Short')
  await first.getByRole('button', { name: 'Create Job' }).click()
  await expect(first).toHaveTitle(/^Error/)
  await first.getByLabel('What needs fixing?').fill('The boiler loses pressure every night.')
  await keepsTyped(first, 'every night.')
  await first.reload()
  await expect(property(first)).toHaveValue('Rose Cottage')
  await expect(first.getByLabel('What needs fixing?')).toHaveValue('The boiler loses pressure every night.')
  const page = await inNewTab(first)
  await says(page, BACK)
  await page.getByRole('button', { name: 'Create Job' }).click()
  await says(itemOf(page, 'Rose Cottage'), '12 Mill Lane')
  // The script of that page forgets it.
  await expect.poll(() => kept(page)).toMatchObject({ names: [] })
  await page.goto('/create-job')
  await expect(property(page)).toHaveValue('')
})

/** Sends it past the browser: `route.fetch` would put the answer's cookies into it, which are lost with the answer. */
async function fetchOutside(request: Request) {
  const headers = Object.entries(await request.allHeaders()).filter(
    ([name]) => !/^(:|content-length|host|conn)/.test(name),
  )
  await fetch(request.url(), { method: 'POST', headers, body: request.postData(), redirect: 'manual' })
}

/** Sends Create Job to the server, and loses the answer on its way back. */
async function loseAnswer(page: Page) {
  const reconnect = await intercept(page, '/create-job', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await fetchOutside(route.request())
    return route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Create Job' }).click()
  await expect(page).toHaveURL('chrome-error://chromewebdata/')
  reconnect()
}

test('an answer that is lost and a second press make one job', async ({ people, watch }) => {
  watch.allow(/ERR_/)
  const agent = await people.agent()
  const page = await agent.open('/create-job', WITHOUT_WORKER)
  await typeJob(page)
  await loseAnswer(page)
  expect(await agent.api.get<unknown[]>('/api/jobs')).toHaveLength(1)
  await page.goto('/create-job')
  await says(page, BACK)
  await page.getByRole('button', { name: 'Create Job' }).click()
  await says(page, 'Job Created')
  expect(await agent.api.get<unknown[]>('/api/jobs')).toHaveLength(1)
  await expect.poll(() => kept(page)).toMatchObject({ names: [] })
})

test('changed after an answer that was lost, Create Job names the job and is ready for another', async ({
  people,
  watch,
}) => {
  watch.allow(/ERR_|^409 POST/)
  const agent = await people.agent()
  const page = await agent.open('/create-job', WITHOUT_WORKER)
  await typeJob(page)
  await loseAnswer(page)
  await page.goto('/create-job')
  await says(page, BACK)
  await property(page).fill('Ivy House')
  await page.getByRole('button', { name: 'Create Job' }).click()
  await says(page, 'This form was sent already', /JOB-\d{6} for Rose Cottage was made from it/)
  await expect(page.getByRole('link', { name: /Open JOB-/ })).toBeVisible()
  await examine(page)
  expect(await agent.api.get<unknown[]>('/api/jobs')).toHaveLength(1)
  await page.getByRole('button', { name: 'Create Job' }).click()
  await says(itemOf(page, 'Ivy House'), '12 Mill Lane')
  expect(await agent.api.get<unknown[]>('/api/jobs')).toHaveLength(2)
})

test('Log Out leaves nothing of an agent', async ({ people }) => {
  const agent = await people.agent()
  const page = await agent.open('/create-job')
  const lookedUp = page.waitForResponse(/\/jobs\/at-property/)
  await typeJob(page)
  await lookedUp
  expect((await kept(page)).names).toHaveLength(1)
  await logOut(page)
  await expect.poll(() => kept(page)).toEqual({ names: [], photos: 0 })
})

test('Log Out leaves neither text nor photos of a contractor', async ({ people, watch }) => {
  watch.allow(/ERR_/)
  const crew = await people.crew()
  const job = await aJob(crew, 'assigned')
  const page = await crew.contractor.open(`/visit/${job.id}`)
  await page.getByLabel('What work did you complete?').fill('Bled the radiators.')
  await page.getByLabel('Add Photos (Optional)').setInputFiles(await photographs(page, 2, 200, 150))
  await says(page, '2 of 2 photos sent')
  await expect.poll(() => kept(page)).toMatchObject({ photos: 2 })
  await logOut(page)
  await expect.poll(() => kept(page)).toEqual({ names: [], photos: 0 })
})

/** As a private window of Safari does it, or a full device. */
const refuseToKeep = (page: Page, what: 'blobs' | 'everything') =>
  page.addInitScript((what) => {
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (value, ...key) {
      if (what === 'everything' || Object.values(value).some((one) => one instanceof Blob))
        throw new DOMException('Error preparing Blob/File data to be stored in object store', 'DataCloneError')
      return put.call(this, value, ...key)
    }
  }, what)

test('photos outlive a reload where the browser keeps no Blob, and so do those that were kept as one', async ({
  people,
}) => {
  const crew = await people.crew()
  const job = await aJob(crew, 'assigned')
  const form = `/visit/${job.id}`
  const page = await crew.contractor.open('/jobs')
  await refuseToKeep(page, 'blobs')
  await page.goto(form)
  await page.getByLabel('Add Photos (Optional)').setInputFiles(await photographs(page, 2, 200, 150))
  await says(page, '2 of 2 photos sent')
  await page.reload()
  await says(page, '2 of 2 photos sent')

  const old = await crew.contractor.open(form)
  const draft = `${crew.contractor.id}:${job.id}`
  // The form makes the place where photos are kept.
  const hasPlace = async () => (await indexedDB.databases()).some(({ name, version }) => name === 'fettle' && version)
  await expect.poll(() => old.evaluate(hasPlace)).toBe(true)
  await old.evaluate(
    (draft) =>
      new Promise<void>((resolve, reject) => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 })
        const request = indexedDB.open('fettle', 1)
        request.onerror = request.onupgradeneeded = () => reject(request.error)
        request.onsuccess = () =>
          canvas.toBlob((blob) => {
            const [id, order] = ['old', Date.now()]
            const photo = { id, draft, name: 'old.jpg', blob, shrunk: true, path: null, storedAt: null, order }
            const writing = request.result.transaction('photos', 'readwrite')
            writing.objectStore('photos').put(photo)
            writing.oncomplete = () => resolve()
            writing.onabort = () => reject(writing.error)
          }, 'image/jpeg')
      }),
    draft,
  )
  await old.reload()
  await says(old, 'old.jpg', '1 of 1 photos sent')
})

test('where the browser keeps no photo the page says so, and promises nothing', async ({ people, watch }) => {
  watch.allow(/ERR_|^401 POST/)
  const crew = await people.crew()
  const job = await aJob(crew, 'assigned')
  const page = await crew.contractor.open('/jobs')
  await refuseToKeep(page, 'everything')
  await page.goto(`/visit/${job.id}`)
  await page.getByLabel('What work did you complete?').fill('Bled the radiators.')
  await page.getByLabel('Add Photos (Optional)').setInputFiles(await photographs(page, 1, 200, 150))
  await says(page, /1 of 1 photos sent. This device does not keep them/)
  await examine(page)
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Complete Job' }).click()
  await says(page, /Log in in another tab, then send it again/)
  await page.waitForTimeout(1000)
  await expect(page).toHaveURL(`/visit/${job.id}`)
  await become(page.context(), crew.contractor, new URL(page.url()).origin)
  await page.getByRole('button', { name: 'Complete Job' }).click()
  await says(page, 'Your visit has been recorded.')
})

test('an ended session keeps text and photos for the same person, and for nobody else', async ({ people, server }) => {
  const crew = await people.crew()
  const other = await people.contractor({ firstName: 'Dora', lastName: 'Vale' })
  const job = await aJob(crew, 'assigned')
  const page = await crew.contractor.open(`/visit/${job.id}`)
  const typed = page.getByLabel('What work did you complete?')
  await typed.fill('Bled the radiators.')
  await page.getByLabel('Add Photos (Optional)').setInputFiles(await photographs(page, 1, 200, 150))
  await says(page, '1 of 1 photos sent')

  await page.context().clearCookies()
  await page.goto(`/visit/${job.id}`)
  await signIn(page, crew.contractor)
  await expect(typed).toHaveValue('Bled the radiators.')
  await says(page, '1 of 1 photos sent')

  await become(page.context(), other, server.url)
  await page.goto('/jobs')
  await expect.poll(() => kept(page)).toEqual({ names: [], photos: 0 })
  await become(page.context(), crew.contractor, server.url)
  await page.goto(`/visit/${job.id}`)
  await expect(typed).toHaveValue('')
  await expect(page.getByRole('list', { name: 'Photos' })).toHaveCount(0)
})
