import { type Browser, type BrowserContext, test as base, type Page } from '@playwright/test'
import { Api } from './api.ts'
import { ADMIN, type Server, startServer } from './server.ts'
import { Watch } from './watch.ts'
import { type WeakLine, weakLine } from './weak-line.ts'

export { expect } from '@playwright/test'

export type Person = {
  api: Api
  id: string
  /** What they type as email or username. */
  identifier: string
  password: string
  /** 'Olivia Hart' */
  name: string
  /** A browser of their own, signed in, at a path. Further calls open further browsers. */
  open(path?: string, options?: ContextOptions): Promise<Page>
}

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>

type Names = { firstName?: string; lastName?: string; company?: string; phone?: string; email?: string }

/** Makes people who are nobody else's. */
export type People = {
  admin: Person
  agent(names?: Names): Promise<Person>
  contractor(names?: Names): Promise<Person>
  /** An agent, a contractor and the administrator. */
  crew(names?: Names): Promise<{ agent: Person; contractor: Person; admin: Person }>
  /** A browser without a session. */
  stranger(path?: string, options?: ContextOptions): Promise<Page>
}

type Fixtures = { people: People; watch: Watch; line: WeakLine }
type WorkerFixtures = { server: Server; photo: Buffer }

/** Of the test before: administrators are shown everybody's, and what reads a long list by eye or by Tab takes long. */
async function emptyEverything({ api }: Person): Promise<void> {
  const remove = async (list: string, path = list, query = '') => {
    for (const { id } of await api.get<{ id: string }[]>(list)) await api.send('DELETE', `${path}/${id}${query}`)
  }
  await remove('/api/invoiced-items', '/api/invoices', '?hardDelete=true')
  await remove('/api/jobs')
  await remove('/api/contractors')
  await remove('/api/estate-agents')
}

/** Where a page is and what it says, for the log of a test that failed: its pictures are gone with the next run. */
async function stateOf(page: Page): Promise<string> {
  const read = () => ({
    isOnline: navigator.onLine,
    says: [...document.querySelectorAll('dialog[open], .toast, .notice')].map((one) => one.textContent),
  })
  const late = new Promise<string>((resolve) => setTimeout(() => resolve('does not answer'), 2000))
  const state = await Promise.race([page.evaluate(read).catch(String), late])
  return `${page.url()} ${JSON.stringify(state)}`
}

let count = 0
const PASSWORD = 'battery staple'

export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  /** A JPEG of 1600 × 1200 as a phone takes it, drawn once. */
  photo: [
    async ({ browser }, use) => {
      const page = await browser.newPage()
      const data = await page.evaluate(() => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 1600, height: 1200 })
        const pen = canvas.getContext('2d')
        for (let i = 0; pen && i < 400; i++) {
          pen.fillStyle = `hsl(${i * 7} 60% ${20 + (i % 60)}%)`
          pen.fillRect((i * 173) % 1600, (i * 97) % 1200, 220, 160)
        }
        return canvas.toDataURL('image/jpeg', 0.9)
      })
      await page.close()
      await use(Buffer.from(data.split(',')[1] ?? '', 'base64'))
    },
    { scope: 'worker' },
  ],

  baseURL: ({ server }, use) => use(server.url),

  /** Every test, also one that does not name it, ends by asking whether anything went wrong on the way. */
  watch: [
    async ({ context, server }, use, testInfo) => {
      const watch = new Watch()
      watch.over(context)
      const before = server.log().length
      await use(watch)
      if (testInfo.status !== testInfo.expectedStatus) console.log(server.log().slice(before), watch.complaints)
      if (testInfo.status === 'passed' && watch.complaints.length)
        throw new Error(`The browser complained:\n${watch.complaints.join('\n')}`)
    },
    { auto: true },
  ],

  /** Ends before the pages that are open under it. */
  line: async ({ server, people: _ }, use) => {
    const line = await weakLine(server.url)
    await use(line)
    await line.close()
  },

  people: async ({ browser, server, watch }, use, testInfo) => {
    const contexts: BrowserContext[] = []
    const open = async (path: string, options: ContextOptions, session?: string) => {
      const context = await browser.newContext({ baseURL: server.url, ...options })
      contexts.push(context)
      watch.over(context)
      if (session)
        await context.addCookies([
          { name: 'session', value: session, url: server.url, httpOnly: true, sameSite: 'Lax' },
        ])
      const page = await context.newPage()
      await page.goto(path)
      return page
    }
    const person = async (credentials: { identifier: string; password: string }): Promise<Person> => {
      const api = await Api.signIn(server.url, credentials)
      const { id, firstName, lastName } = await api.get<Record<string, string>>('/api/auth/user')
      return {
        ...credentials,
        api,
        id: id ?? '',
        name: `${firstName} ${lastName}`,
        open: (path = '/', options = {}) => open(path, options, api.session),
      }
    }
    const admin = await person(ADMIN)
    if (!server.isFilled) await emptyEverything(admin)
    const unique = () => `${Date.now().toString(36)}${++count}`
    const agent = async (names: Names = {}) => {
      const username = `olivia${unique()}`
      const known = { firstName: 'Olivia', lastName: 'Hart', ...names }
      await admin.api.post('/api/admin/create-estate-agent', { ...known, username, password: PASSWORD })
      return person({ identifier: username, password: PASSWORD })
    }
    const contractor = async (names: Names = {}) => {
      const email = `carl${unique()}@plumbing.example`
      const known = { firstName: 'Carl', lastName: 'Mason', company: "Carl's Plumbing", phone: '07700 900123' }
      await admin.api.post('/api/admin/create-contractor', { ...known, ...names, email, password: PASSWORD })
      return person({ identifier: email, password: PASSWORD })
    }
    await use({
      admin,
      agent,
      contractor,
      crew: async (names) => ({ admin, agent: await agent(names), contractor: await contractor(names) }),
      stranger: (path = '/', options = {}) => open(path, options),
    })
    const hasFailed = testInfo.status !== testInfo.expectedStatus
    if (hasFailed) for (const page of contexts.flatMap((context) => context.pages())) console.log(await stateOf(page))
    for (const context of contexts) await context.close()
  },
})
