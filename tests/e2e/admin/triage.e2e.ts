import type { Page } from '@playwright/test'
import { expect, type People, test } from '#tests/e2e/support/app.ts'
import { dialogOf, examine, says, toastOf } from '#tests/e2e/support/screen.ts'
import { aJob, type JobJson } from '#tests/e2e/support/world.ts'

// A list by keys alone, and a job beside it.

const COUNT = 5

async function list(people: People) {
  const crew = await people.crew()
  const propertyName = `Fern House ${crew.agent.id.slice(-12)}`
  for (let made = 0; made < COUNT; made++) await aJob(crew, 'pending', { job: { propertyName } })
  const query = `search=${encodeURIComponent(propertyName)}`
  const jobs = () => crew.admin.api.get<JobJson[]>(`/api/jobs?${query}`)
  return { ...crew, propertyName, jobs, path: `/admin/jobs?${query}` }
}

/** Each key that is pressed counts. */
function keyboard(page: Page) {
  let count = 0
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      count++
      await page.keyboard.press(key)
    }
  }
  return { press, count: () => count }
}

const rows = (page: Page) => page.locator('main tbody tr[id]')
const linkOf = (page: Page, row: number) => rows(page).nth(row).getByRole('link').first()
const chosen = (page: Page) => dialogOf(page).locator('[name=contractorId]:checked')
const isModal = (page: Page) => dialogOf(page).evaluate((box) => box.matches(':modal'))

test('five jobs are assigned by twelve keys, where it took twenty clicks; the list keeps its place and its focus', async ({
  people,
}) => {
  const { admin, path, propertyName, jobs } = await list(people)
  const page = await admin.open(path)
  await expect(rows(page)).toHaveCount(COUNT)
  const { press, count } = keyboard(page)
  await press('j')
  await expect(linkOf(page, 0)).toBeFocused()
  const top = async () => Math.round((await rows(page).first().boundingBox())?.y ?? 0)
  const before = await top()

  await press('Enter')
  const beside = page.getByRole('dialog', { name: propertyName })
  await says(beside, 'to assign a contractor')
  await expect(linkOf(page, 0)).toBeFocused()
  await expect(linkOf(page, 0)).toHaveAttribute('aria-current', 'true')
  await says(page, `${propertyName}, beside the list`)
  await expect(page).toHaveURL(/\/admin\/jobs\/[\w-]{36}$/)
  expect([await isModal(page), await top()]).toEqual([false, before])
  await examine(page)

  for (let row = 0; row < COUNT; row++) {
    await expect(linkOf(page, row)).toBeFocused()
    await expect(beside.getByRole('link', { name: 'Assign Contractor' })).toBeVisible()
    await press('a')
    await expect(chosen(page)).toBeFocused()
    if (row === 0) await examine(page)
    await press('Enter')
    await says(toastOf(page), 'Contractor Assigned')
    await expect(dialogOf(page).getByRole('heading', { name: propertyName })).toBeVisible()
  }
  expect(count()).toBe(12)
  // Nothing waits below the last: it stays.
  await expect(linkOf(page, COUNT - 1)).toBeFocused()
  await says(dialogOf(page), 'Assigned Contractor', 'Reassign')
  expect((await jobs()).map(({ status }) => status)).toEqual(Array(COUNT).fill('assigned'))

  // Along the list, into what is open and out of it.
  const shown = async () => new URL(page.url()).pathname
  const last = await shown()
  await press('k')
  await expect(linkOf(page, COUNT - 2)).toBeFocused()
  await expect.poll(shown).not.toBe(last)
  await expect(linkOf(page, COUNT - 2)).toHaveAttribute('aria-current', 'true')
  await press('Enter')
  await expect(dialogOf(page).getByRole('heading', { name: propertyName })).toBeFocused()
  const next = dialogOf(page).getByRole('button', { name: 'Next' })
  await next.press('Enter')
  await expect.poll(shown).toBe(last)
  await expect(next).toBeDisabled()
  await dialogOf(page).getByRole('button', { name: 'Previous' }).press('Enter')
  await expect.poll(shown).not.toBe(last)
  await expect(dialogOf(page).getByRole('button', { name: 'Previous' })).toBeFocused()
  await press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect(page).toHaveURL(path)
  await expect(linkOf(page, COUNT - 2)).toBeFocused()

  await press('Enter')
  await expect(dialogOf(page)).toBeVisible()
  await page.goBack()
  await expect(dialogOf(page)).toBeHidden()
  await expect(page).toHaveURL(path)
  await expect(linkOf(page, COUNT - 2)).toBeFocused()
  await page.goForward()
  await says(dialogOf(page), 'Assigned Contractor')
  expect(await isModal(page)).toBe(false)

  // What is found anew is another list.
  await press('/', 'End', 'Backspace')
  await expect(dialogOf(page)).toBeHidden()
  await expect(page.getByRole('searchbox')).toBeFocused()
})

test('keys do nothing while somebody types or a dialog asks, and each can be turned off; narrow windows and pages without scripts have none', async ({
  people,
}) => {
  const { admin, path } = await list(people)
  const page = await admin.open(path)
  const ticked = page.locator('[data-tick]:checked')
  await expect(rows(page)).toHaveCount(COUNT)
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await expect(ticked).toHaveCount(2)
  await page.keyboard.press('a')
  await says(dialogOf(page), 'Assign 2 Jobs')
  expect(await isModal(page)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()

  await page.keyboard.press('?')
  await says(dialogOf(page), 'Keys that work', 'Next row')
  await examine(page)
  await page.keyboard.press('x')
  await dialogOf(page).getByRole('checkbox', { name: 'x Tick the row' }).uncheck()
  await dialogOf(page).getByRole('button', { name: 'Save Keys' }).press('Enter')
  await says(toastOf(page), 'Keys Saved')
  await expect(dialogOf(page)).toBeHidden()
  await rows(page).nth(3).getByRole('link').first().focus()
  await page.keyboard.press('x')
  await page.keyboard.press('k')
  await expect(linkOf(page, 2)).toBeFocused()
  await expect(ticked).toHaveCount(2)
  await page.request.post('/profile/keys', { form: { on: 'x' }, headers: { origin: new URL(page.url()).origin } })
  await page.reload()
  await page.keyboard.press('j')
  await expect(page.locator('main tbody :focus')).toHaveCount(0)
  const all = new URLSearchParams(['j', 'k', 'x', 'a', 'c', '/', '?'].map((key) => ['on', key]))
  const headers = { origin: new URL(page.url()).origin, 'content-type': 'application/x-www-form-urlencoded' }
  await page.request.post('/profile/keys', { data: all.toString(), headers })

  await page.reload()
  await page.keyboard.press('/')
  await page.keyboard.type('jx')
  await expect(page.getByRole('searchbox')).toHaveValue('jx')
  await expect(ticked).toHaveCount(0)

  const phone = await admin.open(path, { viewport: { width: 360, height: 740 } })
  await linkOf(phone, 0).click()
  await says(dialogOf(phone), 'to assign a contractor')
  expect(await isModal(phone)).toBe(true)
  await expect(dialogOf(phone).getByRole('button', { name: 'Next' })).toHaveCount(0)

  const plain = await admin.open(path, { javaScriptEnabled: false })
  await linkOf(plain, 0).click()
  await expect(plain).toHaveURL(/\/admin\/jobs\/[\w-]{36}$/)
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText(/Fern House/)
})
