import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/app.ts'
import { tabRound } from './support/keyboard.ts'
import { WITHOUT_WORKER } from './support/phone.ts'
import { dialogOf, examine, isSmall, itemOf, questionOf, says, toastOf, unfold } from './support/screen.ts'
import { aJob } from './support/world.ts'

// What all screens share: the menus, the dialogs, the messages, and that everything is reached by keyboard.

const menus = {
  agent: {
    label: 'Estate Agent',
    side: ['Dashboard', 'My Jobs', 'Completed Jobs', 'Create Job', 'Quotes'],
    bottom: ['Dashboard', 'My Jobs', 'Create Job', 'Quotes'],
    main: 'Create Job',
  },
  contractor: {
    label: 'Contractor',
    side: ['Dashboard'],
    bottom: ['Dashboard', 'Jobs', 'Log Visit', 'History', 'Profile'],
    main: 'Log Visit',
  },
  admin: {
    label: 'Administrator',
    side: ['Dashboard', 'All Jobs', 'All Quotes', 'All Quote Work', 'Contractors', 'Account Management'],
    bottom: ['Dashboard', 'Jobs', 'Quotes', 'Contractors'],
    main: null,
  },
} as const

/** The items whose words are told from the others. */
const looksCurrent = (menu: Locator) =>
  menu.evaluate((nav) => {
    const links = [...nav.querySelectorAll('a')]
    return links.filter((link) => Number(getComputedStyle(link).fontWeight) > 400).map((link) => link.textContent)
  })

/** How far the circle of the main item is from the middle, and how high above the bar, in pixels. */
const circleIn = (page: Page) =>
  page.locator('.bottom-bar').evaluate((bar) => {
    const circle = bar.querySelector('.main .icon')!.getBoundingClientRect()
    const fromMiddle = Math.abs(Math.round((circle.left + circle.right - innerWidth) / 2))
    return { fromMiddle, aboveBar: Math.max(0, Math.round(bar.getBoundingClientRect().top - circle.top)) }
  })

