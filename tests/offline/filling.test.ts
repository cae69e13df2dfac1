import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { signedInAs } from '#tests/support/app.ts'
import { ROOT } from '#tests/support/root.ts'
import { anAgent } from '#tests/support/world.ts'

// The worker's module with a browser's caches, requests and settings invented.

type Answer = { body: string; type?: string; bytes?: number; etag?: string }
let caches: Map<string, Map<string, Response>>
let asked: string[]
let answers: Record<string, Answer>
const WORLD = ['caches', 'fetch', 'navigator', 'registration', 'location'] as const
const before = Object.fromEntries(WORLD.map((name) => [name, Reflect.get(globalThis, name)]))

const cacheOf = (entries: Map<string, Response>) => ({
  match: async (url: string) => entries.get(url)?.clone(),
  put: async (url: string, response: Response) => void entries.set(url, response),
  delete: async (url: string) => entries.delete(url),
  keys: async () => [...entries.keys()].map((url) => ({ url: `https://fettle.example${url}` })),
})

function phone(connection?: { saveData: boolean }) {
  caches = new Map()
  asked = []
  const world = {
    location: { origin: 'https://fettle.example' },
    navigator: { connection },
    registration: {},
    caches: {
      keys: async () => [...caches.keys()],
      open: async (name: string) => {
        if (!caches.has(name)) caches.set(name, new Map())
        return cacheOf(caches.get(name)!)
      },
      delete: async (name: string) => caches.delete(name),
    },
    fetch: async (path: string, { headers: sent }: { headers: Record<string, string> }) => {
      asked.push(path.split('?')[0]!)
      const { body, type = 'text/html', bytes = 5000, etag = '"a"' } = answers[path.split('?')[0]!]!
      if (sent['if-none-match'] === etag) return new Response(null, { status: 304 })
      const headers = { 'content-type': type, 'content-length': String(bytes), 'kept-for': 'somebody.1', etag }
      return new Response(body, { headers })
    },
  }
  for (const [name, value] of Object.entries(world)) Reflect.set(globalThis, name, value)
}

let count = 0
/** A module of its own each time, as a worker that has just started has it. */
async function started() {
  const entry = join(ROOT, 'public/js/worker/all.js')
  const all = ['fill', 'page', 'send', 'store'].map((name) => `export * from './${name}.js'`)
  const source = await Bun.build({ entrypoints: [entry], files: { [entry]: all.join('\n') } })
  const text = await source.outputs[0]!.text()
  const url = URL.createObjectURL(new Blob([`${text}\n//${count++}`], { type: 'text/javascript' }))
  return import(url)
}
const filler = async (): Promise<() => Promise<void>> => (await started()).fill

const listed = (pages: string[], version = '1'): Answer => ({
  body: JSON.stringify({ who: 'somebody.1', only: true, version, build: 'x', pages, files: ['/assets/a.js'] }),
})

const about = async () => JSON.parse((await caches.get('somebody.1')?.get('/offline/pages')?.clone().text()) ?? '{}')

/** By the worker's next filling, more than five minutes later. */
async function askedLater(change: object): Promise<string[]> {
  const before = await about()
  if (before.pages) {
    const now = { ...before, filled: 0, ...change }
    caches.get('somebody.1')!.set('/offline/pages', new Response(JSON.stringify(now)))
  }
  asked = []
  await (await filler())()
  return asked.slice(1)
}

beforeEach(() => {
  answers = {
    '/offline/pages': listed(['/', '/jobs']),
    '/': { body: '<title>Dashboard – Fettle</title>' },
    '/jobs': { body: '<title>Jobs – Fettle</title>' },
    '/assets/a.js': { body: '' },
  }
})
afterEach(() => {
  for (const name of WORLD) Reflect.set(globalThis, name, before[name])
})

test('a phone fills in the pages and files that it is told to keep', async () => {
  phone()
  await (await filler())()
  expect(asked).toEqual(['/offline/pages', '/', '/jobs', '/assets/a.js'])
  expect([...caches.get('somebody.1')!.keys()]).toEqual(['/', '/jobs', '/offline/pages', '/offline/about'])
})

test('a phone that saves data asks for nothing', async () => {
  phone({ saveData: true })
  await (await filler())()
  expect([asked, caches.size]).toEqual([[], 0])
})

test('a phone asks for at most two megabytes a day unasked, and again the next day', async () => {
  phone()
  const pages = Array.from({ length: 30 }, (_, index) => `/jobs/${index}`)
  answers = { '/offline/pages': listed(pages), '/assets/a.js': { body: '' } }
  for (const page of pages) answers[page] = { body: page, bytes: 150_000 }
  await (await filler())()
  // The fourteenth is begun below the bound.
  expect(asked.length - 1).toBe(14)
  expect((await about()).bytes).toBe(14 * 150_000)
  expect(await askedLater({})).toEqual([])
  for (const page of pages) answers[page]!.etag = '"b"'
  expect(await askedLater({ day: 'the day before' })).toHaveLength(14)
})

