import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '#tests/support/root.ts'
import { measureWhole, printGrowth } from './growth.ts'
import { measureRates, measureSignIns } from './rates.ts'
import { type Child, serveApp, serveWork, settings } from './server.ts'
import { measureStarts } from './starts.ts'
import { printTable } from './table.ts'

// Compares the app with a bare server in the same minute, because machines differ. --large adds a million jobs (some
// minutes and 4 GB of disk to make), --worlds=DIR keeps the databases, --only=rates,starts,sign-ins,growth,whole picks,
// --most=300000 is a smaller large world, --paths=search= measures the growth of some.

const { values: options } = parseArgs({
  options: {
    large: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1' },
    worlds: { type: 'string' },
    only: { type: 'string' },
    most: { type: 'string', default: '1000000' },
    paths: { type: 'string' },
  },
})
const pace = { rounds: Number(options.rounds), seconds: Number(options.seconds) }
const LARGE = ['growth', 'whole']
const parts = options.only?.split(',') ?? ['rates', 'sign-ins', 'starts', ...(options.large ? LARGE : [])]
const AGENTS = 200
const SMALL = 10_000

// A socket's path may have 107 bytes.
const folder = options.worlds ?? (await mkdtemp(join(await realpath(tmpdir()), 'fettle-bench-')))

/** The folder of a database with so many jobs, made if it is missing. */
async function worldOf(jobs: number): Promise<string> {
  const dataDir = join(folder, String(jobs))
  if (existsSync(dataDir)) return dataDir
  console.log(`Making a world of ${jobs.toLocaleString('en-GB')} jobs ...`)
  await mkdir(folder, { recursive: true })
  const half = `${dataDir}.new`
  const people = Math.sqrt(jobs / SMALL)
  const child = Bun.spawn(
    [
      process.execPath,
      'tests/tools/bench/make-world.ts',
      ...[jobs, AGENTS * people, 50 * people].map((n) => String(Math.round(n))),
    ],
    { cwd: ROOT, env: settings(half), stdout: 'inherit', stderr: 'inherit' },
  )
  if (await child.exited) throw new Error('The world could not be made')
  await rename(half, dataDir)
  return dataDir
}

async function withApp<T>(jobs: number, work: (app: Child, dataDir: string) => Promise<T>, serving = serveApp) {
  const dataDir = await worldOf(jobs)
  const app = await serving(dataDir)
  try {
    return await work(app, dataDir)
  } finally {
    await app.stop()
  }
}

try {
  if (parts.includes('rates'))
    await withApp(SMALL, async (app, dataDir) =>
      printTable('Polling and pages, 8 connections', await measureRates(app, dataDir, pace)),
    )
  if (parts.includes('sign-ins'))
    await withApp(SMALL, async (app) => printTable('Signing in', await measureSignIns(app, AGENTS, pace)))
  if (parts.includes('starts')) printTable('Starting', await measureStarts(folder, pace.rounds))
  if (parts.includes('growth'))
    await withApp(
      SMALL,
      (small) =>
        withApp(
          Number(options.most),
          async (large) => {
            console.log(
              `\nThe database's work, p99 at 10,000 and at ${Number(options.most).toLocaleString('en-GB')} jobs`,
            )
            await printGrowth(small, large, pace.rounds, options.paths)
          },
          serveWork,
        ),
      serveWork,
    )
  if (parts.includes('whole'))
    await withApp(100_000, async (app) => printTable('Whole lists', await measureWhole(app, pace.rounds)))
} finally {
  if (!options.worlds) await rm(folder, { recursive: true, force: true })
}
