import type { Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/support/app.ts'
import { aJob } from '#tests/e2e/support/world.ts'

// A page of the menu is fetched while its link is pressed, and is shown when the press becomes a click.

const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).filter({ visible: true }).getByRole('link', { name, exact: true })

const wasPrefetched = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as { deliveryType?: string }[]
    return entry?.deliveryType === 'navigational-prefetch'
  })

/** Presses the link until the page has come. */
async function pressUntilFetched(page: Page, name: string): Promise<void> {
  const fetched = page.waitForEvent('requestfinished', {
    predicate: (one) => one.headers()['sec-purpose'] !== undefined,
  })
  await menu(page, name).hover()
  await page.mouse.down()
  await fetched
}

/** Presses the link, and lets go beside it. */
async function pressOnly(page: Page, name: string): Promise<void> {
  await pressUntilFetched(page, name)
  await page.mouse.move(640, 400)
  await page.mouse.up()
}

test('the next page is there before the click ends', { tag: '@desktop' }, async ({ people }) => {
  const { agent } = await people.crew()
  const page = await agent.open('/')
  for (const name of ['My Jobs', 'Quotes', 'Create Job']) {
    await pressUntilFetched(page, name)
    await page.mouse.up()
    await expect(menu(page, name)).toHaveAttribute('aria-current', 'page')
    expect([name, await wasPrefetched(page)]).toEqual([name, true])
  }
})

test('what was fetched before a change or a sign-out is not shown after it', { tag: '@desktop' }, async ({
  people,
}) => {
  const crew = await people.crew()
  const job = await aJob(crew, 'pending', { job: { propertyName: 'Quince House' } })
  const page = await crew.agent.open('/')
  await pressOnly(page, 'My Jobs')
  await page.getByText('More', { exact: true }).click()
  await page.getByRole('button', { name: 'Delete the job for Quince House' }).click()
  await page.locator('#confirm').getByRole('button', { name: 'Delete' }).click()
  await expect(page.locator('.toast')).toBeVisible()
  await menu(page, 'My Jobs').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Jobs')
  await expect(page.locator(`#job-${job.id}`)).toHaveCount(0)
  await pressOnly(page, 'Quotes')
  await page.getByRole('link', { name: 'Log Out' }).filter({ visible: true }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/quotes')
  await expect(page).toHaveURL(/\/login/)
})
