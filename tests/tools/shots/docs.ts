import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { ADMIN, AGENTS, CONTRACTORS, DEMO_PASSWORD } from '#db/demo/people.ts'
import { Api } from '#tests/e2e/support/api.ts'
import { ROOT } from '#tests/support/root.ts'
import { serveWorld } from './serve.ts'

const folder = join(ROOT, 'docs')
const MOST_BYTES = 150_000

const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }
const DESK = { viewport: { width: 1280, height: 800 } }

type Picture = {
  name: string
  as?: string
  path: (api: Api) => string | Promise<string>
  act?: (page: Page) => Promise<void>
}
type Pending = { id: string; workCompletion: { photosUrls: string[] } | null }
type JobJson = { id: string; status: string; jobType: string }

const pictures: Picture[] = [
  { name: 'landing-phone', path: () => '/' },
  { name: 'agent-phone', as: AGENTS.olivia.username, path: () => '/' },
  {
    name: 'completion-phone',
    as: CONTRACTORS.carl.email,
    path: async (api) => {
      const jobs = await api.get<JobJson[]>('/api/jobs')
      const inHand = jobs.filter(
        ({ jobType, status }) => jobType === 'visit' && /^(assigned|in_progress)$/.test(status),
      )
      return `/visit/${inHand[0]?.id}`
    },
    act: async (page) => {
      await page.locator('.file-button').waitFor()
      await page
        .getByLabel('What work did you complete?')
        .fill('Found a failed expansion vessel and topped up the pressure.')
      await page.getByLabel('This job needs a quote').check()
      await page.getByLabel('Quote Amount (£)').fill('480.00')
      await page.getByLabel('Quote Description').fill('Replace the expansion vessel.')
      await page.getByLabel('Quote Description').blur()
      await page
        .locator('.completion')
        .evaluate((form) => scrollTo({ top: form.getBoundingClientRect().top + scrollY - 60, behavior: 'instant' }))
    },
  },
  {
    name: 'quote-phone',
    as: AGENTS.olivia.username,
    path: async (api) => {
      const quotes = await api.get<Pending[]>('/api/quotes/pending')
      return `/quotes/${quotes.find(({ workCompletion }) => workCompletion?.photosUrls.length)?.id}`
    },
    act: async (page) => {
      await page.locator('.photos').scrollIntoViewIfNeeded()
      await page
        .locator('.photos')
        .evaluate((photos) =>
          scrollTo({ top: photos.getBoundingClientRect().top + scrollY - 360, behavior: 'instant' }),
        )
      await page.waitForLoadState('networkidle')
    },
  },
  { name: 'admin-desktop', as: ADMIN.email, path: () => '/' },
  { name: 'jobs-desktop', as: ADMIN.email, path: () => '/admin/jobs' },
]

/** Writes the README's pictures from the demo's data. Throws when one is too large for a page to be read on a phone. */
export async function drawDocs(browser: Browser): Promise<void> {
  const { url, stop } = await serveWorld('demo')
  try {
    await mkdir(folder, { recursive: true })
    for (const { name, as, path, act } of pictures) {
      const size = name.endsWith('phone') ? PHONE : DESK
      const context = await browser.newContext({ ...size, baseURL: url, locale: 'en-GB', reducedMotion: 'reduce' })
      const api = await Api.signIn(url, { identifier: as ?? AGENTS.olivia.username, password: DEMO_PASSWORD })
      if (as) await context.addCookies([{ name: 'session', value: api.session, url }])
      const page = await context.newPage()
      await page.goto(await path(api))
      await act?.(page)
      await page.waitForTimeout(300)
      const picture = await new Bun.Image(await page.screenshot())
        .png({ palette: true, colors: 256, compressionLevel: 9 })
        .bytes()
      if (picture.length > MOST_BYTES) throw new Error(`${name} has ${picture.length} bytes`)
      await Bun.write(join(folder, `${name}.png`), picture)
      console.log(`docs/${name}.png: ${picture.length} bytes`)
      await context.close()
    }
  } finally {
    await stop()
  }
}
