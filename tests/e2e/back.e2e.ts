import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { expect, type People, type Person, test } from './support/app.ts'
import { isReady } from './support/ready.ts'
import { says, signIn, toastOf } from './support/screen.ts'
import { aJob } from './support/world.ts'

// All pages are no-store. Chromium keeps them for Back all the same, until the session's cookie changes; and the page on
// which a sign-in landed also then.

/** Only a whole Chromium keeps pages: the shell without windows does not. */
const WHOLE =
  process.env.WHOLE_CHROMIUM ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
if (!WHOLE) console.log('Left out, as WHOLE_CHROMIUM names no whole Chromium: pages that Back brings.')

/** With the cache of pages for Back and Forward, which Playwright turns off. */
const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: WHOLE,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })

if (WHOLE)
  test('Back and Forward show pages as they were left, and none after a sign-out', { tag: '@desktop' }, async ({
    people,
    server,
  }) => {
    const agent = await people.agent()
    const browser = await launch()
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

/** As it was left, but for its visibility. */
const UNSEEN = { path: '/', persisted: true, visibility: 'hidden' }
/** Chromium keeps no page that asked for something no-store by itself: an administrator's is read anew once it has. */
const READ_ANEW = { path: '/', persisted: false, visibility: 'visible' }

type Shown = { path: string; persisted: boolean; visibility: string }

/** A page that notes how it comes back, on which somebody has signed in by the form: a planted cookie hides the fault. */
async function signedInPage(context: BrowserContext, person: Person, mayLeave = isReady) {
  const page = await context.newPage()
  const shown: Shown[] = []
  await page.exposeFunction('noteShown', (one: Shown) => shown.push(one))
  await page.addInitScript(() =>
    addEventListener('pageshow', (event) => {
      const { persisted } = event as PageTransitionEvent
      const { noteShown } = globalThis as unknown as { noteShown(one: Shown): void }
      noteShown({ path: location.pathname, persisted, visibility: getComputedStyle(document.body).visibility })
    }),
  )
  await page.goto('/login')
  await signIn(page, person)
  await expect(page).toHaveURL('/')
  await says(page, property)
  await page.waitForFunction(mayLeave)
  /** Goes back to the page on which the sign-in landed, over another, and says how it came. */
  const back = async () => {
    const before = shown.length
    await page.evaluate(() => history.go(-2))
    // The page that is left may tell of itself late.
    const came = () => shown.slice(before).find(({ path }) => path === '/')
    await expect.poll(came).toBeDefined()
    return came()
  }
  return { page, back }
}

const property = 'Rose Cottage'

const showsNothingOf = async (page: Page, { name }: Person) => {
  for (const text of [property, name]) await expect(page.getByText(text).filter({ visible: true })).toHaveCount(0)
}

async function inBrowser(people: People, url: string, work: (context: BrowserContext, agent: Person) => Promise<void>) {
  const crew = await people.crew()
  await aJob(crew, 'pending')
  const browser = await launch()
  try {
    await work(await browser.newContext({ baseURL: url }), crew.agent)
  } finally {
    await browser.close()
  }
}

if (WHOLE) {
  test('after Log Out, Back to the page of the sign-in shows nothing of anybody, with and without a server', {
    tag: '@desktop',
  }, async ({ people, server }) => {
    const crew = await people.crew()
    await aJob(crew, 'assigned')
    const browser = await launch()
    try {
      for (const person of [crew.agent, crew.contractor, crew.admin]) {
        const context = await browser.newContext({ baseURL: server.url })
        const { page, back } = await signedInPage(context, person)
        const isKept = person !== crew.admin
        if (isKept) await page.evaluate(async () => void (await navigator.serviceWorker.ready))
        await page.goto('/profile')
        expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(isKept)
        await page.getByRole('link', { name: 'Log Out' }).filter({ visible: true }).first().click()
        await says(page, 'Get Started')
        if (person !== crew.contractor) {
          expect(person === crew.admin ? [READ_ANEW, UNSEEN] : [UNSEEN]).toContainEqual(await back())
          await says(page, 'Get Started')
          await showsNothingOf(page, person)
        } else {
          await context.setOffline(true)
          expect(await back()).toEqual(UNSEEN)
          await says(toastOf(page), 'No connection')
          await showsNothingOf(page, person)
          await context.setOffline(false)
          await says(page, 'Get Started')
        }
        await context.close()
      }
    } finally {
      await browser.close()
    }
  })

  test('Back shows nothing where the session has ended or is another person’s', { tag: '@desktop' }, async ({
    people,
    server,
  }) => {
    const other = await people.agent({ firstName: 'Nora', lastName: 'Quill' })
    await inBrowser(people, server.url, async (context, agent) => {
      const { page } = await signedInPage(context, agent)
      await context.addCookies([{ name: 'session', value: other.api.session, url: server.url, httpOnly: true }])
      // As a browser does it that does not mind whether a cookie has changed: Chromium drops such a page.
      await page.evaluate(() => {
        dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      })
      await says(page, 'Hello, Nora')
      await showsNothingOf(page, agent)
    })
    await inBrowser(people, server.url, async (context, agent) => {
      const { page, back } = await signedInPage(context, agent)
      await page.goto('/privacy-policy')
      await page.goto('/cookie-policy')
      await people.admin.api.post(`/api/estate-agents/${agent.id}/reset-password`)
      expect(await back()).toEqual(UNSEEN)
      await says(page, 'Get Started')
      await showsNothingOf(page, agent)
    })
  })

  test('a page that was left before its scripts were here comes back unseen, and is read anew', {
    tag: '@desktop',
  }, async ({ people, server }) => {
    await inBrowser(people, server.url, async (context, agent) => {
      await context.addInitScript(() => {
        if (location.pathname !== '/') return
        const { setTimeout: later } = globalThis
        // Nothing is painted, and the second passes that the page waits for it.
        Object.assign(globalThis, {
          PerformanceObserver: class {
            observe() {}
          },
          setTimeout: (act: () => void, ms: number) => (ms === 1000 ? 0 : later(act, ms)),
        })
      })
      const { page, back } = await signedInPage(context, agent, () => document.readyState === 'complete')
      await page.goto('/privacy-policy')
      await page.goto('/cookie-policy')
      expect(await back()).toEqual(UNSEEN)
      await says(page, property)
      expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]!.toJSON().type)).toBe('reload')
    })
  })

  test('Back without a server says so, and shows the page again when there is one', { tag: '@desktop' }, async ({
    people,
    server,
  }) => {
    await inBrowser(people, server.url, async (context, agent) => {
      const { page, back } = await signedInPage(context, agent)
      await page.goto('/privacy-policy')
      await page.goto('/cookie-policy')
      await context.setOffline(true)
      expect(await back()).toEqual(UNSEEN)
      await says(toastOf(page), 'No connection')
      await showsNothingOf(page, agent)
      await context.setOffline(false)
      await says(page, property)
    })
  })
}
