import type { Page } from '@playwright/test'

// Steps before a picture.

export const click = (name: string | RegExp) => (page: Page) => {
  const place = page.locator('main, dialog[open]')
  const named = place.getByRole('button', { name }).or(place.getByRole('link', { name }))
  return named.filter({ visible: true }).first().click()
}

/** Follows a link to the page that has these words. */
export const opened = (link: string | RegExp, words: string) => async (page: Page) => {
  await click(link)(page)
  await page.getByText(words).first().waitFor()
}

export const open = (selector: string) => async (page: Page) => {
  await page.locator(selector).filter({ visible: true }).first().click()
  await page.locator('dialog[open] :is(h2, p)').first().waitFor()
}

/** What the first card folds away. */
export const unfold = (page: Page) => page.locator('.card .card .more-detail summary').first().click()

export const ask = (name: string | RegExp) => async (page: Page) => {
  await click(name)(page)
  await page.locator('#confirm[open]').waitFor()
}

export const yes = async (page: Page) => {
  await page.locator('#confirm [value=yes]').click()
  await page.locator('.toast').waitFor()
}

export const inTurn =
  (...acts: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const act of acts) await act(page)
  }

/** The first rows of a list. */
export const tick = (count: number) => async (page: Page) => {
  for (let row = 0; row < count; row++) await page.locator('[data-tick]').nth(row).check()
}

export const fill = (values: Record<string, string>) => async (page: Page) => {
  for (const [name, value] of Object.entries(values))
    await page.locator(`main [name="${name}"], dialog[open] [name="${name}"]`).first().fill(value)
}
export const refused = (page: Page) => page.locator('[aria-invalid], .error-summary, .toast').first().waitFor()
export const search = (words: string) => async (page: Page) => {
  await page.locator('[type=search]').fill(words)
  await page.locator('.empty').waitFor()
}
export const focus = (selector: string) => (page: Page) => page.locator(selector).first().focus()
export async function openForm(page: Page): Promise<void> {
  await page.locator('.job-in-hand a.primary').first().click()
  await page.locator('.job-in-hand.open .file-button').waitFor()
}

export async function moreDetail(page: Page): Promise<void> {
  await page.getByText('More detail').click()
}

export async function addPhotos(page: Page): Promise<void> {
  const { photographs } = await import('#tests/e2e/support/pictures.ts')
  await page.getByLabel('What work did you complete?').fill('Replaced the washer.')
  await page.getByLabel('This job needs a quote').check()
  await page
    .locator('.file-button input')
    .setInputFiles([
      ...(await photographs(page, 2, 1600, 1200)),
      { name: `${'a-very-long-name-'.repeat(6)}.txt.jpg`, mimeType: 'image/jpeg', buffer: Buffer.from('no photo') },
    ])
  await page.locator('.photo-list .stored').nth(1).waitFor()
}

export async function offline(page: Page, button: string): Promise<void> {
  await page.context().setOffline(true)
  await page.getByRole('button', { name: button }).click()
  await page.locator('.toast').waitFor()
  await page.context().setOffline(false)
}

export async function tooltip(page: Page): Promise<void> {
  await page.locator('tbody [data-tooltip]').first().hover()
  await page.locator('.tooltip').waitFor()
}

export async function makeAccount(page: Page): Promise<void> {
  await fill({
    username: `u${Date.now()}`,
    firstName: 'Bartholomew',
    lastName: 'Featherstonehaugh',
    password: 'battery staple',
  })(page)
  await click('Create Estate Agent Account')(page)
  await page.locator('.created').waitFor()
}
