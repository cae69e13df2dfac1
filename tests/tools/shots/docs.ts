import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { ADMIN, AGENTS, DEMO_PASSWORD } from '#db/demo/people.ts'
import { Api } from '#tests/e2e/support/api.ts'
import { ROOT } from '#tests/support/root.ts'
import { serveWorld } from './serve.ts'

const MAX_BYTES = 150_000

const PICTURES = [
  {
    name: 'agent-phone',
    as: AGENTS.olivia.username,
    size: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  },
  { name: 'admin-desktop', as: ADMIN.email, size: { viewport: { width: 1280, height: 800 } } },
]

/** Writes the README's pictures from the demo's data. Throws when one is too large for a page that is read on a phone. */
export async function drawDocs(browser: Browser): Promise<void> {
  const { url, stop } = await serveWorld('demo')
  try {
    for (const { name, as, size } of PICTURES) {
      const context = await browser.newContext({ ...size, baseURL: url, locale: 'en-GB', reducedMotion: 'reduce' })
      const api = await Api.signIn(url, { identifier: as, password: DEMO_PASSWORD })
      await context.addCookies([{ name: 'session', value: api.session, url }])
      const page = await context.newPage()
      await page.goto('/')
      await page.waitForTimeout(300)
      const picture = await new Bun.Image(await page.screenshot())
        .png({ palette: true, colors: 256, compressionLevel: 9 })
        .bytes()
      if (picture.length > MAX_BYTES) throw new Error(`${name} has ${picture.length} bytes`)
      await Bun.write(join(ROOT, 'docs', `${name}.png`), picture)
      console.log(`docs/${name}.png: ${picture.length} bytes`)
      await context.close()
    }
  } finally {
    await stop()
  }
}
