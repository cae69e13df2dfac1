import {
  bigTextProblems,
  highBars,
  narrowMessages,
  smallTargets,
  underBars,
  underToast,
  wastedRoom,
  wideTables,
} from '#tests/tools/shots/eyes.ts'
import type { Screen, Who } from '#tests/tools/shots/screens.ts'
import { firstLoadProblems } from './support/first-rules.ts'
import { expect, overAll, screensOf, test } from './support/hard-world.ts'

// Every screen of each role, full of what stretches it, measured as eyes and thumbs meet it. What a screen is before
// its picture is in tests/tools/shots/screens.ts.

// One worker makes that world once: filling it takes longer than a test.
test.describe.configure({ mode: 'default' })

const ROLES: Who[] = ['stranger', 'nobody', 'agent', 'contractor', 'admin']
const TOUCH = { hasTouch: true, isMobile: true, reducedMotion: 'reduce' } as const

/** A busy Chromium lays out a dialog anew a while after the window around it: what stays is what is wrong. */
async function afterTurning(measure: () => Promise<string[]>): Promise<string[]> {
  for (let patience = 20; patience > 0; patience--) {
    if ((await measure()).length === 0) return []
    await new Promise((done) => setTimeout(done, 100))
  }
  return measure()
}

/** A few at a time: on a busy machine all of an administrator's take longer than a test may. */
const parts = ROLES.flatMap((who) => {
  const screens = screensOf(who)
  const starts = screens.map((_, index) => index).filter((index) => index % 12 === 0)
  return starts.map((start) => ({ who, screens: screens.slice(start, start + 12) }))
})

for (const { who, screens } of parts) {
  test(`${who}, from ${screens[0]?.name} to ${screens.at(-1)?.name}: on a phone a first page has all rules of what it shows and nothing moves, nothing that has the focus is under a bar, links are as high as a thumb, on its side the bars take a fifth at most, and text of 200 % scrolls nothing sideways, cuts nothing and overprints no bar`, async ({
    open,
    hard,
  }) => {
    const upright = { width: 360, height: 740 }
    const phone = await open(who, { viewport: upright, ...TOUCH })
    // An administrator's first page of all counts nothing in its sidebar yet.
    if (who === 'admin') await Promise.all([phone.waitForResponse('**/admin/views/sidebar'), phone.goto('/')])
    // As the browser's own setting of the letters' size does; zooming the page is another way to the same width.
    const letters = (size: string) =>
      phone.evaluate((size) => {
        document.documentElement.style.fontSize = size
      }, size)
    const measure = async ({ act }: Screen) => {
      // What opens or changes brings its own rules.
      const problems = [
        ...(act ? [] : await firstLoadProblems(phone)),
        ...(await smallTargets(phone)),
        ...(await underBars(phone)),
      ]
      // After what covers the focus: larger letters scroll the page.
      await letters('200%')
      problems.push(...(await bigTextProblems(phone)).map((problem) => `text of 200 %: ${problem}`))
      await letters('')
      await phone.setViewportSize({ width: 740, height: 360 })
      problems.push(...(await afterTurning(() => highBars(phone))).map((problem) => `on its side ${problem}`))
      await phone.setViewportSize(upright)
      // The next page would still be turning.
      await phone.waitForFunction(({ width }) => innerWidth === width, upright, { polling: 20 })
      return problems
    }
    expect(await overAll(phone, screens, hard, measure)).toEqual([])
  })
}

for (const viewport of [
  { width: 360, height: 740 },
  { width: 360, height: 480 },
  { width: 740, height: 360 },
])
  test(`a message covers nothing that is in use, at ${viewport.width} × ${viewport.height}`, async ({ open, hard }) => {
    const problems: string[] = []
    for (const who of ['agent', 'contractor', 'admin'] as const) {
      const phone = await open(who, { viewport, ...TOUCH })
      const only = /^(toast-(started|invoiced|reset)|.*offline|profile-refused|account-missing)$/
      problems.push(...(await overAll(phone, screensOf(who, only), hard, () => underToast(phone))))
    }
    expect(problems).toEqual([])
  })

test('a message goes after its time also under a finger that has left', async ({ open }) => {
  const phone = await open('agent', { viewport: { width: 360, height: 740 }, ...TOUCH })
  await phone.goto('/create-job')
  await phone.context().setOffline(true)
  await phone.getByRole('button', { name: 'Create Job' }).tap()
  await phone.locator('.toast').tap()
  await expect(phone.locator('.toast')).toHaveCount(0)
  await phone.context().setOffline(false)
})

test('on a bad day what waits for an agent stands first, and Create New Job is seen without scrolling', async ({
  open,
}) => {
  const phone = await open('agent', { viewport: { width: 360, height: 740 }, ...TOUCH })
  await phone.goto('/')
  const bottomOf = (selector: string) =>
    phone.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().bottom))
  const [strip, card] = [await bottomOf('#to-do'), await bottomOf('.create-card')]
  const bar = await phone.locator('.bottom-bar').evaluate((element) => element.getBoundingClientRect().top)
  expect(strip).toBeLessThan(card)
  expect(card).toBeLessThan(bar)
  const waiting = phone.getByRole('region', { name: 'Waiting for you' }).getByRole('link')
  expect((await waiting.allTextContents()).map((words) => words.replace(/^\d+ /, ''))).toEqual([
    ...['hazard', 'jobs late', 'certificates late', 'quotes to decide', 'certificates within 30 days'],
    'unread conversation',
  ])
})

test('why a photo was not sent can be read', async ({ open, hard, watch }) => {
  watch.allow(/ERR_FAILED POST \/api\/objects/)
  const phone = await open('contractor', { viewport: { width: 360, height: 740 }, ...TOUCH })
  const only = /^completion-photos$/
  const measure = async () => {
    await phone.route('**/api/objects/upload', (route) => route.abort())
    const { photographs } = await import('./support/pictures.ts')
    await phone.locator('.photo-list .refused .button').click()
    await phone.locator('.file-button input').setInputFiles(await photographs(phone, 1, 800, 600))
    await phone.locator('.photo-list .failed .field-error').waitFor({ timeout: 60_000 })
    return [...(await narrowMessages(phone)), ...(await bigTextProblems(phone))]
  }
  expect(await overAll(phone, screensOf('contractor', only), hard, measure)).toEqual([])
})

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
])
  test(`at ${viewport.width} a table is as wide as its room, shortens nothing while a column has room to spare, shows twelve jobs, and lists use the window`, async ({
    open,
  }) => {
    const desk = await open('admin', { viewport, hasTouch: false })
    for (const path of ['/admin/jobs', '/admin/jobs?search=Llanfair', '/admin/jobs?status=pending']) {
      await desk.goto(path)
      expect(await wastedRoom(desk), path).toEqual([])
    }
    const whole = await desk
      .locator('tbody tr')
      .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length)
    expect(whole).toBeGreaterThanOrEqual(12)
    const lists = ['/', '/?tab=visits', '/?tab=invoiced', '/admin/quotes', '/admin/quote-work']
    const narrowed = ['', '?late=yes&sort=visitBy', '?status=pending&urgency=high'].map((by) => `/admin/jobs${by}`)
    for (const path of [...lists, ...narrowed, '/admin/contractors', '/admin/accounts']) {
      await desk.goto(path)
      expect(await wideTables(desk), path).toEqual([])
      const unused = await desk.evaluate(() => {
        const { left, right } = document.querySelector('main')!.getBoundingClientRect()
        return innerWidth - right + left - document.querySelector('.sidebar')!.getBoundingClientRect().right
      })
      expect(unused, path).toBeLessThanOrEqual(20)
    }
  })
