import { join } from 'node:path'
import { socketFolder } from '#db/embedded/paths.ts'
import { tokenOf } from '#tests/tools/bench/world/people.ts'
import { installed } from '#tests/tools/installed.ts'
import { cheaperThan, compare, figuresOf, type Pace, type Result, ratioOf } from './compare.ts'
import { type Child, serveProgram, settings } from './server.ts'
import type { Row } from './table.ts'

const FOLDER = 'tests/tools/bench/peers'

async function serveExpress(folder: string, dataDir: string, style: 'usual' | 'prepared'): Promise<Child> {
  return serveProgram({
    command: ['node', join(folder, 'express.js')],
    cwd: folder,
    env: {
      // What both tell of a job reads settings.
      ...settings(dataDir),
      SOCKET_FOLDER: socketFolder(dataDir),
      PREPARED: style === 'prepared' ? '1' : '',
    },
  })
}

/** As a browser sends it, for Fettle to choose from. */
const BROWSERS = 'gzip, deflate, br, zstd'
/** What Express's middleware writes: each is measured, and the one that is quicker for Express is what counts. */
const EXPRESS = ['gzip', 'br'] as const

const asAgent = (encodings: string) => ({ cookie: `session=${tokenOf('agent')}`, 'accept-encoding': encodings })

type Answered = { body: unknown; etag: string; size: string }

async function read(child: Child, path: string, encodings: string): Promise<Answered> {
  const headers = asAgent(encodings)
  const response = await fetch(`http://127.0.0.1:${child.port}${path}`, { headers, decompress: false })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  const size = `${((await response.arrayBuffer()).byteLength / 1024).toFixed(1)} KB`
  const body = await (await fetch(`http://127.0.0.1:${child.port}${path}`, { headers })).json()
  const encoding = response.headers.get('content-encoding') ?? 'plain'
  return { body, etag: response.headers.get('etag') ?? '', size: `${size} ${encoding}` }
}

type Servers = Record<'fettle' | 'express' | 'prepared', Child>

const READS = [
  { what: 'GET /api/jobs/recent, changed', path: '/api/jobs/recent', express: 7, prepared: 1.5 },
  { what: 'GET /api/jobs/recent, unchanged', path: '/api/jobs/recent', isUnchanged: true, express: 30 },
  { what: 'GET /api/jobs?limit=50', path: '/api/jobs?limit=50', express: 4 },
] as const
type Read = { what: string; path: string; isUnchanged?: boolean; express: number; prepared?: number }

const PEERS = { express: 'Express, drizzle, node-postgres', prepared: 'the same, statements prepared' } as const

async function compareRead(servers: Servers, { what, path, isUnchanged, ...goals }: Read, pace: Pace): Promise<Row[]> {
  const measured = async (server: keyof Servers, encodings: string) => {
    const child = servers[server]
    const { body, etag, size } = await read(child, path, encodings)
    const asked = asAgent(encodings)
    const load = { path, headers: isUnchanged ? { ...asked, 'if-none-match': etag } : asked }
    const name = `${server} ${encodings}`
    return { server, body, size, name, child, load: { ...load, status: isUnchanged ? 304 : 200 } }
  }
  const fettle = await measured('fettle', BROWSERS)
  const peers = await Promise.all(
    (['express', 'prepared'] as const).flatMap((server) =>
      (isUnchanged ? EXPRESS.slice(0, 1) : EXPRESS).map((encoding) => measured(server, encoding)),
    ),
  )
  for (const { name, body } of peers)
    if (!Bun.deepEquals(body, fettle.body)) throw new Error(`${path}: ${name} answers something else`)
  const results: Record<string, Result> = await compare(servers.fettle, [...peers, fettle], pace)
  const ours = results[fettle.name]!
  const told = (size: string) => (isUnchanged ? '' : `  ${size}`)
  const rows = Object.entries(PEERS).flatMap(([server, title]) => {
    const own = peers
      .filter((peer) => peer.server === server)
      .map(({ name, size }) => ({ size, result: results[name]!, ratio: ratioOf(ours, results[name]!) }))
      .sort((one, other) => one.ratio - other.ratio)
    return own.map(({ size, result, ratio }, place): Row => {
      const goal = place === 0 ? goals[server as keyof typeof PEERS] : undefined
      const compared = `Fettle ${ratio.toPrecision(3)} × as often, with 1/${cheaperThan(ours, result).toPrecision(3)} of the processor`
      const row = place === 0 ? title : 'the same, compressed otherwise'
      const figures = `${compared}  ${figuresOf(result)}${told(size)}`
      return [`  ${row}`, figures, goal ? `≥ ${goal} ×` : '', goal ? ratio >= goal : undefined]
    })
  })
  return [[what, `${figuresOf(ours)}${told(fettle.size)}`, ''], ...rows]
}

/** Compares the app with Express, drizzle's relational queries and node-postgres on the same database. */
export async function measurePeers(app: Child, dataDir: string, pace: Pace): Promise<Row[]> {
  const folder = await installed(join(FOLDER, 'packages.json'))
  const built = await Bun.build({
    entrypoints: [join(FOLDER, 'express.ts')],
    outdir: folder,
    target: 'node',
    external: ['express', 'compression', 'cookie-parser', 'pg'],
  })
  if (!built.success) throw new Error(String(built.logs))
  const express = await serveExpress(folder, dataDir, 'usual')
  const prepared = await serveExpress(folder, dataDir, 'prepared')
  try {
    const rows: Row[] = []
    for (const one of READS) rows.push(...(await compareRead({ fettle: app, express, prepared }, one, pace)))
    return rows
  } finally {
    await Promise.all([express.stop(), prepared.stop()])
  }
}
