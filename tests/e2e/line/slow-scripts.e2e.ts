import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/support/app.ts'
import { itemOf } from '#tests/e2e/support/screen.ts'
import { aJob } from '#tests/e2e/support/world.ts'

// A page is there before its scripts on a slow line, and people do not wait for them.

/** Until what it returns is called. */
/** A service worker would have the scripts: pages are opened without one. */
const BLOCKED = /Service Worker registration blocked/

async function holdingScripts(page: Page): Promise<() => void> {
  let send = () => {}
  const sent = new Promise<void>((resolve) => (send = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await sent
    await route.continue()
  })
  return send
}

const WAYS = [
  {
    by: 'typed into a search',
    at: (page: Page) => page.getByRole('searchbox'),
    keys: 'harbour',
    address: /search=harbour/,
  },
  {
    by: 'chosen beside a search',
    at: (page: Page) => page.getByRole('combobox', { name: 'Status' }),
    keys: 'Assigned',
    address: /status=assigned/,
  },
] as const

/** At once: what a test does to an element itself waits for scripts. */
async function type(page: Page, field: Locator, keys: string) {
  await field.evaluate((one) => one.focus())
  await page.keyboard.type(keys)
}

for (const { by, at, keys, address } of WAYS)
  test(`what is ${by} before the scripts are here is searched for`, { tag: '@phone' }, async ({ people, watch }) => {
    watch.allow(BLOCKED)
    const crew = await people.crew()
    await aJob(crew, 'pending', { job: { propertyName: 'Rose Cottage' } })
    await aJob(crew, 'assigned', { job: { propertyName: 'Harbour House' } })
    const page = await crew.agent.open('/', { serviceWorkers: 'block' })
    const send = await holdingScripts(page)
    const opened = page.goto('/jobs')
    await type(page, at(page), keys)
    await expect(itemOf(page, 'Rose Cottage')).toBeVisible()
    send()
    await opened
    await expect(itemOf(page, 'Rose Cottage')).toHaveCount(0)
    await expect(itemOf(page, 'Harbour House')).toBeVisible()
    await expect(page).toHaveURL(address)
  })

test('an address that is typed before the scripts are here is looked for among open jobs', { tag: '@phone' }, async ({
  people,
  watch,
}) => {
  watch.allow(BLOCKED)
  const crew = await people.crew()
  const { jobRef } = await aJob(crew)
  const page = await crew.agent.open('/', { serviceWorkers: 'block' })
  const send = await holdingScripts(page)
  const opened = page.goto('/create-job')
  await type(page, page.getByLabel('Property Address'), '12 MILL LANE guildford gu13xy')
  send()
  await opened
  await expect(page.getByRole('link', { name: `Open it instead: ${jobRef}` })).toBeVisible()
})
