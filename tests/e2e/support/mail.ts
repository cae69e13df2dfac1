import type { Page } from '@playwright/test'
import { expect } from './app.ts'

/** Opens the newest e-mail with these words in its line of the mailbox, as a mail reader shows it. */
export async function openMail(page: Page, ...words: string[]): Promise<void> {
  await expect(async () => {
    await page.goto('/dev/mail')
    let line = page.getByRole('row')
    for (const word of words) line = line.filter({ hasText: word })
    const href = await line.first().getByRole('link').first().getAttribute('href', { timeout: 1000 })
    await page.goto(`${href}/html`)
  }).toPass({ timeout: 60_000 })
}

/** The address behind a button of the e-mail that is open. */
export async function mailedPath(page: Page, button: string): Promise<string> {
  const href = await page.getByRole('link', { name: button }).first().getAttribute('href')
  return new URL(href!).pathname
}

/** Presses a button of the e-mail that is open, which opens a tab as mail readers do. */
export async function pressInMail(page: Page, button: string): Promise<Page> {
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: button }).first().click(),
  ])
  await opened.waitForLoadState()
  return opened
}
