import type { Locator, Page, Request } from '@playwright/test'
import { expect, test } from './support/app.ts'
import { WITHOUT_WORKER } from './support/phone.ts'
import { dialogOf, isSmall, itemOf, says, signIn, toastOf } from './support/screen.ts'
import { aJob } from './support/world.ts'

// The times and measures that only a browser shows. Time is the test's own: nothing waits.

/** Opens a path anew with a clock that stands still, and waits for what is asked for as it is set. */
async function stopTheClock(page: Page, path: string) {
  const unanswered = new Set<Request>()
  page.on('request', (request) => unanswered.add(request))
  page.on('requestfinished', (request) => unanswered.delete(request))
  page.on('requestfailed', (request) => unanswered.delete(request))
  await page.clock.install()
  await page.goto(path)
  await page.clock.pauseAt(Date.now() + 60_000)
  await expect.poll(() => unanswered.size).toBe(0)
}

/** The script that narrows lists and shows tooltips comes with a first page's first touch, or first request of its own. */
async function touch(page: Page) {
  if ((await page.locator('script[src*="/touched-"]').count()) > 0) return
  await page.evaluate(() => {
    const ran = ({ target }: Event) => {
      if ((target as HTMLScriptElement).src?.includes('/touched-')) document.body.dataset.touched = ''
    }
    document.addEventListener('load', ran, true)
  })
  await page.getByRole('searchbox').click()
  await expect(page.locator('body[data-touched]')).toHaveCount(1)
}

test('copy buttons say what they copied; one message at a time, each for five seconds', { tag: '@desktop' }, async ({
  people,
}) => {
  const contractor = await people.contractor()
  const page = await people.admin.open('/')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await stopTheClock(page, `/admin/contractors?search=${contractor.identifier}`)
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())

  await page.getByRole('button', { name: 'Copy email' }).click()
  await expect(toastOf(page)).toHaveText(/Copied\s*Email copied to clipboard/)
  expect(await clipboard()).toBe(contractor.identifier)
  await page.clock.runFor(3000)

  await page.getByRole('button', { name: 'Copy phone' }).click()
  await expect(toastOf(page)).toHaveText(/Copied\s*Phone copied to clipboard/)
  await expect(toastOf(page)).toHaveCount(1)
  expect(await clipboard()).toBe('07700 900123')
  await page.mouse.move(0, 0)
  // The first one's time is over: it takes nothing with it.
  await page.clock.runFor(4990)
  await expect(toastOf(page)).toHaveCount(1)
  await page.clock.runFor(10)
  await expect(toastOf(page)).toHaveCount(0)
})

async function swipe(page: Page, toast: Locator, right: number) {
  const box = await toast.boundingBox()
  if (!box) throw new Error('There is no message.')
  const [x, y] = [Math.round(box.x + 20), Math.round(box.y + box.height / 2)]
  if (!isSmall(page)) {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + right, y, { steps: 5 })
    await page.mouse.up()
    return
  }
  const fingers = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: at, y }] })
  await touch('touchStart', x)
  for (let step = 1; step <= 5; step++) await touch('touchMove', x + (right * step) / 5)
  await touch('touchEnd')
}

test('a message is swiped away to the right by 50 pixels, not by less', { tag: '@phone' }, async ({ people }) => {
  const contractor = await people.contractor()
  const page = await people.admin.open('/')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await stopTheClock(page, `/admin/contractors?search=${contractor.identifier}`)
  await page.getByRole('button', { name: 'Copy email' }).click()
  await expect(toastOf(page)).toHaveCount(1)
  for (const tooLittle of [49, -80]) {
    await swipe(page, toastOf(page), tooLittle)
    await expect(toastOf(page)).toHaveCount(1)
  }
  await swipe(page, toastOf(page), 50)
  await expect(toastOf(page)).toHaveCount(0)
})

