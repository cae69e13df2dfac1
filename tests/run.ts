import { join } from 'node:path'
import { findChromium } from '#tests/support/chromium.ts'
import { failuresIn } from '#tests/support/failures.ts'
import { missingServices, type Service } from './whole/services/debian.ts'

// `npm test` runs every step; `npm run check` neither the browser nor the second surroundings. Each goes on after
// a failure, so that one run tells all that is wrong.

const root = join(import.meta.dir, '..')
const tool = (path: string) => join(root, 'node_modules', path)
const everything = !process.argv.includes('--check')

type Step = {
  name: string
  command: string[]
  env?: Record<string, string>
  /** Run at the same time, one after the other, the output of each told when it has ended. */
  beside?: Step[]
}

/** What starts whole programs, and mostly waits for them to end, to be killed or to come back. */
const PROGRAMS = ['whole/', 'db/given/', 'db/embedded', 'db/closed-places', 'db/server', 'photos/start'].map(
  (part) => `tests/${part}`,
)
/** What reads or writes the database, photos or e-mails. */
const INTEGRATION = ['accounts', 'api', 'checklist', 'dashboards', 'db', 'delivery', 'emails', 'guard', 'invoices']
  .concat('jobs', 'photos', 'quotes', 'retention', 'site', 'visits', 'web')
  .map((folder) => `tests/${folder}/`)

/** What the second surroundings are made of. */
const GIVEN: readonly Service[] = ['postgres', 'radosgw', 'exim']

const bunTest = [process.execPath, 'test', '--timeout', '30000']
const withoutPrograms = PROGRAMS.flatMap((part) => ['--path-ignore-patterns', `${part}**`])

const programs: Step & { beside: Step[] } = {
  name: 'Whole programs: start, end, faults, several processes',
  command: [...bunTest, ...PROGRAMS],
  beside: [{ name: 'Unit and integration tests', command: [...bunTest, ...withoutPrograms] }],
}
const steps: Step[] = [
  { name: 'Types', command: ['node', tool('typescript/bin/tsc'), '--noEmit', '-p', '.'] },
  { name: 'Format and lint', command: ['node', tool('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings'] },
  programs,
]

if (everything) {
  // All at once, before tests that run side by side want them.
  const missing = await missingServices(['postgres', 'pgbouncer', 'radosgw', 'exim', 'haproxy'])
  if (missing.length) console.log(`Not installed, and cannot be: ${missing.join(', ')}. What needs them is left out.`)
  if (!missing.some((service) => GIVEN.includes(service)))
    programs.beside.push({
      name: 'The integration tests again, on PostgreSQL 15, an S3 server and exim4',
      command: [...bunTest, ...withoutPrograms, ...INTEGRATION],
      env: { TEST_ON: 'given' },
    })
  const chromium = await findChromium()
  const config = join(root, 'tests/e2e/playwright.config.ts')
  steps.push({
    name: `Browser tests (${chromium ?? "Playwright's Chromium"})`,
    command: ['node', tool('@playwright/test/cli.js'), 'test', '--config', config],
    env: chromium ? { CHROMIUM: chromium } : {},
  })
}

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

async function run({ name, command, env, beside = [] }: Step, aside = false): Promise<void> {
  const others = (async () => {
    for (const step of beside) await run(step, true)
  })()
  const begin = Date.now()
  if (!aside) console.log(`\n── ${name}`)
  const child = Bun.spawn(command, {
    cwd: root,
    env: { ...process.env, ...env, FORCE_COLOR: '0' },
    stdout: 'pipe',
    stderr: 'pipe',
    stdin: 'ignore',
  })
  let output = ''
  const echo = async (stream: ReadableStream<Uint8Array>, to: NodeJS.WriteStream) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) {
      const text = decoder.decode(chunk, { stream: true })
      output += text
      if (!aside) to.write(text)
    }
  }
  await Promise.all([echo(child.stdout, process.stdout), echo(child.stderr, process.stderr)])
  const code = await child.exited
  const { passed, failed } = counted(output)
  total.passed += passed || (code === 0 ? 1 : 0)
  // A step that ends badly has failed even where it counted no failing test.
  total.failed += code === 0 ? failed : Math.max(failed, 1)
  if (code !== 0) failures.push(`── Failed in: ${name}`, ...failuresIn(output))
  if (aside) console.log(`\n── ${name}\n${output}`)
  console.log(
    `── ${name}: ${code === 0 ? 'done' : `FAILED (${code})`} in ${((Date.now() - begin) / 1000).toFixed(1)} s`,
  )
  await others
}

for (const step of steps) await run(step)
if (failures.length) console.log(`\n${failures.join('\n\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed ? 1 : 0)
