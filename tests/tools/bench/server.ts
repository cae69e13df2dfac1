import { readdirSync, readFileSync } from 'node:fs'
import { ROOT } from '#tests/support/root.ts'

/** The environment of the bench's processes. */
export const settings = (dataDir: string, port = 0): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  NODE_ENV: 'production',
  DATA_DIR: dataDir,
  PORT: String(port),
  HOST: '127.0.0.1',
  PUBLIC_URL: 'http://127.0.0.1',
  SECRET: 'of the bench, and of nothing else',
  ADMIN_EMAIL: 'first@bench.example',
  ADMIN_PASSWORD: 'correct horse',
  DEMO: '0',
  // One user and one address stand for many.
  RATE_READS: '0',
  RATE_WRITES: '0',
  RATE_STRANGERS: '0',
  RATE_UPLOADS: '0',
  DRAIN_SECONDS: '0',
})

export type Child = {
  port: number
  pid: number
  /** Milliseconds until the first answer. */
  started: number
  stop(): Promise<void>
}

function freePort(): number {
  const held = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  held.stop(true)
  return held.port
}

const running = new Set<Bun.Subprocess>()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, async () => {
    // A server left behind would keep its world from the next run.
    for (const child of running) child.kill('SIGTERM')
    await Promise.all([...running].map(({ exited }) => exited))
    process.exit(1)
  })

type Program = { command: string[]; cwd?: string; env: Record<string, string>; path?: string }

/** Starts a script of ours with Bun. */
export function serve(script: string, dataDir: string, path?: string, more?: Record<string, string>): Promise<Child> {
  return serveProgram({ command: [process.execPath, script], env: { ...settings(dataDir), ...more }, path })
}

/** Waits until `path` answers. Throws with the program's output if it ends instead. */
export async function serveProgram({ command, cwd = ROOT, env, path = '/healthz' }: Program): Promise<Child> {
  const port = freePort()
  const begin = performance.now()
  const child = Bun.spawn(command, {
    cwd,
    env: { ...env, PORT: String(port) },
    stdin: 'ignore',
    // The log is written as in production, but keeping it would slow the bench down.
    stdout: 'ignore',
    stderr: 'pipe',
  })
  running.add(child)
  const output = new Response(child.stderr).text()
  while (true) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null)
    if (answer?.ok) break
    if (child.exitCode !== null) throw new Error(await output)
    await Bun.sleep(2)
  }
  const started = performance.now() - begin
  return {
    port,
    pid: child.pid,
    started,
    stop: async () => {
      child.kill('SIGTERM')
      await child.exited
      running.delete(child)
    },
  }
}

export const serveApp = (dataDir: string): Promise<Child> => serve('src/server.ts', dataDir)

/** Answers what a page costs the database. */
export const serveWork = (dataDir: string): Promise<Child> => serve('tests/tools/bench/database-work.ts', dataDir)

// Only Linux has /proc: elsewhere these figures are left out.
const proc = (pid: number | string, file: string) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Hundredths of a second of processor. */
function ticks(pid: number | string): number {
  // The process's name, in brackets, may hold spaces.
  const fields = proc(pid, 'stat').split(') ').at(-1)?.split(' ') ?? []
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
}

const parentOf = (pid: string) => Number(/^PPid:\s*(\d+)/m.exec(proc(pid, 'status'))?.[1])

/** The database's include all processes of PostgreSQL. */
export function processorSeconds(pid: number): { app: number; database: number } {
  const pids = process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []
  const parents = new Map(pids.map((one) => [one, parentOf(one)]))
  const isBelow = (one: string): boolean => {
    const parent = parents.get(one)
    return parent === pid || (parent !== undefined && parents.has(String(parent)) && isBelow(String(parent)))
  }
  const database = pids.filter(isBelow).reduce((sum, one) => sum + ticks(one), 0)
  return { app: ticks(pid) / 100, database: database / 100 }
}

export const residentMegabytes = (pid: number): number =>
  Number(/^VmRSS:\s*(\d+)/m.exec(proc(pid, 'status'))?.[1] ?? Number.NaN) / 1024
