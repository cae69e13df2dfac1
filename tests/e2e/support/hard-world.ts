import type { Browser, Page } from '@playwright/test'
import { type Known, knownOf } from '#tests/tools/shots/known.ts'
import { ADMIN, AGENT, CONTRACTOR, NOBODY, PASSWORD } from '#tests/tools/shots/people.ts'
import { SCREENS, type Screen, type Who } from '#tests/tools/shots/screens.ts'
import { Api } from './api.ts'
import { test as base } from './app.ts'
import { islandsStand } from './keyboard.ts'
import { startServer } from './server.ts'

export { expect } from '@playwright/test'

const IDENTIFIERS: Partial<Record<Who, string>> = {
  agent: AGENT.username,
  contractor: CONTRACTOR.email,
  admin: ADMIN.identifier,
  nobody: NOBODY.username,
}

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>

/** A world full of what stretches a screen, and browsers of the people in it. */
export type HardWorld = { url: string; known: Known; session(who: Who): Promise<string | null> }

type Fixtures = {
  /** A browser of its own for somebody of the hard world, closed when the test ends. */
  open(who: Who, options?: ContextOptions): Promise<Page>
}

type WorkerFixtures = {
  hard: HardWorld
  /** Tests that change the world have one of their own: what others know of it would be gone. */
  changing: boolean
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  changing: [false, { option: true, scope: 'worker' }],

  hard: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const server = await startServer(undefined, 'hard')
      const sessions = new Map<Who, string>()
      const session = async (who: Who) => {
        const identifier = IDENTIFIERS[who]
        if (!identifier) return null
        if (!sessions.has(who))
          sessions.set(who, (await Api.signIn(server.url, { identifier, password: PASSWORD })).session)
        return sessions.get(who) ?? null
      }
      await use({ url: server.url, known: await knownOf(await Api.signIn(server.url, ADMIN)), session })
      await server.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  open: async ({ browser, hard, watch }, use) => {
    const contexts = new Set<{ close(): Promise<void> }>()
    await use(async (who, options = {}) => {
      const context = await browser.newContext({ baseURL: hard.url, ...options })
      contexts.add(context)
      // What a screen is refused, or asks for without a line, belongs to its picture.
      watch.allow(/^4\d\d /, /^net::ERR_INTERNET_DISCONNECTED/, /when fetching the script/)
      watch.over(context)
      const value = await hard.session(who)
      if (value) await context.addCookies([{ name: 'session', value, url: hard.url, httpOnly: true, sameSite: 'Lax' }])
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})

/** Shows a screen of tests/tools/shots/screens.ts as it is before it is photographed. */
export async function show(page: Page, screen: Screen, { known }: HardWorld): Promise<void> {
  await page.goto(typeof screen.path === 'string' ? screen.path : screen.path(known))
  await screen.act?.(page)
  // Toasts and dialogs come in within this time.
  if (screen.act) await page.waitForTimeout(200)
  else await islandsStand(page)
}

/** What asks first, or is of a desk alone, changes nothing of what is measured. */
const PLAIN = /^(?!ask-|toast-|.*(offline|tooltip|generated|created)$)/

/** The screens of a role on a phone that change nothing, or those of them whose name matches. */
export const screensOf = (who: Who, only = PLAIN): Screen[] =>
  SCREENS[who].filter((one) => only.test(one.name) && one.javaScript !== false && one.size !== 'desktop')

/** Shows the screens one after another, and tells what `measure` finds of each. */
export async function overAll(
  page: Page,
  screens: Screen[],
  world: HardWorld,
  measure: (screen: Screen) => Promise<string[]>,
): Promise<string[]> {
  const problems: string[] = []
  for (const screen of screens) {
    await show(page, screen, world)
    problems.push(...(await measure(screen)).map((problem) => `${screen.name}: ${problem}`))
  }
  return problems
}
