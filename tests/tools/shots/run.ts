import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import { Api } from '#tests/e2e/support/api.ts'
import { Watch } from '#tests/e2e/support/watch.ts'
import { findChromium } from '#tests/support/chromium.ts'
import { ROOT } from '#tests/support/root.ts'
import { axeProblems, layoutProblems } from './checks.ts'
import { EMPTY_SCREENS, NEW_SCREENS, QUIET_SCREENS } from './days.ts'
import { drawDocs } from './docs.ts'
import { type Known, knownOf } from './known.ts'
import { ADMIN, AGENT, CONTRACTOR, NOBODY, PASSWORD } from './people.ts'
import { SCREENS, type Screen, type Who } from './screens.ts'
import { type Filling, serveWorld } from './serve.ts'

// Photographs every screen on a phone and on a desk, light and dark, and prints what a machine can see to be wrong.
// --only=admin-jobs takes those whose name matches, --world=hard one world, --no-axe leaves out the slow check; --docs makes
// the README's pictures instead.

const { values: options } = parseArgs({
  options: {
    docs: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    world: { type: 'string' },
    axe: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
const folder = join(ROOT, 'shots')
const only = new RegExp(options.only)

const SIZES = {
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const
/** Longer lists are cut. */
const MAX_HEIGHT = 2400

const CREDENTIALS: Partial<Record<Who, string>> = {
  agent: AGENT.username,
  contractor: CONTRACTOR.email,
  admin: ADMIN.identifier,
  nobody: NOBODY.username,
}

type Place = { url: string; who: Who; size: keyof typeof SIZES; session?: string; known: Known | null }

async function photograph(browser: Browser, screen: Screen, { url, who, size, session, known }: Place) {
  const context = await browser.newContext({
    ...SIZES[size],
    baseURL: url,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
    javaScriptEnabled: screen.javaScript ?? true,
  })
  const watch = new Watch()
  watch.over(context)
  if (screen.allow) watch.allow(screen.allow)
  // Without JavaScript the browser reports each script as blocked.
  if (screen.javaScript === false) watch.allow(/^csp GET .*\.js$/)
  if (session) await context.addCookies([{ name: 'session', value: session, url, httpOnly: true, sameSite: 'Lax' }])
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const problems: string[] = []
  try {
    await page.goto(typeof screen.path === 'string' ? screen.path : screen.path(known!))
    await page.waitForLoadState('load')
    await screen.act?.(page)
    await page.waitForTimeout(150)
    if (screen.javaScript !== false) problems.push(...(await layoutProblems(page)))
  } catch (error) {
    problems.push(`FAILED: ${String(error).split('\n').slice(0, 2).join(' ')}`)
  }
  // Dialogs and toasts are placed by the window's height, so only pages without them are photographed whole.
  const over = (await page.locator('dialog[open], .toast, .tooltip, .top-menu[open]').count()) > 0
  const { viewport } = SIZES[size]
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  if (!over && height > viewport.height)
    await page.setViewportSize({ width: viewport.width, height: Math.min(height, MAX_HEIGHT) })
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.waitForTimeout(50)
    if (options.axe && screen.javaScript !== false) problems.push(...(await axeProblems(page, scheme)))
    await page.screenshot({ path: join(folder, `${who}-${screen.name}-${size}-${scheme}.png`) })
  }
  problems.push(...watch.complaints)
  await context.close()
  for (const problem of new Set(problems)) console.log(`${who}-${screen.name}-${size}: ${problem}`)
  return problems.length
}

const sizes = Object.keys(SIZES) as (keyof typeof SIZES)[]
const roles = Object.keys(SCREENS) as Who[]
let [pictures, problems] = [0, 0]

async function photographWorld(browser: Browser, filling: Filling, screens: Partial<Record<Who, Screen[]>>) {
  const wanted = (who: Who) => (screens[who] ?? []).filter(({ name }) => only.test(`${who}-${name}`))
  if (!roles.some((who) => wanted(who).length)) return
  const { url, stop } = await serveWorld(filling)
  try {
    const known = filling === 'hard' ? await knownOf(await Api.signIn(url, ADMIN)) : null
    for (const who of roles) {
      if (!wanted(who).length) continue
      const identifier = CREDENTIALS[who]
      const session = identifier && (await Api.signIn(url, { identifier, password: PASSWORD })).session
      for (const screen of wanted(who)) {
        for (const size of sizes) {
          if ((screen.size ?? size) !== size) continue
          problems += await photograph(browser, screen, { url, who, size, session, known })
          pictures += 2
        }
      }
    }
  } finally {
    await stop()
  }
}

const executablePath = (await findChromium()) ?? undefined
const browser = await chromium.launch({
  executablePath,
  args: ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
try {
  if (options.docs) await drawDocs(browser)
  else {
    if (!options.only) await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    const worlds = { hard: SCREENS, empty: EMPTY_SCREENS, new: NEW_SCREENS, quiet: QUIET_SCREENS }
    for (const filling of ['hard', 'empty', 'new', 'quiet'] as const)
      if ((options.world ?? filling) === filling) await photographWorld(browser, filling, worlds[filling])
    console.log(`${pictures} pictures in shots/, ${problems} problems`)
  }
} finally {
  await browser.close()
}
