import { join } from 'node:path'
import { findChromium } from '#tests/support/chromium.ts'
import { median } from '#tests/tools/bench/load.ts'
import type { Child } from '#tests/tools/bench/server.ts'
import { number, type Row } from '#tests/tools/bench/table.ts'
import { tokenOf } from '#tests/tools/bench/world/people.ts'
import { installed } from '#tests/tools/installed.ts'
import { serveSinglePage } from './single-page.ts'

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

const MAX_LCP = 1000
const MAX_TBT = 10
const LEAST_OF_ISLAND = 95
const agent = `session=${tokenOf('agent')}`
const contractor = `session=${tokenOf('contractor')}`

/** What has no goal here is judged by its bytes, in tests/http/first-load.test.ts. */
type Goal = 'at once' | 'with an island' | null

function judge({ lcp, tbt, scores }: Load, goal: Goal): [goal: string, isMet?: boolean] {
  if (goal === 'with an island') return [`performance ≥ ${LEAST_OF_ISLAND}`, (scores[0] ?? 0) >= LEAST_OF_ISLAND]
  if (goal === null) return ['']
  const isMet = lcp <= MAX_LCP && tbt <= MAX_TBT && scores.every((score) => Math.round(score) === 100)
  return [`LCP ≤ ${number(MAX_LCP)} ms, TBT ≤ ${MAX_TBT} ms, scores 100`, isMet]
}

/** The address of the form in which a contractor completes a job. */
async function completionForm(origin: string): Promise<string> {
  const listed = await fetch(`${origin}/api/jobs?status=assigned&limit=1`, { headers: { cookie: contractor } })
  const [job] = (await listed.json()) as { id: string }[]
  if (!job) throw new Error('The contractor has no job to complete')
  return `${origin}/visit/${job.id}`
}

/** Pages as a phone loads them first, and the dashboard beside a single-page app of the same screen. */
export async function measureFirstLoads(app: Child, rounds: number): Promise<Row[]> {
  const folder = await installed('tests/tools/bench/peers/lighthouse.json')
  const single = await serveSinglePage(app, { cookie: agent })
  const origin = `http://127.0.0.1:${app.port}`
  const pages: { name: string; url: string; cookie: string; goal: Goal }[] = [
    { name: 'dashboard', url: `${origin}/`, cookie: agent, goal: 'at once' },
    { name: 'dashboard, single-page app', url: single.url, cookie: agent, goal: null },
    { name: 'landing', url: `${origin}/`, cookie: '', goal: 'at once' },
    { name: 'login', url: `${origin}/login`, cookie: '', goal: 'at once' },
    { name: 'create job', url: `${origin}/create-job`, cookie: agent, goal: 'at once' },
    { name: 'completion form', url: await completionForm(origin), cookie: contractor, goal: 'with an island' },
    { name: 'my jobs', url: `${origin}/jobs`, cookie: agent, goal: null },
    { name: 'all jobs', url: `${origin}/admin/jobs`, cookie: `session=${tokenOf('admin')}`, goal: null },
  ]
  try {
    const loads = pages.map((): Load[] => [])
    for (let round = 0; round < rounds; round++)
      for (const [index, { url, cookie }] of pages.entries()) loads[index]?.push(await lighthouse(folder, url, cookie))
    const medians = loads.map((all): Load => {
      const of = (figure: (load: Load) => number) => median(all.map(figure))
      const scores = [0, 1, 2].map((place) => of((load) => load.scores[place] ?? 0))
      return {
        lcp: of(({ lcp }) => lcp),
        tbt: of(({ tbt }) => tbt),
        bytes: of(({ bytes }) => bytes),
        scripts: of(({ scripts }) => scripts),
        scores,
      }
    })
    const rows = pages.map(({ name, goal }, index): Row => {
      const load = medians[index]!
      const [all, scripts] = [load.bytes, load.scripts].map((one) => `${(one / 1024).toFixed(1)} KB`)
      const scores = load.scores.map((score) => score.toFixed(0)).join(' ')
      const times = `LCP ${number(load.lcp)} ms  TBT ${number(load.tbt)} ms`
      return [name, `${times}  ${all}, scripts ${scripts}  scores ${scores}`, ...judge(load, goal)]
    })
    const sooner = medians[1]!.lcp / medians[0]!.lcp
    return [...rows, ['dashboard sooner than the single-page app', `${sooner.toFixed(2)} ×`, '≥ 2 ×', sooner >= 2]]
  } finally {
    single.stop()
  }
}