for (const [role, { label, side, bottom, main }] of Object.entries(menus)) {
  test(`the menu of the role ${role}, and where it leads`, async ({ people }) => {
    const person = (await people.crew())[role as keyof typeof menus]
    const page = await person.open('/')
    const menu = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
    const items = isSmall(page) ? bottom : side
    await expect(menu.getByRole('link')).toHaveText([...items])
    if (isSmall(page) && main) {
      await expect(menu.locator('li.main')).toHaveText(main)
      expect(await circleIn(page)).toEqual({ fromMiddle: 0, aboveBar: 0 })
    }
    for (const item of items) {
      await menu.getByRole('link', { name: item, exact: true }).click()
      await expect(menu.getByRole('link', { name: item, exact: true })).toHaveAttribute('aria-current', 'page')
      expect(await looksCurrent(menu)).toEqual([item])
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    if (isSmall(page)) await page.getByLabel('Menu').click()
    const who = page.getByRole('link', { name: /Logged in as/ }).filter({ visible: true })
    await says(who, label)
    await examine(page)
    await who.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile')
  })
}

test("the administrator's screens are closed to everybody else", { tag: '@desktop' }, async ({ people, watch }) => {
  watch.allow(/^403 GET \/admin\//)
  const crew = await people.crew()
  for (const person of [crew.agent, crew.contractor]) {
    const page = await person.open('/')
    for (const path of ['jobs', 'quotes', 'quote-work', 'contractors', 'accounts']) {
      expect((await page.goto(`/admin/${path}`))?.status()).toBe(403)
      await says(page, 'Access denied. Admin privileges required.')
    }
    await examine(page)
  }
  const stranger = await people.stranger('/admin/jobs')
  await expect(stranger).toHaveURL(/\/login\?next=%2Fadmin%2Fjobs/)
})

test('a dialog has a URL of its own; Escape, Back and Close lead back to what opened it', { tag: '@desktop' }, async ({
  people,
}) => {
  const crew = await people.crew()
  const job = await aJob(crew)
  const page = await crew.agent.open('/jobs?search=rose')
  const opener = itemOf(page, job.propertyName).getByRole('link', { name: /View/ })
  const dialog = dialogOf(page)
  const ways = [
    ['Escape', () => page.keyboard.press('Escape')],
    ['Back', () => page.goBack()],
    ['Close', () => dialog.getByRole('link', { name: 'Close' }).click()],
  ] as const
  for (const [way, close] of ways) {
    await test.step(way, async () => {
      await opener.focus()
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('heading', { name: job.propertyName })).toBeVisible()
      await expect(page).toHaveURL(`/jobs/${job.id}`)
      await close()
      await expect(dialog).toBeHidden()
      await expect(page).toHaveURL('/jobs?search=rose')
      await expect(opener).toBeFocused()
    })
  }
  await page.goForward()
  await expect(dialog.getByRole('heading', { name: job.propertyName })).toBeVisible()
  expect(await tabRound(page, 'dialog#dialog')).toEqual([])
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(job.propertyName)
  await page.getByRole('link', { name: 'Back to My Jobs' }).click()
  await expect(page).toHaveURL('/jobs')
})

test('a message has five seconds, F8 leads to it, it can be dismissed or swiped away', { tag: '@desktop' }, async ({
  people,
}) => {
  const crew = await people.crew()
  for (const propertyName of ['Rose Cottage', 'Mill House', 'Quay Lodge'])
    await aJob(crew, 'pending', { job: { propertyName } })
  const page = await crew.agent.open('/')
  const remove = async (property: string) => {
    await unfold(itemOf(page, property))
    await itemOf(page, property)
      .getByRole('button', { name: /Delete/ })
      .click()
    await questionOf(page).getByRole('button', { name: 'Delete' }).click()
    await expect(itemOf(page, property)).toHaveCount(0)
    await says(toastOf(page), 'Job Deleted')
  }
  await remove('Rose Cottage')
  await page.keyboard.press('F8')
  await expect(page.locator('#toasts')).toBeFocused()
  await examine(page)
  await page.locator('#toasts').blur()
  await page.mouse.move(0, 0)
  await expect(toastOf(page)).toHaveCount(0)

  await remove('Mill House')
  await expect(toastOf(page)).toHaveCount(1)
  const box = (await toastOf(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(box.x + 20, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 90, box.y + box.height / 2, { steps: 5 })
  await page.mouse.up()
  // By itself it would not go while the mouse rests on it.
  await expect(toastOf(page)).toHaveCount(0)

  await remove('Quay Lodge')
  await toastOf(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(toastOf(page)).toHaveCount(0)
})

test('a message that came with its page comes to screen readers a second later', { tag: '@desktop' }, async ({
  people,
}) => {
  const page = await people.admin.open('/')
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const value = encodeURIComponent(JSON.stringify({ title: 'Visit Logged', text: 'The estate agent is told.' }))
  await page.context().addCookies([{ name: 'toast', value, url: page.url() }])
  // Not by Playwright, after which our tests wait for what comes by a timer.
  await page.evaluate(() => location.reload())
  await says(toastOf(page), 'Visit Logged', 'The estate agent is told.')
  const session = await page.context().newCDPSession(page)
  const isTold = async () => {
    const { nodes } = await session.send('Accessibility.getFullAXTree')
    return nodes.some(({ ignored, name }) => !ignored && name?.value === 'The estate agent is told.')
  }
  await expect.poll(isTold).toBe(false)
  await page.clock.runFor(1000)
  await expect.poll(isTold).toBe(true)
  await says(toastOf(page), 'Visit Logged')
})

const walks = {
  agent: ['/', '/jobs', '/quotes', '/completed-jobs', '/create-job', '/profile'],
  contractor: ['/', '/jobs', '/visit', '/history', '/completed-jobs'],
  admin: [
    '/',
    '/?tab=visits',
    '/admin/jobs',
    '/admin/quotes',
    '/admin/quote-work',
    '/admin/contractors',
    '/admin/accounts',
  ],
} as const

// Each where its people are; the agent's bars are tried on both.
const AT = { agent: [], contractor: '@phone', admin: '@desktop' }

for (const [role, paths] of Object.entries(walks)) {
  const tag = AT[role as keyof typeof walks]
  test(`Tab reaches everything on the screens of the role ${role}`, { tag }, async ({ people }) => {
    const crew = await people.crew()
    await aJob(crew, 'quote_pending')
    await aJob(crew, 'completed', { job: { propertyName: 'Quay Lodge' } })
    await aJob(crew, 'quote_work_done', { job: { propertyName: 'Mill House' } })
    await aJob(crew, 'assigned', { job: { propertyName: 'Fern Villa' } })
    await aJob(crew, 'pending', { job: { propertyName: 'Oak Barn' } })
    const page = await crew[role as keyof typeof walks].open('/profile')
    for (const path of paths) {
      await page.goto(path)
      expect(await tabRound(page), path).toEqual([])
    }
  })
}

test('the skip link leads past the menu', { tag: '@desktop' }, async ({ people }) => {
  const page = await (await people.agent()).open('/jobs')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('a button of an icon alone is explained by a tooltip, also to the keyboard', { tag: '@desktop' }, async ({
  people,
}) => {
  const page = await (await people.agent()).open('/', WITHOUT_WORKER)
  // A first page fetches what shows it once it is there, or is touched: on a slow line it is here after the focus.
  let isFocused = () => {}
  const focused = new Promise<void>((resolve) => (isFocused = resolve))
  await page.route(/touched/, (route) => focused.then(() => route.fallback()))
  await page.goto('/create-job', { waitUntil: 'commit' })
  const back = page.getByRole('link', { name: 'Back to Dashboard' })
  await page.getByLabel('Your Name').focus()
  await page.keyboard.press('Shift+Tab')
  await expect(back).toBeFocused()
  isFocused()
  await expect(page.getByRole('tooltip')).toHaveText('Back to Dashboard')
  await examine(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
})

const ISSUE = /The boiler loses pressure/

test('a printed page has its words alone, black on white; in forced colours a select shows that it opens', {
  tag: '@desktop',
}, async ({ people }) => {
  const crew = await people.crew()
  const job = await aJob(crew)
  const page = await crew.agent.open('/jobs')
  // Where scroll bars take room, it is kept while a dialog hides them.
  const gutter = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollbarGutter)
  expect(await gutter()).toBe('stable')
  const select = page.getByLabel('Status')
  const arrow = () => select.evaluate((one) => getComputedStyle(one).appearance)
  expect(await arrow()).toBe('none')
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await arrow()).toBe('auto')

  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' })
  const light = await paper()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await paper()).toBe(light)
  await says(page, job.propertyName, ISSUE)
  const controls = page.locator('nav, .top-menu, button, .button, input, select').filter({ visible: true })
  await expect(controls).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await itemOf(page, job.propertyName).getByRole('link', { name: /View/ }).click()
  await says(dialogOf(page), ISSUE)
  await page.emulateMedia({ media: 'print' })
  await says(dialogOf(page), ISSUE)
  await expect(controls).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
})

test('what is done with ticked rows stands whole above the bottom bar, also over a list that begins low', {
  tag: '@phone',
}, async ({ people }) => {
  const crew = await people.crew()
  const job = await aJob(crew)
  const page = await crew.admin.open('/admin/jobs')
  await itemOf(page, job.propertyName).locator('[data-tick]').first().check()
  await page.evaluate(() => scrollTo(0, 0))
  const edge = (selector: string, side: 'top' | 'bottom') =>
    page.locator(selector).evaluate((one, side) => one.getBoundingClientRect()[side], side)
  expect(await edge('.tick-bar', 'bottom')).toBeLessThanOrEqual(await edge('.bottom-bar', 'top'))
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  expect(await edge('.table-box', 'bottom')).toBeLessThanOrEqual(await edge('.tick-bar', 'top'))
})
