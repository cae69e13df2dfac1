import type { Page, Route } from '@playwright/test'

/**
 * Handles the page's matching requests until the returned function is called; then they go their way. The route itself
 * stays: as it is removed, Chromium loses a request that waits just then, and whoever sent it waits for ever.
 */
export async function intercept(page: Page, url: string, handle: (route: Route) => unknown): Promise<() => void> {
  let isOn = true
  await page.route(url, (route) => (isOn ? handle(route) : route.fallback()))
  return () => {
    isOn = false
  }
}
