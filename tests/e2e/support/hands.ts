import { type Locator, type Page, test } from '@playwright/test'
import { expect } from './app.ts'

/** What a hand does on a page, counted. Typing is not. */
export class Hands {
  #clicks = 0

  private constructor(readonly page: Page) {}

  /** Counts from the next page on. */
  static async on(page: Page): Promise<Hands> {
    const hands = new Hands(page)
    await page.exposeFunction('pressed', () => hands.#clicks++)
    await page.addInitScript(() =>
      addEventListener('pointerdown', () => (window as unknown as { pressed(): void }).pressed(), true),
    )
    return hands
  }

  /** A select is opened, and one of its choices pressed. */
  async choose(select: Locator, value: string | { label: string }): Promise<void> {
    this.#clicks += 2
    await select.selectOption(value)
  }

  /** One part of the day, and how many clicks it may take at most. */
  async within(most: number, what: string, act: () => Promise<void>): Promise<void> {
    await test.step(what, async () => {
      this.#clicks = 0
      await act()
      test.info().annotations.push({ type: 'clicks', description: `${what}: ${this.#clicks} of at most ${most}` })
      expect(this.#clicks, `${what}: clicks`).toBeLessThanOrEqual(most)
      // A test that counted nothing would pass.
      if (most > 0) expect(this.#clicks, `${what}: clicks`).toBeGreaterThan(0)
    })
  }
}
