import type { Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/support/app.ts'
import { dialogOf, itemOf, questionOf, says } from '#tests/e2e/support/screen.ts'
import { aJob, jobInput } from '#tests/e2e/support/world.ts'

test('a list says how much of it is shown, as it is narrowed, loaded and deleted from', async ({ people }) => {
  test.setTimeout(120_000)
  const crew = await people.crew()
  const street = `Count Street ${crew.agent.identifier}`
  for (let number = 1; number <= 52; number++)
    await crew.agent.api.post('/api/jobs', jobInput({ propertyName: `House ${number}`, propertyAddress: street }))
  const { length: total } = await crew.admin.api.get<unknown[]>('/api/jobs')
  const page = await crew.admin.open('/admin/jobs')
  await says(page, `Showing 50 of ${total} jobs`)
  await page.getByRole('link', { name: 'Load more' }).click()
  await says(page, `Showing ${Math.min(total, 100)} of ${total} jobs`)

  await page.goto(`/admin/jobs?search=${encodeURIComponent(street)}`)
  await says(page, `Showing 50 of ${total} jobs, 52 found`)
  await page.getByRole('link', { name: 'Load more' }).click()
  await says(page, `Showing 52 of ${total} jobs`)

  // What comes late of the list before stays out of another.
  await page.goto(`/admin/jobs?search=${encodeURIComponent(street)}`)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/admin/jobs?*cursor=*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('link', { name: 'Load more' }).click()
  await page.getByRole('searchbox').fill(`House ${street}`)
  await expect(page).toHaveURL(/House/)
  const late = page.waitForResponse(/cursor=/)
  release()
  await (await late).finished()
  await expect(page.locator('tbody tr[id]')).toHaveCount(50)
  await page.getByRole('link', { name: 'Load more' }).click()
  await says(page, `Showing 52 of ${total} jobs`)
  await page.getByRole('searchbox').fill(`House 7 ${street}`)
  await says(page, `Showing 1 of ${total} jobs`)

  await itemOf(page, 'House 7').getByRole('link', { name: 'House 7' }).click()
  await dialogOf(page).getByRole('button', { name: 'Delete Job' }).click()
  await questionOf(page).getByRole('button', { name: 'Delete Job' }).click()
  await says(page, `Showing 0 of ${total - 1} jobs`)
})

test('a list tells of new jobs where it is, and asks only while somebody looks', async ({ people }) => {
  const crew = await people.crew()
  const street = `News Street ${crew.agent.identifier}`
  const raise = () =>
    crew.agent.api.post('/api/jobs', jobInput({ propertyName: 'News House', propertyAddress: street }))
  await raise()
  const page = await crew.admin.open('/')
  await page.clock.install()
  await page.goto(`/admin/jobs?search=${encodeURIComponent(street)}`)
  await raise()
  await page.clock.runFor(31_000)
  const news = page.getByRole('status').getByRole('link', { name: '1 new job' })
  await expect(news).toBeVisible()
  await expect(page.locator('tbody tr')).toHaveCount(1)

  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }))
  await raise()
  let asked = 0
  page.on('request', (request) => void (request.url().includes('/admin/jobs/new') && asked++))
  await page.clock.runFor(91_000)
  expect(asked).toBe(0)
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: false }))
  await page.clock.runFor(31_000)
  await page.getByRole('link', { name: '2 new jobs' }).click()
  await expect(page.locator('tbody tr')).toHaveCount(3)
})

/** Gathers what a status comes to say, as a screen reader does that heard of this element before. */
const listenTo = (page: Page, status: string) =>
  page.evaluate((status) => {
    const heard: string[] = []
    const element = document.querySelector(status)!
    new MutationObserver(() => heard.push(element.textContent!)).observe(element, {
      ...{ characterData: true, childList: true, subtree: true },
    })
    Object.assign(window, { heard, stands: () => element.isConnected })
  }, status)
const heardOf = (page: Page) =>
  page.evaluate(() => {
    const { heard, stands } = window as unknown as { heard: string[]; stands: () => boolean }
    return [stands(), heard.at(-1)]
  })

test('a search is answered in a status that stands there already', async ({ people }) => {
  const crew = await people.crew()
  for (const name of ['Rose Cottage', 'Rose House', 'Mill House'])
    await aJob(crew, 'pending', { job: { propertyName: name } })
  const page = await crew.agent.open('/jobs')
  await listenTo(page, '#searched')
  for (const [typed, told] of [
    ['rose', '2 shown'],
    ['rose cottage', '1 shown'],
    ['rose cotage', 'Nothing matches “rose cotage”. Showing “rose cottage”.'],
    ['zzyzxq', 'None found'],
  ] as const) {
    await page.getByRole('searchbox').fill(typed)
    await expect.poll(() => heardOf(page)).toEqual([true, told])
  }
})

test('a search among contractors is answered in a status that stands beside the choice', async ({ people }) => {
  const crew = await people.crew()
  for (let more = 0; more < 8; more++) await people.contractor()
  const job = await aJob(crew, 'pending')
  const page = await crew.admin.open(`/admin/jobs/${job.id}/assign`)
  await listenTo(page, '#contractor-choice-found')
  const choice = page.locator('.choice .offer')
  await choice.nth(3).click()
  for (const [typed, told] of [
    [crew.contractor.identifier, '1 shown'],
    ['zzyzxq', 'None found'],
  ] as const) {
    await page.getByRole('searchbox', { name: /^Find another/ }).fill(typed)
    await expect.poll(() => heardOf(page)).toEqual([true, told])
    if (told === '1 shown') await expect(choice.getByRole('radio')).toBeChecked()
  }
})
