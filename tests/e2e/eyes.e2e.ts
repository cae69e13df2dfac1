import type { Page } from '@playwright/test'
import {
  bigTextProblems,
  heightOfBars,
  narrowMessages,
  smallTargets,
  underBars,
  underToast,
  wastedRoom,
} from '#tests/shots/eyes.ts'
import type { Who } from '#tests/shots/screens.ts'
import { expect, type HardWorld, screensOf, show, test } from './support/hard-world.ts'
import { isSmall } from './support/screen.ts'

// Every screen of each role, full of what stretches it, measured as eyes and thumbs meet it. What a screen is before
// its picture is in tests/shots/screens.ts.

const ROLES: Who[] = ['stranger', 'nobody', 'agent', 'contractor', 'admin']
const TOUCH = { hasTouch: true, isMobile: true, reducedMotion: 'reduce' } as const
/** What asks first, or is of a desk alone, changes nothing of what is measured. */
const PLAIN = /^(?!ask-|toast-|.*(offline|tooltip|generated|created)$)/

/** Shows the screens one after another, and tells what `measure` finds of each. */
async function overAll(page: Page, who: Who, world: HardWorld, measure: () => Promise<string[]>, only = PLAIN) {
  const problems: string[] = []
  for (const screen of screensOf(who, page.viewportSize()?.width === 1280 ? 'desktop' : 'phone', only)) {
    await show(page, screen, world)
    problems.push(...(await measure()).map((problem) => `${screen.name}: ${problem}`))
  }
  return problems
}

for (const who of ROLES) {
  test(`${who}: on a phone nothing that has the focus is under a bar, and links are as high as a thumb`, async ({
    open,
    hard,
    page,
  }) => {
    if (!isSmall(page)) return // The bars and thumbs are of phones.
    const phone = await open(who, { viewport: { width: 360, height: 740 }, ...TOUCH })
    const measure = async () => [...(await smallTargets(phone)), ...(await underBars(phone))]
    expect(await overAll(phone, who, hard, measure)).toEqual([])
  })

  test(`${who}: text of 200 % scrolls nothing sideways, cuts nothing and overprints no bar`, async ({
    open,
    hard,
    page,
  }) => {
    if (!isSmall(page)) return // Where it is tight.
    const phone = await open(who, { viewport: { width: 360, height: 740 }, ...TOUCH })
    // As the browser's own setting of the letters' size does; zooming the page is another way to the same width.
    await phone.addInitScript(() =>
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = '200%'
      }),
    )
    expect(await overAll(phone, who, hard, () => bigTextProblems(phone))).toEqual([])
  })

  test(`${who}: on a phone that lies on its side the bars take a fifth of the height at most`, async ({
    open,
    hard,
    page,
  }) => {
    if (!isSmall(page)) return // Of phones.
    const phone = await open(who, { viewport: { width: 740, height: 360 }, ...TOUCH })
    const measure = async () => {
      const height = await heightOfBars(phone)
      return height > 360 / 5 ? [`the bars are ${height} px high`] : []
    }
    expect(await overAll(phone, who, hard, measure)).toEqual([])
  })
}

for (const viewport of [
  { width: 360, height: 740 },
  { width: 360, height: 480 },
  { width: 740, height: 360 },
])
  test(`a message covers nothing that is in use, at ${viewport.width} × ${viewport.height}`, async ({
    open,
    hard,
    page,
  }) => {
    if (!isSmall(page)) return // Of phones.
    const problems: string[] = []
    for (const who of ['agent', 'contractor', 'admin'] as const) {
      const phone = await open(who, { viewport, ...TOUCH })
      const only = /^(toast-(started|invoiced|reset)|.*offline|profile-refused|account-missing)$/
      problems.push(...(await overAll(phone, who, hard, () => underToast(phone), only)))
    }
    expect(problems).toEqual([])
  })

test('a message goes after its time also under a finger that has left', async ({ open, page }) => {
  if (!isSmall(page)) return // A mouse that rests on it keeps it.
  const phone = await open('agent', { viewport: { width: 360, height: 740 }, ...TOUCH })
  await phone.goto('/create-job')
  await phone.context().setOffline(true)
  await phone.getByRole('button', { name: 'Create Job' }).tap()
  await phone.locator('.toast').tap()
  await expect(phone.locator('.toast')).toHaveCount(0, { timeout: 8000 })
  await phone.context().setOffline(false)
})

test('why a photo was not sent can be read', async ({ open, hard, page, watch }) => {
  if (!isSmall(page)) return // Where it is tight.
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
  expect(await overAll(phone, 'contractor', hard, measure, only)).toEqual([])
})

test('a table shortens nothing while a column has room to spare, and shows twelve jobs', async ({
  open,
  hard,
  page,
}) => {
  if (isSmall(page)) return // Tables are of desks.
  const desk = await open('admin', { viewport: { width: 1280, height: 800 } })
  const only = /^jobs(-hard)?$/
  expect(await overAll(desk, 'admin', hard, () => wastedRoom(desk), only)).toEqual([])
  // Without the largest amount there is room for more of the names.
  await desk.goto('/admin/jobs?status=pending')
  expect(await wastedRoom(desk)).toEqual([])
  const whole = await desk
    .locator('tbody tr')
    .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length)
  expect(whole).toBeGreaterThanOrEqual(12)
})
