import { join } from 'node:path'
import { buildAssets } from '#islands/build.ts'
import { findChromium } from '#tests/support/chromium.ts'
import { failuresIn } from '#tests/support/failures/failures.ts'
import { missingServices, type Service } from './whole/services/debian.ts'

// `npm test` runs every step; `npm run check` neither browsers, nor whole programs, nor an operator's servers. Each goes
// on after a failure, so that one run tells all that is wrong.

const root = join(import.meta.dir, '..')
const tool = (path: string) => join(root, 'node_modules', path)
const everything = !process.argv.includes('--check')

type Step = { name: string; command: string[]; env?: Record<string, string> }
/** One after another in a list; side by side where it says so. */
type Plan = Step | Plan[] | { atOnce: Plan[] }

/** Start whole programs, and mostly wait for them to end, to be killed or to come back. */
const PROGRAMS = 'tests/whole/'
/** Among them, those of several processes on one database. */
const SEVERAL = ['processes', 'operations'].map((folder) => `${PROGRAMS}${folder}/`)
/** Among them, the journeys in browsers that are not Chromium. */
const BROWSERS = `${PROGRAMS}browsers/`
/** Start databases of their own, and mostly wait for them too. */
const DATABASES = ['db/given/', 'db/embedded', 'db/closed-places', 'db/server', 'photos/start'].map(
  (part) => `tests/${part}`,
)
/** Wait for servers and processes of their own, and for time that passes, more than they compute. */
const WAITING = ['accounts/external/outage', 'accounts/password-links', 'accounts/sign-in/at-once']
  .concat('db/replaced-primary', 'db/prepared', 'db/replica', 'db/upgrade', 'emails/exim')
  .concat(
    'events/concurrent',
    'events/stopping',
    'events/waiting',
    'writes/idempotency-processes',
    'writes/many-killed',
    'writes/outbox-killed',
  )
  .concat('islands/build', 'photos/storage/s3', 'http/arriving', 'webhooks/hostile', 'webhooks/killed')
  .map((file) => `tests/${file}`)
/** Read or write rows, photos or e-mails, which are an operator's to keep. What HTTP, access and screens do is the same anywhere. */
const ROWS = ['accounts', 'dashboards', 'db', 'emails', 'invoices', 'jobs', 'messages', 'photos']
  .concat('queue', 'quotes', 'retention', 'visits')
  .map((folder) => `tests/${folder}/`)
/** Among them, what looks for e-mails as files. */
const AS_FILES = ['tests/emails/dev-pages']

/** What an operator has in place of what comes with Fettle. */
const GIVEN: readonly Service[] = ['postgres', 'radosgw', 'exim']

/** The limit ends what hangs: on a busy machine a test may take ten times as long. */
const bunTest = [process.execPath, 'test', '--timeout', '120000']
const without = (parts: string[]) => parts.flatMap((part) => ['--path-ignore-patterns', `${part}**`])

/** What computes leaves the processors to what waits, which is about time and would be late. */
const behind = (command: string[]) => ['nice', '-n', '5', ...command]

const programs: Step[] = [
  {
    name: 'Whole programs: start, end, faults',
    command: [...bunTest, ...without([BROWSERS, ...SEVERAL]), PROGRAMS],
  },
  { name: 'Whole programs: several processes', command: [...bunTest, ...SEVERAL] },
]
const databases: Step = {
  name: 'Whole databases, and other tests that wait',
  command: [...bunTest, ...DATABASES, ...WAITING, ...AS_FILES],
}
/**
 * Most code of these runs too seldom to earn FTL, the last of JavaScriptCore's compilers: 7 % less without it. Memory that
 * is not given back need not be had again: where it is slow to be had, a fifth less time, for 100 MB a process.
 */
