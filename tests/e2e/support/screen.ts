import type { Locator, Page } from '@playwright/test'
import { axeProblems } from '#tests/tools/shots/checks.ts'
import { expect } from './app.ts'

/**
 * Waits until colours have changed: the shortest transition shows the old one until it has ended, and may begin another.
 * A browser on a busy machine may draw no frame while nothing changes, so no wait is longer than its seconds.
 */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const within = (ms: number, what: Promise<unknown>) =>
      Promise.race([what, new Promise((over) => setTimeout(over, ms))])
    const frame = () => within(500, new Promise((drawn) => requestAnimationFrame(drawn)))
    const transitions = () => document.getAnimations().filter((one) => one instanceof CSSTransition)
    const end = Date.now() + 10_000
    do {
      await within(3000, Promise.all(transitions().map(({ finished }) => finished.catch(() => {}))))
      await frame()
      await frame()
    } while (transitions().length && Date.now() < end)
  })

/** A screen or an open dialog as it must be in both colours: no violation of axe's rules, nothing wider than the window. */
export async function examine(page: Page): Promise<void> {
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.offsetWidth)
  expect(await wide(), `${page.url()} scrolls sideways`).toBe(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await settled(page)
    expect(await axeProblems(page, colorScheme)).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Whether each of these words stands on the page or in the part of it, as they are written. */
export async function says(place: Page | Locator, ...words: (string | RegExp)[]): Promise<void> {
  for (const word of words) await expect(place.getByText(word).filter({ visible: true }).first()).toBeVisible()
}

/** The open dialog with details. */
export const dialogOf = (page: Page) => page.locator('dialog#dialog')
/** Closing a dialog goes back in the history: to leave the page before that has happened is broken off. */
export const isBackAt = (page: Page, url: string | RegExp) => expect(page).toHaveURL(url)
/** The open question. */
export const questionOf = (page: Page) => page.locator('dialog#confirm')
export const toastOf = (page: Page) => page.locator('#toasts .toast')

/** Types identifier and password into Login and sends it. */
export async function signIn(page: Page, person: { identifier: string; password: string }): Promise<void> {
  await page.getByLabel('Email or Username').fill(person.identifier)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).not.toHaveURL(/\/login/)
}

/** Among many only the best are shown, and `words` find another. */
export async function chooseContractor(place: Page | Locator, id: string, words: string): Promise<void> {
  await place.locator('.choice .offer').first().waitFor()
  const row = place.locator(`.choice .offer:has(input[value="${id}"])`)
  if ((await row.count()) === 0) {
    await place.getByRole('searchbox', { name: /^Find another/ }).fill(words)
    await place.getByRole('searchbox', { name: /^Find another/ }).press('Enter')
  }
  await row.click()
}

/** The card, list item or row of one property. */
export const itemOf = (place: Page | Locator, property: string) =>
  place.locator('li.card, tbody tr').filter({ hasText: property })

/** Opens what a card folds away. */
export const unfold = (item: Locator) => item.getByText('More', { exact: true }).click()

/** Whether the bottom bar stands where the sidebar would. */
export const isSmall = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768

/** Closes what stays in sight beside its list after something was done, which on a phone closes by itself. */
export async function leaveBeside(page: Page, words: string): Promise<void> {
  if (isSmall(page)) return
  await says(dialogOf(page), words)
  await page.keyboard.press('Escape')
}

/** A screen and what stands on it. */
export type Screen = { path: string; heading: string; words: (string | RegExp)[]; not?: string[] }

/** Opens a screen and looks at it. */
export async function shows(page: Page, { path, heading, words, not = [] }: Screen): Promise<void> {
  if (new URL(page.url()).pathname !== path) await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  await says(page, ...words)
  for (const word of not) await expect(page.getByText(word)).toHaveCount(0)
  await examine(page)
}

/**
 * Notes down each message as it comes, for what is there for half a second only: a busy machine might look too late.
 * Returns what asks for the last one, also on a later page of this tab, and for how many milliseconds it could be read
 * before the page was left.
 */
export async function noteToasts(page: Page): Promise<() => Promise<{ words: string; readable: number }>> {
  await page.evaluate(() => {
    const toasts = document.querySelector('#toasts')
    if (!toasts) throw new Error('No room for messages')
    let told = { words: '', at: 0 }
    const keep = (readable: number) => sessionStorage.setItem('told', JSON.stringify({ words: told.words, readable }))
    // An observer would hear of it when the scripts of that moment are done: on a busy machine, much later.
    const put = toasts.replaceChildren.bind(toasts)
    toasts.replaceChildren = (...nodes) => {
      put(...nodes)
      told = { words: toasts.textContent, at: performance.now() }
      keep(0)
    }
    addEventListener('beforeunload', () => keep(performance.now() - told.at))
  })
  return () => page.evaluate(() => JSON.parse(sessionStorage.getItem('told') ?? '{"words":"","readable":0}'))
}
