import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { expect, test } from './support/app.ts'

// All pages are no-store. Chromium keeps them for Back all the same, until the session's cookie changes.

/** Only a whole Chromium keeps pages: the shell without windows does not. */
const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

if (WHOLE)
  test('Back and Forward show pages as they were left, and none after a sign-out', { tag: '@desktop' }, async ({
    people,
    server,
  }) => {
    const agent = await people.agent()
    const browser = await chromium.launch({
      executablePath: WHOLE,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    })
    try {
      const context = await browser.newContext({ baseURL: server.url })
      await context.addCookies([{ name: 'session', value: agent.api.session, url: server.url, httpOnly: true }])
      const page = await context.newPage()
      const kept: [string, boolean][] = []
      await page.exposeFunction('shown', (path: string, persisted: boolean) => kept.push([path, persisted]))
      await page.addInitScript(() =>
        addEventListener('pageshow', (event) => {
          const { shown } = globalThis as unknown as { shown(path: string, persisted: boolean): void }
          shown(location.pathname, (event as PageTransitionEvent).persisted)
        }),
      )
      const link = (name: string) => page.getByRole('link', { name, exact: true }).filter({ visible: true }).first()
      await page.goto('/')
      await link('My Jobs').click()
      await expect(page).toHaveURL('/jobs')
      await page.getByRole('searchbox').fill('half a word')
      await page.evaluate(() => history.back())
      await expect(page).toHaveURL('/')
      await expect.poll(() => kept.at(-1)).toEqual(['/', true])
      await page.evaluate(() => history.forward())
      await expect.poll(() => kept.at(-1)).toEqual(['/jobs', true])
      await expect(page.getByRole('searchbox')).toHaveValue('half a word')

      await link('Log Out').click()
      await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
      await page.evaluate(() => history.back())
      await expect(page).toHaveURL(/\/login/)
      expect(kept.filter(([path, persisted]) => persisted && path === '/jobs')).toHaveLength(1)
    } finally {
      await browser.close()
    }
  })
