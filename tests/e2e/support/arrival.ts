import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { isReady } from './ready.ts'

const ACTS = [
  'check',
  'click',
  'dblclick',
  'fill',
  'focus',
  'hover',
  'press',
  'pressSequentially',
  'selectOption',
  'setInputFiles',
  'tap',
  'uncheck',
] as const

/**
 * Hands are slower than scripts: opening a page waits until it is ready, and so does whatever is done to an element, as a
 * link or a form may have opened its page. Who is quicker than scripts uses page.keyboard, which waits for nothing.
 */
export function waitForScripts(context: BrowserContext): void {
  void context.addInitScript(() =>
    document.addEventListener('close', () => Object.assign(globalThis, { dialogClosed: true }), true),
  )
  context.on('page', (page) => {
    slowHands(page)
    const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
    page.goto = (...there) => between(page, () => goto(...there))
    page.reload = (...how) => between(page, () => reload(...how))
  })
}

async function between<Answer>(page: Page, open: () => Promise<Answer>): Promise<Answer> {
  await ready(page)
  const answer = await open()
  await ready(page)
  return answer
}

type Hands = Record<(typeof ACTS)[number], (this: Locator, ...how: unknown[]) => Promise<unknown>>

const slow = new WeakSet<Hands>()

function slowHands(page: Page): void {
  // Playwright exports no class of it.
  const hands: Hands = Object.getPrototypeOf(page.locator('html'))
  if (slow.has(hands)) return
  slow.add(hands)
  for (const name of ACTS) {
    const act = hands[name]
    hands[name] = async function (...how) {
      await this.waitFor({ state: 'attached' })
      await ready(this.page())
      // Playwright gives files also to a field that nobody can press, as it is before its script has come.
      if (name === 'setInputFiles') await expect(this).toBeEnabled()
      return act.apply(this, how)
    }
  }
}

const ready = (page: Page) => page.waitForFunction(isReady, undefined, { polling: 20, timeout: 0 })
