import { tokenOf } from '#tests/tools/bench/world/people.ts'
import { compare, figuresOf, type Pace, ratioOf, type Subject } from './compare.ts'
import { median } from './load.ts'
import { type Child, serve } from './server.ts'
import { judged, type Row } from './table.ts'

const asAgent = { cookie: `session=${tokenOf('agent')}` }
const asAdmin = { cookie: `session=${tokenOf('admin')}` }
const byHtmx = { ...asAgent, 'hx-request': 'true', 'hx-request-type': 'partial' }
const zstd = { 'accept-encoding': 'zstd' }

export const header = async (
  port: number,
  path: string,
  headers: Record<string, string>,
  name: string,
): Promise<string> => {
  const value = (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).headers.get(name)
  if (!value) throw new Error(`${path} answered without ${name}`)
  return value
}

/** The tag of a dashboard of which the newest card has changed since. */
function onceBefore(tag: string): string {
  const [user, version, ...marks] = tag.split('.')
  return [user, `before-${version}`, ...marks.slice(0, -5), 'another', ...marks.slice(-4)].join('.')
}

/** More polls that come at once are read together: the goal's figure was agreed for so many connections. */
const MANY = 32

/** An unchanged poll with few connections, as all else is measured, and with many, where its goal is. */
const polled = (name: string, asked: Omit<Subject, 'name'>): (Subject & { most?: number })[] => [
  { name, ...asked },
  { name: `${name}, ${MANY} connections`, most: 35, ...asked, load: { ...asked.load, connections: MANY } },
]

/** Compares polled lists and pages with the bare server, which is the first subject of each round. */
export async function measureRates(app: Child, dataDir: string, pace: Pace): Promise<Row[]> {
  const bare = await serve('tests/tools/bench/bare.ts', dataDir, '/')
  try {
    const etag = await header(app.port, '/api/jobs/recent', asAgent, 'etag')
    const ptag = await header(app.port, '/', byHtmx, 'hx-ptag')
    const changed = { ...byHtmx, 'hx-ptag': onceBefore(ptag), 'hx-ptags': '1' }
    const ours = (path: string, headers: Record<string, string>, status = 200): Omit<Subject, 'name'> => ({
      child: app,
      load: { path, headers, status },
    })
    const base = 'bare Bun.serve + Bun.SQL, same statements'
    const subjects: (Subject & { goal?: number; most?: number })[] = [
      { name: base, child: bare, load: { path: '/' } },
      { name: 'GET /api/jobs/recent, changed', goal: 0.5, ...ours('/api/jobs/recent', asAgent) },
      ...polled('  unchanged (If-None-Match)', ours('/api/jobs/recent', { ...asAgent, 'if-none-match': etag }, 304)),
      { name: "agent's dashboard fragment, changed", most: 250, ...ours('/', changed) },
      ...polled('  unchanged (HX-PTag)', ours('/', { ...byHtmx, 'hx-ptag': ptag }, 304)),
      { name: 'GET /jobs, a page of 50', most: 600, ...ours('/jobs', { ...asAgent, ...zstd }) },
      { name: 'GET /admin/jobs, a page of 50', most: 900, ...ours('/admin/jobs', { ...asAdmin, ...zstd }) },
    ]
    const results = await compare(app, subjects, pace)
    const rows = subjects.map(({ name, goal, most, load: { connections } }): Row => {
      const [result, bareResult] = [results[name]!, results[base]!]
      const ratio = ratioOf(result, bareResult)
      // The bare server is asked by as many as are usual.
      const compared = connections ? '' : `${ratio.toFixed(2)} ×`
      const figures = `${compared.padStart(7)}  ${figuresOf(result)}`
      if (goal !== undefined) return [name, figures, `≥ ${goal} ×`, ratio >= goal]
      if (most !== undefined) return [name, figures, `≤ ${most} µs app`, median(result.app) <= most]
      return [name, figures, '']
    })
    const fragment = await fetch(`http://127.0.0.1:${app.port}/`, {
      headers: { ...changed, ...zstd },
      decompress: false,
    })
    const kilobytes = (await fragment.arrayBuffer()).byteLength / 1024
    return [...rows, judged("agent's dashboard fragment, compressed", kilobytes, 'KB', { most: 1.4 })]
  } finally {
    await bare.stop()
  }
}
