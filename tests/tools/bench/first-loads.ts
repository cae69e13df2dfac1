import { join } from 'node:path'
import { findChromium } from '#tests/support/chromium.ts'
import { installed } from '#tests/tools/installed.ts'
import { median } from './load.ts'
import { tokenOf } from './people.ts'
import type { Child } from './server.ts'
import { serveSinglePage } from './single-page.ts'
import { number, type Row } from './table.ts'

// Lighthouse's phone: slow 4G and a processor four times as slow, both simulated.

type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<
    string,
    { numericValue?: number; details?: { items?: { transferSize?: number; resourceType?: string }[] } }
  >
}
type Load = { lcp: number; tbt: number; bytes: number; scripts: number; scores: number[] }

async function lighthouse(folder: string, url: string, cookie: string): Promise<Load> {
  const program = join(folder, 'node_modules/lighthouse/cli/index.js')
  const options = [
    ...[
      '--quiet',
      '--output=json',
      '--disable-full-page-screenshot',
      '--only-categories=performance,accessibility,best-practices',
    ],
    // Coming back to a page whose request had headers of ours never ends.
    '--skip-audits=bf-cache',
    `--chrome-flags=--headless --no-sandbox --disable-gpu`,
    `--extra-headers=${JSON.stringify({ cookie })}`,
  ]
  const child = Bun.spawn(['node', program, url, ...options], {
    env: { PATH: process.env.PATH ?? '', HOME: folder, CHROME_PATH: (await findChromium()) ?? '' },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [output, complaint] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if (await child.exited) throw new Error(`Lighthouse: ${complaint}`)
  const { audits, categories } = JSON.parse(output) as Report
  const requests = audits['network-requests']?.details?.items ?? []
  const sum = (of: typeof requests) => of.reduce((all, { transferSize = 0 }) => all + transferSize, 0)
  return {
    lcp: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    tbt: audits['total-blocking-time']?.numericValue ?? Number.NaN,
    bytes: sum(requests),
    scripts: sum(requests.filter(({ resourceType }) => resourceType === 'Script')),
    scores: ['performance', 'accessibility', 'best-practices'].map((name) => (categories[name]?.score ?? 0) * 100),
  }
}

const MOST_LCP = 1000
const MOST_TBT = 10
const agent = `session=${tokenOf('agent')}`

/** Pages as a phone loads them first, and the dashboard beside a single-page app of the same screen. */
export async function measureFirstLoads(app: Child, rounds: number): Promise<Row[]> {
  const folder = await installed('tests/tools/bench/peers/lighthouse.json')
  const single = await serveSinglePage(app, { cookie: agent })
  const origin = `http://127.0.0.1:${app.port}`
  const pages = [
    { name: 'dashboard', url: `${origin}/`, cookie: agent },
    { name: 'dashboard, single-page app', url: single.url, cookie: agent },
    { name: 'landing', url: `${origin}/`, cookie: '' },
    { name: 'login', url: `${origin}/login`, cookie: '' },
    { name: 'create job', url: `${origin}/create-job`, cookie: agent },
    { name: 'my jobs', url: `${origin}/jobs`, cookie: agent },
  ]
  try {
    const loads = pages.map((): Load[] => [])
    for (let round = 0; round < rounds; round++)
      for (const [index, { url, cookie }] of pages.entries()) loads[index]?.push(await lighthouse(folder, url, cookie))
    const of = (index: number, figure: (load: Load) => number) => median((loads[index] ?? []).map(figure))
    const rows = pages.map(({ name }, index): Row => {
      const [lcp, tbt] = [of(index, (load) => load.lcp), of(index, (load) => load.tbt)]
      const bytes = [of(index, (load) => load.bytes), of(index, (load) => load.scripts)]
      const [all, scripts] = bytes.map((one) => `${(one / 1024).toFixed(1)} KB`)
      const scores = [0, 1, 2].map((place) => of(index, (load) => load.scores[place] ?? 0).toFixed(0))
      const figures = `LCP ${number(lcp)} ms  TBT ${number(tbt)} ms  ${all}, scripts ${scripts}  scores ${scores.join(' ')}`
      if (name.includes('single-page')) return [name, figures, '']
      const isMet = lcp <= MOST_LCP && tbt <= MOST_TBT && scores.every((score) => score === '100')
      return [name, figures, `LCP ≤ ${number(MOST_LCP)} ms, TBT ≤ ${MOST_TBT} ms, scores 100`, isMet]
    })
    const sooner = of(1, ({ lcp }) => lcp) / of(0, ({ lcp }) => lcp)
    return [...rows, ['dashboard sooner than the single-page app', `${sooner.toFixed(2)} ×`, '≥ 2 ×', sooner >= 2]]
  } finally {
    single.stop()
  }
}