test('tooltips come after 700 ms, at once within 300 ms of another, and on focus', { tag: '@desktop' }, async ({
  people,
}) => {
  const contractor = await people.contractor()
  const page = await people.admin.open('/')
  await stopTheClock(page, `/admin/contractors?search=${contractor.identifier}`)
  const tooltip = page.getByRole('tooltip')
  const email = page.getByRole('button', { name: 'Copy email' })
  const phone = page.getByRole('button', { name: 'Copy phone' })
  await touch(page)
  await test.step('after 700 ms', async () => {
    await email.hover()
    await page.clock.runFor(690)
    await expect(tooltip).toHaveCount(0)
    await page.clock.runFor(10)
    await expect(tooltip).toHaveText('Copy')
  })
  await test.step('at once within 300 ms', async () => {
    await page.mouse.move(0, 0)
    await expect(tooltip).toHaveCount(0)
    await page.clock.runFor(290)
    await phone.hover()
    await page.clock.runFor(1)
    await expect(tooltip).toBeVisible()
  })
  await test.step('after 300 ms it takes its time again', async () => {
    await page.mouse.move(0, 0)
    await page.clock.runFor(300)
    await email.hover()
    await page.clock.runFor(690)
    await expect(tooltip).toHaveCount(0)
    await page.clock.runFor(10)
    await expect(tooltip).toBeVisible()
  })
  await test.step('on focus by the keyboard; Escape closes it', async () => {
    await page.mouse.move(0, 0)
    await page.clock.runFor(1000)
    await page.getByRole('searchbox').focus()
    for (let stops = 0; stops < 40 && !(await email.evaluate((one) => one === document.activeElement)); stops++)
      await page.keyboard.press('Tab')
    await expect(email).toBeFocused()
    await page.clock.runFor(700)
    await expect(tooltip).toHaveText('Copy')
    await page.keyboard.press('Escape')
    await expect(tooltip).toHaveCount(0)
  })
})

for (const state of ['visible', 'hidden'] as const) {
  test(`recent jobs are asked for every five seconds in a ${state} tab`, { tag: '@phone' }, async ({ people }) => {
    const crew = await people.crew()
    const page = await crew.agent.open('/')
    await page.addInitScript((state) => {
      Object.defineProperty(document, 'visibilityState', { get: () => state })
      Object.defineProperty(document, 'hidden', { get: () => state === 'hidden' })
    }, state)
    await stopTheClock(page, '/')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    let polls = 0
    page.on('request', (request) => {
      if (request.headers()['hx-request-type'] === 'partial') polls++
    })
    await page.clock.runFor(4900)
    expect(polls).toBe(0)
    const poll = page.waitForResponse((response) => response.request().headers()['hx-request-type'] === 'partial')
    await page.clock.runFor(200)
    expect((await poll).status()).toBe(304)
    await aJob(crew)
    await expect(itemOf(page, 'Rose Cottage')).toHaveCount(0)
    const news = page.waitForResponse((response) => response.request().headers()['hx-request-type'] === 'partial')
    await page.clock.runFor(5000)
    expect((await news).status()).toBe(200)
    await expect(itemOf(page, 'Rose Cottage')).toHaveCount(1)
    expect(polls).toBe(2)
  })
}

test('an ended session leads to the sign-in after 500 ms', { tag: '@desktop' }, async ({ people, watch }) => {
  watch.allow(/^401 GET \/$/)
  const agent = await people.agent()
  const page = await agent.open('/')
  await stopTheClock(page, '/')
  await people.admin.api.post(`/api/estate-agents/${agent.id}/reset-password`)
  await page.clock.runFor(5000)
  await says(toastOf(page), 'Unauthorized', 'You are logged out. Logging in again...')
  let left = false
  page.on('request', (request) => {
    left ||= new URL(request.url()).pathname === '/api/login'
  })
  await page.clock.runFor(490)
  expect(left).toBe(false)
  await page.clock.runFor(10)
  await expect(page).toHaveURL(/\/login$/)
  expect(left).toBe(true)
})

test('the sidebar stands from 768 pixels on, the bottom bar below', { tag: '@phone' }, async ({ people }) => {
  const page = await (await people.agent()).open('/')
  const sidebar = page.locator('.sidebar')
  const bottomBar = page.locator('.bottom-bar')
  await page.setViewportSize({ width: 767, height: 900 })
  await expect(sidebar).toBeHidden()
  await expect(bottomBar).toBeVisible()
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(sidebar).toBeVisible()
  await expect(bottomBar).toBeHidden()
})

