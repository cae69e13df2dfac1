import { readFileSync } from 'node:fs'
import { closeDatabase, rawClient } from '#db/connect/client.ts'
import { openDatabase } from '#db/connect/open.ts'
import { app } from '#src/app.ts'
import { env } from '#src/runtime/env.ts'
import { type Statement, statementsOf } from './recorded.ts'
import { keyOf } from './world/people.ts'

// Answers what a page costs the database, without the app and the wire: /?path=…&token=…&times=…

export type DatabaseWork = {
  /** Milliseconds of processor of all statements together, for each time. */
  times: number[]
  /** Pages of 8 KB that were looked at: the same at every run. */
  pages: number
  /** What the statements answered together. */
  rows: number
  /** Tables of more than a thousand rows of which a statement reads more than half, one after the other. */
  scanned: string[]
}

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}
type Explained = { 'QUERY PLAN': [{ Plan: Node }] }

const embedded = await openDatabase()
const tables: { relname: string; reltuples: number }[] = await rawClient`
  select relname, reltuples from pg_class where relkind = 'r' and reltuples > 1000`
const rowsOf = new Map(tables.map(({ relname, reltuples }) => [relname, reltuples]))

const newest = async (column: string, where: string): Promise<string> =>
  (await rawClient.unsafe(`select ${column} as found from jobs where ${where} order by created_at desc limit 1`))[0]
    .found
const assigned = await newest('id', "status = 'assigned'")
const property = await newest('property_key', `estate_agent_id = '${keyOf('agent')}'`)

const written = (value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  const text = value instanceof Date ? value.toISOString() : String(value)
  return `'${text.replaceAll("'", "''")}'`
}

const isScan = (node: Node): boolean =>
  node['Node Type'] === 'Seq Scan' &&
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * 2 >
    (rowsOf.get(node['Relation Name'] ?? '') ?? Infinity)

const scannedIn = (node: Node): string[] => [
  ...(isScan(node) ? [node['Relation Name']!] : []),
  ...(node.Plans ?? []).flatMap(scannedIn),
]

/** Milliseconds of processor that a process has used: a busy machine lengthens them little, unlike the time that passes. */
function processorOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    // Only Linux has /proc.
    return performance.now()
  }
}

let asked = 0

async function work(statements: Statement[], times: number): Promise<DatabaseWork> {
  return rawClient.begin(async (connection) => {
    const [{ pid }] = await connection.unsafe('select pg_backend_pid() as pid')
    const done: DatabaseWork = { times: Array.from({ length: times }, () => 0), pages: 0, rows: 0, scanned: [] }
    for (const { text, values } of statements) {
      // A name of its own: one that failed stays.
      const name = `asked_${++asked}`
      await connection.unsafe(`prepare ${name} as ${text}`)
      const execute = `execute ${name}${values.length ? `(${values.map(written).join(', ')})` : ''}`
      const [row]: Explained[] = await connection.unsafe(
        `explain (analyze, buffers, timing off, format json) ${execute}`,
      )
      const { Plan: plan } = row!['QUERY PLAN'][0]
      done.pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
      done.rows += plan['Actual Rows']
      done.scanned.push(...scannedIn(plan))
      for (let time = 0; time < times; time++) {
        const before = processorOf(pid)
        await connection.unsafe(execute)
        done.times[time]! += processorOf(pid) - before
      }
      await connection.unsafe(`deallocate ${name}`)
    }
    return done
  })
}

const server = Bun.serve({
  port: env.PORT,
  hostname: env.HOST,
  idleTimeout: 255,
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/healthz') return new Response()
    const headers = { cookie: `session=${searchParams.get('token')}` }
    const path = searchParams.get('path')?.replace(':assigned', assigned).replace(':property', property)
    const statements = await statementsOf(async () => {
      const response = await app.handle(new Request(`http://127.0.0.1${path}`, { headers }))
      if (![200, 304].includes(response.status)) throw new Error(`The answer is ${response.status}`)
      await response.arrayBuffer()
    })
    return Response.json(await work(statements, Number(searchParams.get('times'))))
  },
  error: ({ message }) => new Response(message, { status: 500 }),
})

process.on('SIGTERM', async () => {
  await server.stop(true)
  await closeDatabase()
  await embedded?.stop()
  process.exit(0)
})
