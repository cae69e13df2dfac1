import type { BrowserContext, Page } from '@playwright/test'

/** Opening a page also waits for the scripts that a first page loads after it is shown. */
export function waitForScripts(context: BrowserContext): void {
  context.on('page', (page) => {
    const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
    page.goto = async (...there) => arrived(page, await goto(...there))
    page.reload = async (...how) => arrived(page, await reload(...how))
  })
}

async function arrived<Answer>(page: Page, answer: Answer): Promise<Answer> {
  await page.evaluate(async () => {
    if (matchMedia('(scripting: none)').matches) return
    while (document.querySelector('script[data-scripts]')) await new Promise((next) => setTimeout(next, 5))
  })
  return answer
}