const BUN_SETTINGS = { BUN_JSC_useFTLJIT: '0', MIMALLOC_PURGE_DELAY: '-1' }
const elsewhere = [PROGRAMS, ...DATABASES, ...WAITING, ...AS_FILES]
const unit: Step = {
  name: 'Unit and integration tests: HTTP, API, access, screens',
  command: behind([...bunTest, ...without([...elsewhere, ...ROWS])]),
  env: BUN_SETTINGS,
}
const rows: Step = {
  name: 'Unit and integration tests: rows, photos, e-mails',
  command: behind([...bunTest, ...without(elsewhere), ...ROWS]),
  env: BUN_SETTINGS,
}
const types: Step = {
  name: 'Types',
  command: [
    ...['node', tool('typescript/bin/tsc'), '--noEmit', '-p', '.'],
    ...['--incremental', '--tsBuildInfoFile', tool('.cache/fettle/types.tsbuildinfo')],
  ],
}
const lint: Step = {
  name: 'Format and lint',
  command: ['node', tool('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings'],
}

/** What ends first makes room for these. */
const afterPrograms: Step[] = []
const alongside: Step[] = [types, lint]
const beforeBrowsers: Step[] = [databases]

if (everything) {
  // All at once, before tests that run side by side want them.
  const missing = await missingServices([
    ...(['postgres', 'pgbouncer', 'patroni', 'etcd', 'radosgw', 'exim', 'haproxy', 'nginx'] as const),
    ...(['firefox', 'webkit', 'xvfb', 'chromium'] as const),
  ])
  if (missing.length) console.log(`Not installed, and cannot be: ${missing.join(', ')}. What needs them is left out.`)
  if (!missing.some((service) => GIVEN.includes(service))) {
    rows.name += ', on PostgreSQL 15, an S3 server and exim4'
    rows.env = { ...rows.env, TEST_ON: 'given' }
  }
  beforeBrowsers.push(...programs)
  alongside.push({ name: 'Main journeys in Firefox and WebKit', command: [...bunTest, BROWSERS] })
  const chromium = await findChromium()
  const config = join(root, 'tests/e2e/playwright.config.ts')
  afterPrograms.push({
    name: `Browser tests (${chromium ?? "Playwright's Chromium"})`,
    command: ['node', tool('@playwright/test/cli.js'), 'test', '--config', config],
    env: chromium ? { CHROMIUM: chromium } : {},
  })
}
const plan: Plan = { atOnce: [unit, rows, [{ atOnce: beforeBrowsers }, ...afterPrograms], alongside] }

// Once, before the processes of the tests would each build the same; what cannot be built they tell.
await buildAssets().catch(() => {})

const total = { passed: 0, failed: 0 }
/** What failed, told again at the end: a log is read from there, and some keep no more than its end. */
const failures: string[] = []

/** What a step's output says of its tests: Bun's '12 pass' and '1 fail', Playwright's '12 passed' and '1 failed'. */
function counted(output: string): { passed: number; failed: number } {
  const sum = (pattern: RegExp) => [...output.matchAll(pattern)].reduce((all, match) => all + Number(match[1]), 0)
  return {
    passed: sum(/^\s*(\d+) pass(?:ed)?\b/gm),
    failed: sum(/^\s*(\d+) (?:fail(?:ed)?|flaky|did not run|interrupted)\b/gm),
  }
}

/** Where memory is slow to be had, as in a virtual machine within another, processes start twenty times as slowly. */
function isSlowMachine(): boolean {
  const begin = performance.now()
  const memory = new Uint8Array(64_000_000)
  for (let at = 0; at < memory.length; at += 4096) memory[at] = 1
  return performance.now() - begin > 100
}

/** All at once takes longer there than one after the other, and what is about time is late. */
let free = isSlowMachine() ? 2 : Number.POSITIVE_INFINITY
if (free === 2) console.log('This machine is slow to hand out memory: at most two steps run at once.')
const waiting: (() => void)[] = []

async function inTurn(work: () => Promise<void>): Promise<void> {
  if (free > 0) free--
  else await new Promise<void>((resolve) => waiting.push(resolve))
  await work()
  const next = waiting.shift()
  if (next) next()
  else free++
}

const running = new Set<Bun.Subprocess>()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    for (const child of running) child.kill(signal)
    process.exit(1)
  })

/** Runs a step. It prints each minute how far it is and what has failed, and the rest at its end. */
async function run({ name, command, env }: Step): Promise<void> {
  const begin = Date.now()
  const seconds = () => Math.round((Date.now() - begin) / 1000)
  console.log(`\n── ${name}`)
  const child = Bun.spawn(command, {
    cwd: root,
    env: { ...process.env, ...env, FORCE_COLOR: '0' },
    stdout: 'pipe',
    stderr: 'pipe',
    stdin: 'ignore',
  })
  running.add(child)
  let output = ''
  const read = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) output += decoder.decode(chunk, { stream: true })
  }
  let told = 0
  const progress = setInterval(() => {
    const failed = output.match(/^(\(fail\)|\s+✘).*/gm) ?? []
    const passed = output.match(/^(\(pass\)|\s+✓)/gm)?.length ?? 0
    console.log(`   ${name}: ${passed} passed, ${failed.length} failed after ${seconds()} s`)
    for (const line of failed.slice(told)) console.log(`      ${line}`)
    told = failed.length
  }, 60_000)
  await Promise.all([read(child.stdout), read(child.stderr)])
  const code = await child.exited
  running.delete(child)
  clearInterval(progress)
  const { passed, failed } = counted(output)
  total.passed += passed || (code === 0 ? 1 : 0)
  // A step that ends badly has failed even where it counted no failing test.
  total.failed += code === 0 ? failed : Math.max(failed, 1)
  if (code !== 0) failures.push(`── Failed in: ${name}`, ...failuresIn(output))
  console.log(`\n── ${name}\n${output}`)
  console.log(`── ${name}: ${code === 0 ? 'done' : `FAILED (${code})`} in ${seconds()} s`)
}

async function follow(plan: Plan): Promise<void> {
  if (Array.isArray(plan)) for (const part of plan) await follow(part)
  else if ('atOnce' in plan) await Promise.all(plan.atOnce.map(follow))
  else await inTurn(() => run(plan))
}

await follow(plan)
if (failures.length) console.log(`\n${failures.join('\n\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed ? 1 : 0)
