import type { BrowserContext, CDPSession, Page } from '@playwright/test'

export const PHONE = { viewport: { width: 360, height: 740 }, locale: 'en-GB' }
const SLOWER = 6
export const LATENCY = 400
export const KBIT_400 = 50

export type Times = { byte: number; paint: number; largest: number }

/** A browser with a sixth of this processor. */
export class Phone {
  readonly #page: Page
  readonly #cdp: CDPSession

  private constructor(page: Page, cdp: CDPSession) {
    this.#page = page
    this.#cdp = cdp
  }

  static async of(context: BrowserContext): Promise<Phone> {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('ServiceWorker.enable')
    return new Phone(page, cdp)
  }

  get page(): Page {
    return this.#page
  }

  async open(url: string, { stopped = false } = {}): Promise<Times> {
    await this.#page.goto('about:blank')
    if (stopped) await this.#cdp.send('ServiceWorker.stopAllWorkers')
    await this.#cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    try {
      await this.#page.goto(url)
      await this.#page.waitForTimeout(2 * LATENCY)
      return await this.#page.evaluate(timesOf)
    } finally {
      // It stays on in the page, and slows the next.
      await this.#cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    }
  }
}

const timesOf = () =>
  new Promise<Times>((resolve) => {
    let largest = 0
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) largest = startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    setTimeout(() => resolve({ byte: visit?.responseStart ?? 0, paint: paint?.startTime ?? 0, largest }), 50)
  })
