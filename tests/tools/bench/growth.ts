import { tokenOf } from '#tests/tools/bench/world/people.ts'
import type { DatabaseWork } from './database-work.ts'
import { load, median, quantile } from './load.ts'
import { COUNTED_WHOLE, PATHS } from './paths.ts'
import { type Child, residentMegabytes } from './server.ts'
import { number, type Row } from './table.ts'

const headersOf = (role: keyof typeof PATHS) => ({ cookie: `session=${tokenOf(role)}`, 'accept-encoding': 'zstd' })

const TIMES = 5

async function workOf({ port }: Child, role: keyof typeof PATHS, path: string, times: number): Promise<DatabaseWork> {
  const query = new URLSearchParams({ path, token: tokenOf(role), times: String(times) })
  const response = await fetch(`http://127.0.0.1:${port}/?${query}`)
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as DatabaseWork
}

type Growth = {
  rounds: number
  /** Part of `admin /admin/jobs`: a role and a path. */
  only?: string
  most: number
}

/** Compares what each page costs the database in a large world with a small one. Both are served by database-work.ts. */
export async function measureGrowth(small: Child, large: Child, { rounds, only = '', most }: Growth): Promise<Row[]> {
  const rows: Row[] = []
  for (const role of ['admin', 'agent', 'contractor'] as const)
    for (const path of PATHS[role].filter((one) => `${role} ${one}`.includes(only))) {
      const ask: Ask = (world, times) => workOf(world, role, path, times)
      const judge = (found: Found) => judgedGrowth(found, most, COUNTED_WHOLE.includes(path))
      // One that takes too long is a row like the others.
      const row = await growthOf(small, large, rounds, ask).then(judge, (error) => [String(error), '', false] as const)
      rows.push([`${role} ${path}`, ...row])
      // It may take an hour, which should not be lost.
      console.error(`  ${role} ${path}  ${row.join('  ')}`)
    }
  return rows
}

function judgedGrowth({ ratio, answer, figures, scans }: Found, most: number, isWhole: boolean) {
  if (isWhole) return [figures, ''] as const
  const more = answer > 1.05 ? ` a row, ${answer.toFixed(1)} × as many rows` : ''
  return [figures, `≤ ${most} ×${more}, no scan`, ratio <= most * answer && !scans] as const
}

type Ask = (world: Child, times: number) => Promise<DatabaseWork>
type Found = {
  ratio: number
  /** How many times as many rows the large world answers: somebody in it has ten times as many jobs of their own. */
  answer: number
  figures: string
  scans: boolean
}

async function growthOf(small: Child, large: Child, rounds: number, ask: Ask): Promise<Found> {
  const worlds = [small, large].map((world) => ({
    world,
    times: [] as number[],
    pages: 0,
    rows: 0,
    scanned: [] as string[],
  }))
  for (let round = 0; round <= rounds; round++)
    for (const one of worlds) {
      const { times, ...work } = await ask(one.world, round === 0 ? 1 : TIMES)
      // The first time is from disk.
      if (round > 0) one.times.push(...times)
      Object.assign(one, work)
    }
  return foundIn(worlds)
}

function foundIn(worlds: DatabaseWork[]): Found {
  const of = (share: number) =>
    worlds.map(({ times }) =>
      quantile(
        times.sort((x, y) => x - y),
        share,
      ),
    )
  const [[a = 1, b = 0], middle] = [of(0.99), of(0.5)]
  const pages = worlds.map((world) => number(world.pages)).join(' → ')
  const scanned = [...new Set(worlds.flatMap((world) => world.scanned))]
  const [few = 0, many = 0] = worlds.map(({ rows }) => rows)
  const answer = Math.max(1, many / Math.max(1, few))
  const scans = scanned.length ? `, scans ${scanned.join(', ')}` : ''
  const times = `${number(a)} → ${number(b)} ms, median ${middle.map(number).join(' → ')}`
  const figures = `${(b / a).toFixed(2)} ×   ${times}, pages ${pages}, rows ${few} → ${many}${scans}`
  return { ratio: b / a, answer, figures, scans: scanned.length > 0 }
}

/** Memory and time to the first byte while a whole list is answered. */
export async function measureWhole(app: Child, rounds: number): Promise<Row[]> {
  const rows: Row[] = []
  // The first pages of a new server take memory of their own: they are not counted.
  await load({ port: app.port, path: '/admin/jobs', headers: headersOf('admin'), seconds: 1 })
  for (const [path, goal] of [
    ['/api/jobs', '≤ 64 MB'],
    ['/admin/jobs/export.csv', '≤ 64 MB, ≤ 200 ms'],
  ] as const) {
    const grown: number[] = []
    const first: number[] = []
    let megabytes = 0
    let seconds = 0
    for (let round = 0; round < rounds; round++) {
      const before = residentMegabytes(app.pid)
      let most = before
      const watch = setInterval(() => {
        most = Math.max(most, residentMegabytes(app.pid))
      }, 20)
      const begin = performance.now()
      const response = await fetch(`http://127.0.0.1:${app.port}${path}`, { headers: headersOf('admin') })
      let bytes = 0
      for await (const chunk of response.body ?? []) {
        if (bytes === 0) first.push(performance.now() - begin)
        bytes += chunk.length
      }
      clearInterval(watch)
      seconds = (performance.now() - begin) / 1000
      megabytes = bytes / 1e6
      grown.push(most - before)
    }
    const size = `${number(megabytes)} MB in ${number(seconds)} s`
    const figures = `+${number(Math.max(...grown))} MB at most, first byte ${number(median(first))} ms, ${size}`
    rows.push([`GET ${path}, 100,000 jobs`, figures, goal])
  }
  return rows
}