test('a job that is assigned late in the day is on the phone, although forty that did not change were asked for each hour', async () => {
  phone()
  const pages = Array.from({ length: 125 }, (_, index) => `/jobs/${index}`)
  const kept = { body: '', bytes: 4000 }
  answers = { '/assets/a.js': kept, '/jobs/new': kept, ...Object.fromEntries(pages.map((page) => [page, kept])) }
  for (let hour = 0; hour < 10; hour++) {
    answers['/offline/pages'] = listed(pages, `of ${hour}`)
    await askedLater({})
  }
  answers['/offline/pages'] = listed([...pages, '/jobs/new'], 'of the evening')
  expect(await askedLater({})).toEqual([...pages, '/jobs/new'])
  expect((await about()).pages).toHaveProperty(['/jobs/new'])
})

test('Create Job that is opened twice without a line has other keys each time, of its photos too', async () => {
  const body = await (await (await signedInAs(await anAgent())).get('/create-job')).text()
  phone()
  answers = { '/offline/pages': listed(['/create-job']), '/assets/a.js': { body: '' }, '/create-job': { body } }
  await (await filler())()
  globalThis.fetch = (() => Promise.reject(new Error('offline'))) as unknown as typeof fetch
  const { page } = await started()
  const opened = async (): Promise<string> => {
    const request = { url: 'https://fettle.example/create-job', cache: 'default' }
    return (await page({ request, waitUntil: () => {} })).text()
  }
  const keysOf = (text: string) =>
    [...text.matchAll(/name="(\w+Key)" value="(\d+(?:-\d+){3})"/g)].map(([, name, key]) => ({ name, key }))
  const keys = [body, await opened(), await opened()].flatMap(keysOf)
  expect(keys.map(({ name }) => name)).toEqual(['formKey', 'photosKey', 'formKey', 'photosKey', 'formKey', 'photosKey'])
  expect(new Set(keys.map(({ key }) => key)).size).toBe(6)
})

for (const kill of [0, 1])
  test(`a worker that is killed in write ${kill + 1} of what it keeps leaves the next one all pages`, async () => {
    phone()
    await (await filler())()
    const { noteChange } = await started()
    const entries = caches.get('somebody.1')!
    const { set } = entries
    let writes = 0
    // A browser removes the old entry, and is killed before it has the new one.
    const killed = new Promise<void>((resolve) => {
      entries.set = (url, response) => {
        if (writes++ < kill) return set.call(entries, url, response)
        entries.delete(url)
        resolve()
        throw new Error('killed')
      }
    })
    void noteChange()
    await killed
    entries.set = set
    const { about } = await (await started()).kept()
    expect(Object.keys(about.pages)).toEqual(['/', '/jobs'])
  })

test('what a phone was told to keep before a change makes no page newer than it, and is asked for again', async () => {
  phone()
  const { fill, kept, noteChange } = await started()
  await fill()
  const { about } = await kept()
  about.filled = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const { fetch } = globalThis
  Reflect.set(globalThis, 'fetch', async (...given: Parameters<typeof fetch>) => {
    const answer = await fetch(...given)
    await promise
    return answer
  })
  const filled = fill()
  await Bun.sleep(5)
  await noteChange()
  await Bun.sleep(5)
  resolve()
  await filled
  expect(about.pages['/jobs'].at).toBeLessThan(about.changed)
  expect(about.filled).toBe(0)
})

test('a page from before a change, which comes late, takes no place: it is asked for again', async () => {
  phone()
  const { fill, noteChange, page, tellLate } = await started()
  await fill()
  const late = Promise.withResolvers<Response>()
  const request = { url: 'https://fettle.example/jobs', cache: 'default' }
  const event = { request, preloadResponse: late.promise, resultingClientId: 'a', waitUntil: () => {} }
  expect(await (await page(event)).text()).toContain('Jobs')
  await noteChange()
  late.resolve(new Response('from before', { headers: { 'kept-for': 'somebody.1' } }))
  const told: string[] = []
  await tellLate({ id: 'a', postMessage: (what: string) => told.push(what) })
  expect(told).toEqual(['gone'])
})

test('what a worker sends by itself is a change: no page from before it counts as new', async () => {
  phone()
  const { fill, kept, sendWaiting } = await started()
  await fill()
  const store = { all: async () => [{ doneAt: 1 }] }
  Reflect.set(globalThis, 'outbox', { store, sendAll: async () => {} })
  await sendWaiting()
  Reflect.deleteProperty(globalThis, 'outbox')
  const { about } = await kept()
  expect(about.changed).toBeGreaterThanOrEqual(about.pages['/jobs'].at)
  expect(about.filled).toBe(0)
})

test('a form that the worker passes on is a change when it is answered: a list from while it was sent is not new', async () => {
  phone()
  const { fill, kept, sendOrKeep } = await started()
  await fill()
  const { about } = await kept()
  const answered = Promise.withResolvers<Response>()
  const { fetch } = globalThis
  const request = new Request('https://fettle.example/jobs/1/start', {
    method: 'POST',
    body: new URLSearchParams('a=b'),
  })
  Reflect.set(globalThis, 'fetch', (...given: Parameters<typeof fetch>) =>
    given[0] === request ? answered.promise : fetch(...given),
  )
  let shown: Promise<Response> | undefined
  sendOrKeep({ request, respondWith: (answer: Promise<Response>) => (shown = answer) })
  about.filled = 0
  await fill()
  answered.resolve(Response.redirect('https://fettle.example/jobs', 303))
  expect((await shown)?.status).toBe(303)
  expect(about.changed).toBeGreaterThanOrEqual(about.pages['/jobs'].at)
  expect(about.filled).toBe(0)
})
