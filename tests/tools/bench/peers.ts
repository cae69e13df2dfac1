import { join } from 'node:path'
import { socketFolder } from '#db/embedded/paths.ts'
import { tokenOf } from '#tests/tools/bench/world/people.ts'
import { installed } from '#tests/tools/installed.ts'
import { cheaperThan, compare, figuresOf, type Pace, ratioOf, type Subject } from './compare.ts'
import { type Child, serveProgram } from './server.ts'
import type { Row } from './table.ts'

const FOLDER = 'tests/tools/bench/peers'

async function serveExpress(folder: string, dataDir: string, style: 'usual' | 'prepared'): Promise<Child> {
  return serveProgram({
    command: ['node', join(folder, 'express.js')],
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      SOCKET_FOLDER: socketFolder(dataDir),
      PREPARED: style === 'prepared' ? '1' : '',
    },
  })
}

// As a browser sends it: each server chooses.
const asAgent = { cookie: `session=${tokenOf('agent')}`, 'accept-encoding': 'gzip, deflate, br, zstd' }

type Answered = { body: unknown; etag: string; size: string }

async function read(child: Child, path: string): Promise<Answered> {
  const response = await fetch(`http://127.0.0.1:${child.port}${path}`, { headers: asAgent, decompress: false })
  const { headers } = response
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  const size = `${((await response.arrayBuffer()).byteLength / 1024).toFixed(1)} KB`
  const body = await (await fetch(`http://127.0.0.1:${child.port}${path}`, { headers: asAgent })).json()
  return { body, etag: headers.get('etag') ?? '', size: `${size} ${headers.get('content-encoding') ?? 'plain'}` }
}

type Servers = Record<'fettle' | 'express' | 'prepared', Child>

async function readAlike({ fettle, express, prepared }: Servers, path: string) {
  const answers = {
    fettle: await read(fettle, path),
    express: await read(express, path),
    prepared: await read(prepared, path),
  }
  for (const [name, { body }] of Object.entries(answers))
    if (!Bun.deepEquals(body, answers.fettle.body)) throw new Error(`${path}: ${name} answers something else`)
  return answers
}

const READS = [
  { what: 'GET /api/jobs/recent, changed', path: '/api/jobs/recent', express: 7, prepared: 1.5 },
  { what: 'GET /api/jobs/recent, unchanged', path: '/api/jobs/recent', isUnchanged: true, express: 30 },
  { what: 'GET /api/jobs?limit=50', path: '/api/jobs?limit=50', express: 4 },
] as const
type Read = { what: string; path: string; isUnchanged?: boolean; express: number; prepared?: number }

const PEERS = { express: 'Express, drizzle, node-postgres', prepared: 'the same, statements prepared' } as const

async function compareRead(servers: Servers, { what, path, isUnchanged, ...goals }: Read, pace: Pace): Promise<Row[]> {
  const answers = await readAlike(servers, path)
  const subject = <Name extends keyof Servers>(name: Name): Subject & { name: Name } => ({
    name,
    child: servers[name],
    load: {
      path,
      headers: isUnchanged ? { ...asAgent, 'if-none-match': answers[name].etag } : asAgent,
      status: isUnchanged ? 304 : 200,
    },
  })
  const results = await compare(servers.fettle, [subject('express'), subject('prepared'), subject('fettle')], pace)
  const size = (name: keyof Servers) => (isUnchanged ? '' : `  ${answers[name].size}`)
  const peers = (['express', 'prepared'] as const).map((name): Row => {
    const [ratio, goal] = [ratioOf(results.fettle, results[name]), goals[name]]
    const cheaper = cheaperThan(results.fettle, results[name])
    const compared = `Fettle ${ratio.toPrecision(3)} × as often, with 1/${cheaper.toPrecision(3)} of the processor`
    const figures = `${compared}  ${figuresOf(results[name])}${size(name)}`
    return [`  ${PEERS[name]}`, figures, goal ? `≥ ${goal} ×` : '', goal ? ratio >= goal : undefined]
  })
  return [[what, `${figuresOf(results.fettle)}${size('fettle')}`, ''], ...peers]
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
