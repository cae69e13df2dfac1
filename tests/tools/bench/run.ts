import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, realpath, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '#tests/support/root.ts'
import { certify } from '#tests/tools/bench/world/certificates.ts'
import {
  ageOldest,
  measureKeeping,
  measureMigrations,
  measureSizes,
  requireRoom,
} from '#tests/tools/bench/world/huge.ts'
import { spread } from '#tests/tools/bench/world/invoices.ts'
import { measureDashboards } from './dashboards.ts'
import { measureEndurance } from './endurance.ts'
import { measureGrowth, measureWhole } from './growth.ts'
import { measurePeers } from './peers.ts'
import { measureFirstLoads } from './phone/first-loads.ts'
import { measureKeptPages } from './phone/kept-pages.ts'
import { measureLinkPages } from './phone/link-pages.ts'
import { measurePhotos } from './photos.ts'
import { measureRates } from './rates.ts'
import { type Child, serveApp, serveWork, settings } from './server.ts'
import { measureSignIns } from './sign-ins.ts'
import { measureStarts } from './starts.ts'
import { printTable, type Row } from './table.ts'

// docs/performance.md tells what is measured, and by which options.

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    large: { type: 'boolean', default: false },
    huge: { type: 'boolean', default: false },
    most: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1' },
    worlds: { type: 'string' },
    minutes: { type: 'string', default: '10' },
    paths: { type: 'string' },
    markdown: { type: 'boolean', default: false },
  },
})
const pace = { rounds: Number(options.rounds), seconds: Number(options.seconds) }
const AGENTS = 200
const SMALL = 10_000
const LARGE = Number(options.most ?? (options.huge ? 10_000_000 : 1_000_000))
/** So many jobs have a thousand invoices, and a hundred thousand. */
const [FEW, MANY] = [1_330, 133_000]
const inWords = (jobs: number) => jobs.toLocaleString('en-GB')

// A socket's path may have 107 bytes.
const folder = options.worlds ?? (await mkdtemp(join(await realpath(tmpdir()), 'fettle-bench-')))
await mkdir(folder, { recursive: true })
// PostgreSQL's user passes through it to the rows that it reads.
if (!options.worlds) await chmod(folder, 0o711)

/** Jobs, agents and contractors. */
const sizeOf = (jobs: number): string[] => {
  const people = Math.sqrt(jobs / SMALL)
  return [jobs, AGENTS * people, 50 * people].map((n) => String(Math.round(n)))
}

/** The folder of a database with so many jobs, made if it is missing. */
async function worldOf(jobs: number): Promise<string> {
  const dataDir = join(folder, String(jobs))
  if (existsSync(dataDir)) return dataDir
  console.log(`Making a world of ${inWords(jobs)} jobs ...`)
  await requireRoom(folder, jobs, 'made')
  const half = `${dataDir}.new`
  const child = Bun.spawn([process.execPath, 'tests/tools/bench/world/make-world.ts', ...sizeOf(jobs)], {
    cwd: ROOT,
    env: settings(half),
    stdout: 'inherit',
    stderr: 'inherit',
  })
  if (await child.exited) throw new Error('The world could not be made')
  await rename(half, dataDir)
  return dataDir
}

async function withApp<T>(
  jobs: number,
  work: (app: Child, dataDir: string) => Promise<T>,
  serving = serveApp,
): Promise<T> {
  const dataDir = await worldOf(jobs)
  const app = await serving(dataDir)
  try {
    return await work(app, dataDir)
  } finally {
    await app.stop()
  }
}

/** On a copy, because what is measured writes. */
async function withCopy(jobs: number, work: (app: Child, dataDir: string) => Promise<void>): Promise<void> {
  const from = await worldOf(jobs)
  const copy = await mkdtemp(join(folder, 'copy-'))
  // cp keeps the owner of the cluster's files, as PostgreSQL demands; Node's own copying does not.
  if (await Bun.spawn(['cp', '-a', `${from}/.`, copy]).exited) throw new Error('The world could not be copied')
  const app = await serveApp(copy)
  try {
    await work(app, copy)
  } finally {
    await app.stop()
    await rm(copy, { recursive: true, force: true })
  }
}

type Beside = { few: number; many: number; of: string; paths?: string; most?: number }

