import { closeDatabase, rawClient } from '#db/client.ts'
import { openDatabase } from '#db/open.ts'
import { app } from '#src/app.ts'
import { env } from '#src/env.ts'
import { type Statement, statementsOf } from './recorded.ts'

// Answers what a page costs the database, without the app and the wire: /?path=…&token=…&times=…

export type DatabaseWork = {
  /** Milliseconds of all statements together, for each time. */
  times: number[]
  /** Pages of 8 KB that were looked at: the same at every run. */
  pages: number
  /** Tables of more than a thousand rows that are read from one end to the other. */
  scanned: string[]
}

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}
type Explained = { 'QUERY PLAN': [{ Plan: Node; 'Execution Time': number }] }

const embedded = await openDatabase()
const large = new Set(
  (await rawClient`select relname from pg_class where relkind = 'r' and reltuples > 1000`).map(
    ({ relname }: { relname: string }) => relname,
  ),
)

const written = (value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  const text = value instanceof Date ? value.toISOString() : String(value)
  return `'${text.replaceAll("'", "''")}'`
}

const scannedIn = (node: Node): string[] => [
  ...(node['Node Type'] === 'Seq Scan' && large.has(node['Relation Name'] ?? '') ? [node['Relation Name']!] : []),
  ...(node.Plans ?? []).flatMap(scannedIn),
]

async function explain(statements: Statement[], times: number): Promise<DatabaseWork> {
  return rawClient.begin(async (connection) => {
    const work: DatabaseWork = { times: Array.from({ length: times }, () => 0), pages: 0, scanned: [] }
    for (const { text, values } of statements) {
      await connection.unsafe(`prepare asked as ${text}`)
      const list = values.length ? `(${values.map(written).join(', ')})` : ''
      for (let time = 0; time < times; time++) {
        const [row]: Explained[] = await connection.unsafe(
          `explain (analyze, buffers, timing off, format json) execute asked${list}`,
        )
        const { Plan: plan, 'Execution Time': took } = row!['QUERY PLAN'][0]
        work.times[time]! += took
        if (time > 0) continue
        work.pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
        work.scanned.push(...scannedIn(plan))
      }
      await connection.unsafe('deallocate asked')
    }
    return work
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
    const path = searchParams.get('path')
    const statements = await statementsOf(async () => {
      const response = await app.handle(new Request(`http://127.0.0.1${path}`, { headers }))
      if (![200, 304].includes(response.status)) throw new Error(`The answer is ${response.status}`)
      await response.arrayBuffer()
    })
    return Response.json(await explain(statements, Number(searchParams.get('times'))))
  },
  error: ({ message }) => new Response(message, { status: 500 }),
})

process.on('SIGTERM', async () => {
  await server.stop(true)
  await closeDatabase()
  await embedded?.stop()
  process.exit(0)
})
