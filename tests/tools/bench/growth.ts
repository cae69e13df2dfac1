import { load, median, quantile } from './load.ts'
import { keyOf, tokenOf } from './people.ts'
import { type Child, residentMegabytes } from './server.ts'
import { number, type Row } from './table.ts'

/** Searches for what is common, rare, a reference, and nowhere. */
const PATHS = {
  admin: [
    '/',
    '/?tab=visits',
    '/?tab=quotes',
    '/?tab=invoiced',
    '/admin/jobs',
    '/admin/jobs?status=pending',
    '/admin/jobs?status=in_progress',
    '/admin/jobs?status=completed',
    '/admin/jobs?search=cottage',
    '/admin/jobs?search=JOB-009123',
    '/admin/jobs?search=nowhere',
    '/admin/jobs?search=zq',
    '/admin/jobs?search=cottage&status=pending',
    '/admin/jobs?search=lane+rose+boiler',
    '/admin/jobs?search=GU1+1AA',
    '/admin/jobs?search=mason',
    '/admin/jobs?search=cotage',
    '/admin/jobs?search=cottage&sort=oldest',
    '/admin/jobs?status=cancelled,completed',
    '/admin/jobs?waitingOn=agent',
    '/admin/jobs?waitingOn=admin&sort=waiting',
    '/admin/jobs?late=yes',
    '/admin/jobs?late=yes&sort=visitBy',
    `/admin/jobs?contractor=${keyOf('contractor')}`,
    `/admin/jobs?contractor=${keyOf('contractor')}&sort=waiting`,
    `/admin/jobs?agent=${keyOf('agent')}`,
    '/admin/jobs?agency=Agency+7',
    '/admin/jobs?urgency=high',
    '/admin/jobs?contractorType=drainage',
    '/admin/jobs?contractorType=pest_control',
    '/admin/jobs?jobType=quote_work',
    '/admin/jobs?jobType=quote_work&status=pending',
    '/admin/jobs?createdFrom=2020-03-01&createdTo=2020-03-31',
    '/admin/jobs?updatedSince=2020-01-01T00:00:00Z',
    '/admin/jobs?updatedSince=2099-01-01T00:00:00Z',
    '/admin/jobs?urgency=high&contractorType=drainage&status=cancelled&sort=oldest',
    '/admin/jobs?sort=oldest',
    '/admin/jobs?sort=waiting',
    '/admin/jobs?sort=visitBy',
    '/admin/jobs?sort=waiting&status=invoiced',
    '/api/jobs?limit=50&waitingOn=contractor&urgency=high',
    '/api/jobs?limit=50&search=cottage',
    '/api/invoiced-items?limit=50&search=cardiff',
    '/api/invoiced-items?limit=50&search=nowhere',
    '/admin/quotes',
    '/admin/quotes?search=cottage',
    '/admin/quotes?search=nowhere',
    '/admin/quote-work',
    '/admin/quote-work?search=cottage',
    '/admin/contractors',
    '/api/stats',
    '/api/jobs/recent',
  ],
  agent: [
    '/',
    '/jobs',
    '/jobs?search=cottage',
    '/jobs?search=nowhere',
    '/jobs?search=lane+rose',
    '/jobs?status=completed',
    '/api/jobs?limit=50&waitingOn=agent&sort=waiting',
    '/quotes',
    '/quotes?search=mill',
    '/completed-jobs',
  ],
  contractor: ['/', '/jobs', '/jobs?search=lane+rose', '/history', '/history?show=quotes', '/completed-jobs'],
} as const

const headersOf = (role: keyof typeof PATHS) => ({ cookie: `session=${tokenOf(role)}`, 'accept-encoding': 'zstd' })

/** Compares every list's p99 in a large world with a small one. */
export async function measureGrowth(small: Child, large: Child, rounds: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const role of ['admin', 'agent', 'contractor'] as const)
    for (const path of PATHS[role]) {
      const times = new Map<Child, number[]>([
        [small, []],
        [large, []],
      ])
      for (let round = 0; round < rounds; round++)
        for (const [{ port }, all] of times) {
          const one = { port, path, headers: headersOf(role), connections: 1, seconds: 0.2 }
          if (round === 0) await load({ ...one, seconds: 0 })
          all.push(...(await load(one)).times)
        }
      const [a, b] = [...times.values()].map((all) =>
        quantile(
          all.sort((x, y) => x - y),
          0.99,
        ),
      )
      const figures = `${((b ?? 0) / (a ?? 1)).toFixed(2)} ×   ${number(a ?? 0)} → ${number(b ?? 0)} ms`
      rows.push([`${role} ${path}`, figures, '≤ 2 ×'])
    }
  return rows
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
