import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { type WeakLine, weakLine } from '#tests/e2e/support/weak-line.ts'
import { findChromium } from '#tests/support/chromium.ts'
import { median } from '#tests/tools/bench/load.ts'
import type { Child } from '#tests/tools/bench/server.ts'
import { number, type Row } from '#tests/tools/bench/table.ts'
import { tokenOf } from '#tests/tools/bench/world/people.ts'
import { KBIT_400, LATENCY, PHONE, Phone, type Times } from './phone.ts'

// A contractor's phone with a sixth of this processor: pages without a service worker, with one that runs, with one that
// was stopped before; on a line without latency, with 400 ms, with 400 ms and 400 kbit/s, and on none.

const versionOn = (page: Page) =>
  page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const about = await (await caches.open(name)).match('/offline/pages')
      if (about) return ((await about.json()) as { version?: string }).version
    }
  })

async function isFilled(page: Page): Promise<void> {
  for (let wait = 0; !(await versionOn(page)); wait++) {
    if (wait === 60) throw new Error('Nothing was kept within a minute')
    await page.waitForTimeout(1000)
  }
}

const cookie = (url: string) => ({ name: 'session', value: tokenOf('contractor'), url, httpOnly: true })

async function pathsOf(app: Child): Promise<[name: string, path: string][]> {
  const headers = { cookie: `session=${tokenOf('contractor')}` }
  const listed = await fetch(`http://127.0.0.1:${app.port}/offline/pages`, { headers })
  const { pages } = (await listed.json()) as { pages: string[] }
  const visit = pages.find((path) => path.startsWith('/visit/')) ?? '/visit'
  return [
    ['dashboard', '/'],
    ['a job', visit.replace('visit', 'jobs')],
    ['Log Visit', visit],
  ]
}

const told = (all: readonly Times[], { of }: { of: keyof Times }) => median(all.map((one) => one[of]))
const words = (all: readonly Times[]) =>
  `first byte ${number(told(all, { of: 'byte' }))}  paint ${number(told(all, { of: 'paint' }))}  largest ${number(told(all, { of: 'largest' }))} ms`

export async function measureKeptPages(app: Child, rounds: number): Promise<Row[]> {
  const line = await weakLine(`http://127.0.0.1:${app.port}`)
  const paths = await pathsOf(app)
  try {
    return [...(await onLine(line, paths, rounds)), ...(await withoutLine(line, paths, rounds))]
  } finally {
    await line.close()
  }
}

const LINES: [name: string, wait: number, pace?: number][] = [
  ['no latency', 0],
  ['400 ms', LATENCY],
  ['400 ms, 400 kbit/s', LATENCY, KBIT_400],
]

async function onLine(line: WeakLine, paths: [string, string][], rounds: number): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath: (await findChromium()) ?? undefined, args: ['--no-sandbox'] })
  try {
    const phone = async (serviceWorkers: 'allow' | 'block') => {
      const context = await browser.newContext({ ...PHONE, serviceWorkers })
      await context.addCookies([cookie(line.url)])
      const one = await Phone.of(context)
      await one.page.goto(line.url)
      return one
    }
    const [bare, keeping] = [await phone('block'), await phone('allow')]
    await isFilled(keeping.page)
    const ways: [string, (url: string) => Promise<Times>][] = [
      ['no worker', (url) => bare.open(url)],
      ['a worker that runs', (url) => keeping.open(url)],
      ['a worker that was stopped', (url) => keeping.open(url, { stopped: true })],
    ]
    for (const [, path] of paths) for (const [, open] of ways) await open(line.url + path)
    const rows: Row[] = []
    for (const [name, ...pace] of LINES) {
      line.delay(...pace)
      const times = new Map<string, Times[]>()
      for (let round = 0; round < rounds; round++)
        for (const [page, path] of paths)
          for (const [way, open] of ways) {
            const key = `${page}, ${name}, ${way}`
            times.set(key, [...(times.get(key) ?? []), await open(line.url + path)])
          }
      for (const [key, all] of times) rows.push([key, words(all), ...goalOf(key, all)])
    }
    line.delay(0)
    return rows
  } finally {
    await browser.close()
  }
}

const MOST = 700
const MOST_OFFLINE = 1000

function goalOf(key: string, all: readonly Times[]): [goal: string, isMet?: boolean] {
  if (!key.includes('kbit') || key.includes('no worker')) return ['']
  return [`largest ≤ ${MOST} ms`, told(all, { of: 'largest' }) <= MOST]
}

async function withoutLine(line: WeakLine, paths: [string, string][], rounds: number): Promise<Row[]> {
  const profile = await mkdtemp(join(tmpdir(), 'fettle-phone-'))
  const launch = async () =>
    chromium.launchPersistentContext(profile, {
      executablePath: (await findChromium()) ?? undefined,
      args: ['--no-sandbox'],
      ...PHONE,
    })
  try {
    const first = await launch()
    await first.addCookies([cookie(line.url)])
    const page = await first.newPage()
    await page.goto(line.url)
    await isFilled(page)
    await first.close()
    line.cut()
    const times = new Map<string, Times[]>()
    for (let round = 0; round < rounds; round++)
      for (const [name, path] of paths) {
        const context = await launch()
        const phone = await Phone.of(context)
        times.set(name, [...(times.get(name) ?? []), await phone.open(line.url + path)])
        await context.close()
      }
    return [...times].map(([name, all]): Row => {
      const isMet = told(all, { of: 'largest' }) <= MOST_OFFLINE
      return [`${name}, no line, from cold`, words(all), `largest ≤ ${number(MOST_OFFLINE)} ms`, isMet]
    })
  } finally {
    line.mend()
    await rm(profile, { recursive: true, force: true })
  }
}