test('a list is narrowed at once, before the server is asked', { tag: '@phone' }, async ({ people }) => {
  const crew = await people.crew()
  for (const [propertyName, propertyAddress] of [
    ['Rose Cottage', '12 Mill Lane'],
    ['Quay Lodge', '3 High Street'],
  ])
    await aJob(crew, 'pending', { job: { propertyName: propertyName ?? '', propertyAddress: propertyAddress ?? '' } })
  const page = await crew.agent.open('/')
  await stopTheClock(page, '/jobs')
  await touch(page)
  let asked = 0
  page.on('request', () => asked++)
  for (const typed of ['rose COTT', 'mill']) {
    await page.getByRole('searchbox').fill(typed)
    await expect(itemOf(page, 'Quay Lodge')).toBeHidden()
    await expect(itemOf(page, 'Rose Cottage')).toBeVisible()
  }
  await page.clock.runFor(290)
  expect(asked).toBe(0)
  await page.clock.runFor(10)
  await expect(page).toHaveURL('/jobs?search=mill')
  await expect(itemOf(page, 'Quay Lodge')).toHaveCount(0)
})

test('each password of Profile can be shown and hidden', { tag: '@phone' }, async ({ people }) => {
  const page = await (await people.contractor()).open('/profile')
  for (const label of ['Current Password', 'New Password', 'Confirm New Password']) {
    const field = page.getByLabel(label, { exact: true })
    const toggle = page.getByRole('button', { name: `Show ${label.toLowerCase()}`, exact: true })
    await field.fill('secret')
    await toggle.click()
    await expect(field).toHaveAttribute('type', 'text')
    await expect(toggle).toHaveAttribute('aria-pressed', 'true')
    await toggle.click()
    await expect(field).toHaveAttribute('type', 'password')
    await expect(field).toHaveValue('secret')
  }
})

test('a button that sends says so and cannot be pressed again', { tag: '@phone' }, async ({ people }) => {
  const contractor = await people.contractor()
  const agent = await people.agent()
  const forms = [
    [await people.stranger('/login'), '/login', 'Login', 'Logging in...'],
    [await agent.open('/create-job', WITHOUT_WORKER), '/create-job', 'Create Job', 'Creating Job...'],
    [await contractor.open('/profile'), '/profile/password', 'Change Password', 'Changing...'],
  ] as const
  for (const [page, action, words, busy] of forms) {
    let sent = 0
    // With this answer the browser stays where it is, as it does while it waits.
    await page.route(`**${action}`, (route) => {
      sent++
      return route.fulfill({ status: 204 })
    })
    const answer = page.waitForResponse(`**${action}`)
    await page.getByRole('button', { name: words, exact: true }).dblclick({ noWaitAfter: true })
    await expect(page.getByRole('button', { name: busy, exact: true })).toBeDisabled()
    await answer
    expect(sent).toBe(1)
  }
})

test('a failure of the server is told under the title of what failed', { tag: '@phone' }, async ({ people, watch }) => {
  watch.allow(/^500 POST \/quotes\//, /^console error/)
  const crew = await people.crew()
  const job = await aJob(crew, 'quote_pending')
  const page = await crew.agent.open('/quotes')
  const toast = {
    title: 'Failed to Approve Quote',
    text: 'Something went wrong. Please try again.',
    kind: 'destructive',
  }
  await page.route('**/quotes/*/approve', (route) =>
    route.fulfill({ status: 500, headers: { 'hx-trigger': JSON.stringify({ toast }) }, body: '' }),
  )
  await itemOf(page, job.propertyName)
    .getByRole('button', { name: /Approve/ })
    .click()
  await dialogOf(page).getByRole('button', { name: 'Approve Quote' }).click()
  await says(toastOf(page), toast.title, toast.text)
  await expect(toastOf(page)).toHaveCount(1)
  await says(itemOf(page, job.propertyName), 'Pending')
})

test('who just signed in stands at /', { tag: '@phone' }, async ({ people }) => {
  const contractor = await people.contractor()
  const page = await people.stranger('/login')
  await signIn(page, contractor)
  await expect(page).toHaveURL('/')
  await says(page, 'Hello, Carl')
})
