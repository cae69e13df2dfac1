import type { BrowserContext } from '@playwright/test'
import { waitForScripts } from './arrival.ts'

/** What must not happen unseen while a test clicks: script errors, console errors (the CSP's among them), failed requests. */
export class Watch {
  readonly #complaints: string[] = []
  readonly #allowed: RegExp[] = []

  /** From now on complaints like this are what the test is about. */
  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns)
  }

  get complaints(): string[] {
    return this.#complaints.filter((complaint) => !this.#allowed.some((pattern) => pattern.test(complaint)))
  }

  over(context: BrowserContext): void {
    waitForScripts(context)
    context.on('console', (message) => {
      // A failed request is told with its address below. Some tests block the worker.
      const isKnown = /^(Failed to load resource|Service Worker registration blocked)/.test(message.text())
      if (!['error', 'warning'].includes(message.type()) || isKnown || isHint(message.text())) return
      const { url, lineNumber } = message.location()
      this.#complaints.push(`console ${message.type()}: ${message.text()} (${url}:${lineNumber})`)
    })
    context.on('weberror', (error) => this.#complaints.push(`script: ${error.error().stack}`))
    context.on('response', (response) => {
      // What is asked for ahead may have gone to somebody else by then.
      if (response.status() < 400 || response.request().serviceWorker()) return
      this.#complaints.push(`${response.status()} ${response.request().method()} ${pathOf(response.url())}`)
    })
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText
      // Leaving a page ends what it was loading.
      if (reason !== 'net::ERR_ABORTED' && !request.serviceWorker() && !isHint(`(${reason}) ${request.url()}`))
        this.#complaints.push(`${reason} ${request.method()} ${pathOf(request.url())}`)
    })
  }
}

/** What to fetch ahead is asked for late: a page that has lost its line by then goes without, and its test with it. */
const isHint = (text: string) => /\(net::ERR_\w+\).*\/assets\/prefetch-\w+\.json/.test(text)

const pathOf = (url: string) => {
  const { pathname, search } = new URL(url)
  return pathname + search
}
