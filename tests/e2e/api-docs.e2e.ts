import type { Page } from '@playwright/test'
import { expect, test } from './support/app.ts'
import { examine } from './support/screen.ts'

// Swagger UI draws all calls at once, which keeps a processor for seconds: three pages at once would wait for each other.
test.describe.configure({ mode: 'default' })

const opened = async (page: Page) => {
  await page.goto('/api/docs')
  await expect(page.locator('#calls')).not.toHaveAttribute('aria-busy')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API')
}

/** A call, unfolded. */
async function call(page: Page, id: string) {
  const block = page.locator(`[id$="-${id}"].opblock`)
  await block.getByRole('button').first().click()
  await expect(block.locator('.opblock-body')).toBeVisible()
  return block
}

async function tried(page: Page, id: string) {
  const block = await call(page, id)
  await block.getByRole('button', { name: 'Try it out' }).click()
  await block.getByRole('button', { name: 'Execute' }).click()
  return block.locator('.live-responses-table')
}

test('the calls of the API are shown to everybody, with nothing from elsewhere', async ({ page, server }) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!/^(blob|data):/.test(url) && new URL(url).origin !== new URL(server.url).origin) elsewhere.push(url)
  })
  await opened(page)
  await examine(page)
  const block = await call(page, 'createJob')
  await expect(block).toContainText('For estate agents.')
  await expect(block).toContainText('12 Mill Lane, Godalming GU7 1HE')
  await examine(page)
  expect(elsewhere).toEqual([])
})

test('a call is tried by the session', { tag: '@desktop' }, async ({ people }) => {
  const agent = await people.agent()
  const page = await agent.open('/')
  await opened(page)
  await expect(await tried(page, 'getOneself')).toContainText(agent.id)
})

test('a call is tried by a token', { tag: '@desktop' }, async ({ people, watch }) => {
  watch.allow(/^401 GET \/api\/auth\/user/)
  const agent = await people.agent()
  const { token } = await agent.api.post<{ token: string }>('/api/tokens', { name: 'Trying out' })
  const page = await people.stranger('/')
  await opened(page)
  await expect(await tried(page, 'getOneself')).toContainText('not_signed_in')
  await page.getByRole('button', { name: 'Authorize' }).first().click()
  await page.getByLabel('auth-bearer-value').fill(token)
  await page
    .locator('.auth-container', { hasText: 'bearer' })
    .getByRole('button', { name: 'Apply credentials' })
    .click()
  await page.getByRole('button', { name: 'Close' }).first().click()
  await page.locator('[id$="-getOneself"].opblock').getByRole('button', { name: 'Execute' }).click()
  await expect(page.locator('.live-responses-table')).toContainText(agent.id)
})

test('each code of an error is explained', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/api/docs/problems#quote_changed')
  await expect(page.locator('#quote_changed')).toContainText('no longer the version that was read')
  await examine(page)
})