const beside = ({ few, many, of, paths, most = 2 }: Beside) =>
  withApp(
    few,
    (small) =>
      withApp(
        many,
        async (large) =>
          print(
            `The database's work${of}`,
            await measureGrowth(small, large, { rounds: pace.rounds, only: options.paths ?? paths, most }),
          ),
        serveWork,
      ),
    serveWork,
  )

const print = (title: string, rows: Row[]) => printTable(title, rows, options.markdown)

const PARTS: Record<string, () => Promise<void>> = {
  rates: () =>
    withApp(SMALL, async (app, dataDir) =>
      print('Polling and pages, 8 connections where not told', await measureRates(app, dataDir, pace)),
    ),
  peers: () => withApp(SMALL, async (app, dataDir) => print('Beside Express', await measurePeers(app, dataDir, pace))),
  'first-loads': () =>
    withApp(SMALL, async (app) => print('First loads on a phone', await measureFirstLoads(app, pace.rounds))),
  'kept-pages': () =>
    withApp(SMALL, async (app) => print('What a phone keeps', await measureKeptPages(app, pace.rounds))),
  'link-pages': () =>
    withCopy(SMALL, async (app, dataDir) =>
      print('Pages of links, on a phone of a stranger', await measureLinkPages(app, dataDir, pace.rounds)),
    ),
  'sign-ins': () => withApp(SMALL, async (app) => print('Signing in', await measureSignIns(app, AGENTS, pace))),
  starts: async () => print('Starting', await measureStarts(folder, pace.rounds)),
  growth: () =>
    beside({
      ...{ few: SMALL, many: LARGE, of: `, p99 at ${inWords(SMALL)} and at ${inWords(LARGE)} jobs` },
      // Ten times as many jobs may take half as long again.
      most: LARGE > 1_000_000 ? 3 : 2,
    }),
  invoices: async () => {
    for (const jobs of [FEW, MANY]) await spread(await worldOf(jobs))
    const of = ' for lists of invoices and their sums, p99 at 1,000 and at 100,000 invoices'
    await beside({ few: FEW, many: MANY, of, paths: ' /invoices' })
  },
  certificates: async () => {
    await certify(await worldOf(FEW), 1000)
    await certify(await worldOf(MANY), 100_000)
    const of = ' for lists of certificates, p99 at 1,000 and at 100,000 properties'
    await beside({ few: FEW, many: MANY, of, paths: '/certificates' })
  },
  dashboards: () =>
    withCopy(SMALL, async (app) =>
      print('Dashboards that poll', await measureDashboards(app, pace.rounds * pace.seconds)),
    ),
  endurance: () =>
    withCopy(SMALL, async (app) => print('Full load', await measureEndurance(app, Number(options.minutes)))),
  photos: () => withCopy(SMALL, async (app) => print('Photos', await measurePhotos(app))),
  sizes: () =>
    withApp(LARGE, async (_, dataDir) =>
      print(`On the disk at ${inWords(LARGE)} jobs`, await measureSizes(dataDir, LARGE)),
    ),
  keeping: async () => {
    const dataDir = await worldOf(LARGE)
    await requireRoom(folder, LARGE, 'restored')
    const age = () => withApp(LARGE, () => ageOldest(dataDir, LARGE))
    print(`Backup and retention at ${inWords(LARGE)} jobs`, await measureKeeping(dataDir, LARGE, age))
  },
  migrations: async () => {
    await requireRoom(folder, LARGE, 'made')
    const rows = await measureMigrations(join(folder, 'migrated'), sizeOf(LARGE))
    print(`Migrations at ${inWords(LARGE)} jobs`, rows)
  },
  whole: () => withApp(100_000, async (app) => print('Whole lists', await measureWhole(app, pace.rounds))),
}
const USUAL = ['rates', 'peers', 'sign-ins', 'starts']
const HUGE = ['sizes', 'growth', 'keeping', 'migrations']
const usual = options.huge ? HUGE : [...USUAL, ...(options.large ? ['growth', 'whole'] : [])]
const parts = options.only?.split(',') ?? usual

try {
  for (const part of parts) {
    const measure = PARTS[part]
    if (!measure) throw new Error(`--only takes ${Object.keys(PARTS).join(', ')}`)
    await measure()
  }
} finally {
  if (!options.worlds) await rm(folder, { recursive: true, force: true })
}
