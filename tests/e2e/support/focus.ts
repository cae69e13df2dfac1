import type { Locator, Page } from '@playwright/test'
import { expect } from './app.ts'
import { dialogOf, questionOf } from './screen.ts'

// Working a page by keyboard alone, and asking where the focus is.

export const press = async (page: Page, control: Locator) => {
  await control.focus()
  await page.keyboard.press('Enter')
}

/** Presses a button that asks first, and says yes. */
export async function confirm(page: Page, button: Locator) {
  await press(page, button)
  await expect(questionOf(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(questionOf(page)).toBeHidden()
}

/** Presses Approve or Decline, and sends the dialog that it opens. */
export async function decide(page: Page, verb: 'Approve' | 'Decline', button: Locator) {
  await press(page, button)
  const asking = page.locator(`#dialog form[method=post][action$=${verb.toLowerCase()}]`)
  await press(page, asking.getByRole('button', { name: `${verb} Quote` }))
  await expect(dialogOf(page)).toBeHidden()
}

export const button = (place: Page | Locator, name: RegExp) => place.getByRole('button', { name })
export const inside = (place: Locator) => expect(place.locator(':focus')).toHaveCount(1)
export const onHeading = (page: Page, name: string | RegExp) =>
  expect(page.locator('main').getByRole('heading', { name })).toBeFocused()
