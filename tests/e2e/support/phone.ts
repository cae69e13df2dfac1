import { expect, type Page } from '@playwright/test'
import type { Person } from './app.ts'
import type { WeakLine } from './weak-line.ts'

/** A page of theirs under the service worker, once all is kept that a phone keeps. */
export async function filledPhone(person: Person, line: WeakLine, path = '/'): Promise<Page> {
  const page = await person.open(line.url + path)
  await isFilled(page)
  await page.goto(line.url + path)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  return page
}

type About = { version?: string; build?: string; pages: Record<string, { at: number }> }

/** What the worker notes of what it keeps, null for nothing; the address of each thing kept. */
export const keptOn = (page: Page) =>
  page
    .evaluate(async () => {
      const names = (await caches.keys()).filter((one) => one !== 'files')
      if (!names[0]) return null
      const cache = await caches.open(names[0])
      const about = await cache.match('/offline/pages')
      const urls = (await cache.keys()).map(({ url }) => url.slice(location.origin.length))
      return { names, urls, about: (about ? await about.json() : { pages: {} }) as About }
    })
    .catch(() => undefined)

export const isFilled = (page: Page) =>
  expect.poll(async () => (await keptOn(page))?.about.version ?? null, { timeout: 30_000 }).not.toBeNull()

/** The worker of this server, as another build of the same code would have it. */
export async function anotherWorker(server: string): Promise<string> {
  const worker = await (await fetch(`${server}/sw.js`)).text()
  const build = /"[a-z0-9]{8}"(?=\|\|\w+==="now")/
  expect(worker).toMatch(build)
  return `${worker.replace(build, '"another1"')}//`
}

/** No route of Playwright is for what a service worker sends. */
export const WITHOUT_WORKER = { serviceWorkers: 'block' } as const

/** With the line a page is asked for anew, which may be after its visit is recorded. */
export const RECORDED = /^409 GET \/visit/

/** Whoever loses the line before that has a page that keeps nothing, and says so. */
export const outboxIsLoaded = (page: Page) => page.waitForFunction(() => 'unsent' in globalThis)

/** A phone that takes most of a second for each photo that it keeps. */
export const keepsSlowly = (page: Page) =>
  page.evaluate(() => {
    const read = Blob.prototype.arrayBuffer
    Blob.prototype.arrayBuffer = function () {
      return new Promise((done) => setTimeout(() => done(read.call(this)), 700))
    }
  })

/** Tells the page, as a phone does. What is under way by then is asked once more when it has ended. */
export async function lineIsBack(page: Page): Promise<void> {
  await outboxIsLoaded(page)
  await page.evaluate(() => dispatchEvent(new Event('online')))
}

/** How many items wait on this phone; -1 where its page has not come so far. */
export const waiting = (page: Page): Promise<number> =>
  page
    .evaluate(async () => {
      const { outbox } = globalThis as unknown as { outbox?: { store: { all(): Promise<{ doneAt?: number }[]> } } }
      if (!outbox) return -1
      return (await outbox.store.all()).filter(({ doneAt }) => !doneAt).length
    })
    // It may be on its way to another page.
    .catch(() => -1)

/** In bytes, of all photos that wait to be sent. */
export const keptPhotoSizes = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    type Store = {
      all(): Promise<{ photos: string[] }[]>
      photo(id: string): Promise<{ bytes: ArrayBuffer } | undefined>
    }
    const { store } = (globalThis as unknown as { outbox: { store: Store } }).outbox
    const ids = (await store.all()).flatMap(({ photos }) => photos)
    return Promise.all(ids.map(async (id) => (await store.photo(id))!.bytes.byteLength))
  })

/** The script that keeps what is typed comes when a form is touched: who leaves before that is asked by the browser. */
export const keepsTyped = (page: Page, words: string) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        Object.keys(localStorage)
          .filter((name) => name.startsWith('draft:'))
          .map((name) => localStorage.getItem(name))
          .join(),
      ),
    )
    .toContain(words)
