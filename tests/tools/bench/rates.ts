import { type Load, load, type Measured, median, quantile } from './load.ts'
import { tokenOf, WORLD_PASSWORD } from './people.ts'
import { type Child, processorSeconds, serve } from './server.ts'
import { number, type Row } from './table.ts'

export type Pace = { rounds: number; seconds: number }

const asAgent = { cookie: `session=${tokenOf('agent')}` }
const asAdmin = { cookie: `session=${tokenOf('admin')}` }
const byHtmx = { ...asAgent, 'hx-request': 'true', 'hx-request-type': 'partial' }

type Subject = { name: string; goal: string; child: Child; load: Omit<Load, 'port'> }
type Result = { rates: number[]; p99: number[]; app: number[]; database: number[] }

const header = async (port: number, path: string, headers: Record<string, string>, name: string): Promise<string> => {
  const value = (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).headers.get(name)
  if (!value) throw new Error(`${path} answered without ${name}`)
  return value
}

/** Compares polled lists and pages with the bare server, which is the first subject of each round. */
export async function measureRates(app: Child, dataDir: string, { rounds, seconds }: Pace): Promise<Row[]> {
  const bare = await serve('tests/tools/bench/bare.ts', dataDir, '/')
  const etag = await header(app.port, '/api/jobs/recent', asAgent, 'etag')
  const ptag = await header(app.port, '/', byHtmx, 'hx-ptag')
  const of = (name: string, goal: string, path: string, headers: Record<string, string>, status = 200): Subject => ({
    ...{ name, goal, child: app },
    load: { path, headers, status, seconds },
  })
  const subjects: Subject[] = [
    { name: 'bare Bun.serve + Bun.SQL, same statements', goal: '', child: bare, load: { path: '/', seconds } },
    of('GET /api/jobs/recent, changed', '≥ 0.5', '/api/jobs/recent', asAgent),
    of('  unchanged (If-None-Match)', '≤ 60 µs app', '/api/jobs/recent', { ...asAgent, 'if-none-match': etag }, 304),
    of("agent's dashboard fragment, changed", '', '/', byHtmx),
    of('  unchanged (HX-PTag)', '≤ 60 µs app', '/', { ...byHtmx, 'hx-ptag': ptag }, 304),
    of('GET /jobs, a page of 50', '', '/jobs', { ...asAgent, 'accept-encoding': 'zstd' }),
    of('GET /admin/jobs, a page of 50', '', '/admin/jobs', { ...asAdmin, 'accept-encoding': 'zstd' }),
  ]
  try {
    for (const { child, load: one } of subjects) await load({ ...one, port: child.port, seconds: 0.3 })
    const results = subjects.map((): Result => ({ rates: [], p99: [], app: [], database: [] }))
    for (let round = 0; round < rounds; round++)
      for (const [index, { child, load: one }] of subjects.entries())
        note(results[index], await timed(app, child, { ...one, port: child.port }))
    const [base] = results
    return subjects.map(({ name, goal }, index) => row(name, goal, results[index], base))
  } finally {
    await bare.stop()
  }
}

type Timed = Measured & { app: number; database: number }

async function timed(app: Child, child: Child, one: Load): Promise<Timed> {
  const [before, databaseBefore] = [processorSeconds(child.pid).app, processorSeconds(app.pid).database]
  const measured = await load(one)
  const micro = (seconds: number) => (seconds / measured.count) * 1e6
  return {
    ...measured,
    app: micro(processorSeconds(child.pid).app - before),
    database: micro(processorSeconds(app.pid).database - databaseBefore),
  }
}

function note(result: Result | undefined, measured: Timed): void {
  result?.rates.push(measured.rate)
  result?.p99.push(quantile(measured.times, 0.99))
  result?.app.push(measured.app)
  result?.database.push(measured.database)
}

function row(name: string, goal: string, result: Result | undefined, base: Result | undefined): Row {
  if (!result || !base) return [name, '', goal]
  const ratio = median(result.rates.map((rate, round) => rate / (base.rates[round] ?? Number.NaN)))
  const figures = [
    `${ratio.toFixed(2)} ×`.padStart(7),
    `${number(median(result.rates))}/s`.padStart(9),
    `p99 ${number(median(result.p99))} ms`.padStart(12),
    `${number(median(result.app))} µs app`.padStart(12),
    `${number(median(result.database))} µs database`.padStart(16),
  ]
  return [name, figures.join('  '), goal]
}

/** Sign-ins a second, and how long other requests take meanwhile. */
export async function measureSignIns(app: Child, agents: number, { rounds, seconds }: Pace): Promise<Row[]> {
  const rates: number[] = []
  const alone: number[] = []
  const behind: number[] = []
  const other: Load = { port: app.port, path: '/api/jobs/recent', headers: asAgent, connections: 1, seconds }
  let agent = 0
  const signIn = () => ({
    body: JSON.stringify({ identifier: `agent${1 + (agent++ % agents)}`, password: WORLD_PASSWORD }),
  })
  for (let round = 0; round < rounds; round++) {
    alone.push((await load(other)).times.at(-1) ?? 0)
    const signIns = { port: app.port, path: '/api/local/login', method: 'POST', connections: 4, seconds }
    const [measured, meanwhile] = await Promise.all([load(signIns, signIn), load(other)])
    rates.push(measured.rate)
    behind.push(meanwhile.times.at(-1) ?? 0)
  }
  return [
    ['sign-ins', `${number(median(rates))}/s`, '≥ 40/s'],
    ['slowest request meanwhile', `${number(median(behind))} ms, alone ${number(median(alone))} ms`, '≤ 50 ms'],
  ]
}
