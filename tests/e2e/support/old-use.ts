import { expect, type Page } from '@playwright/test'

/** Kept pages count as used so many days ago. Opening a page notes its use, also a moment later: until this note stays. */
export const noteOldUse = (page: Page, days: number) =>
  expect
    .poll(() =>
      page.evaluate(
        async (used) => {
          const cache = await caches.open((await caches.keys()).find((one) => one !== 'files')!)
          const read = async () => (await cache.match('/offline/pages'))?.json()
          await cache.put('/offline/pages', new Response(JSON.stringify({ ...(await read()), used })))
          return new Promise((resolve) => setTimeout(async () => resolve((await read()).used === used), 500))
        },
        Date.now() - days * 86_400_000,
      ),
    )
    .toBe(true)
