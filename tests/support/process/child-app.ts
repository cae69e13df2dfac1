import { mkdtempSync, realpathSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { killProcessesIn } from '#db/embedded/processes.ts'
import { startEmbedded } from '#db/embedded/start.ts'
import { ROOT } from '#tests/support/root.ts'

export interface ChildApp {
  pid: number
  /** Sends a command of tests/db/app-under-test.ts and returns its answer. */
  ask<T = unknown>(command: string): Promise<T>
  kill(signal: NodeJS.Signals): Promise<void>
  /** Everything it wrote to standard error, once it has ended. */
  complaint: Promise<string>
}

export interface ChildOptions {
  /** Folder of the project to run; this one when left out. */
  project?: string
  user?: { uid: number; gid: number }
  /** Use the database that another app runs on this folder. */
  join?: boolean
}

/** A folder for one test's own database. `remove` also ends every server in it. */
export function temporaryFolder(prefix = '/tmp/fettle-db-') {
  const path = realpathSync(mkdtempSync(prefix))
  return {
    path,
    remove: async (dataDir = path) => {
      await killProcessesIn(join(dataDir, 'postgres'))
      await rm(path, { recursive: true, force: true })
    },
  }
}

/**
 * Makes an empty database once, and returns what copies it to a DATA_DIR: a fraction of the time that making it takes.
 * The template goes when `remove` is called.
 */
export async function databaseTemplate() {
  const folder = temporaryFolder()
  const server = await startEmbedded({ dataDir: folder.path, settings: { fsync: 'off' } })
  await server.stop()
  return {
    copyTo: async (dataDir: string) => {
      await mkdir(dataDir, { recursive: true })
      await Bun.$`cp -a ${folder.path}/postgres ${dataDir}`
    },
    remove: () => folder.remove(),
  }
}

/** Starts tests/db/app-under-test.ts in a process of its own. Throws with what it complained of if it ends instead. */
export async function startChild(dataDir: string, options: ChildOptions = {}): Promise<ChildApp> {
  const project = options.project ?? ROOT
  const script = join(project, 'tests/db/app-under-test.ts')
  const child = Bun.spawn([process.execPath, script, ...(options.join ? ['join'] : [])], {
    cwd: project,
    ...options.user,
    env: { PATH: process.env.PATH, NODE_ENV: 'test', DATA_DIR: dataDir, HOME: '/nonexistent', LOG_LEVEL: 'silent' },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const complaint = new Response(child.stderr).text()
  const lines = createInterface({ input: Readable.fromWeb(child.stdout as never) })[Symbol.asyncIterator]()
  const answer = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error(await complaint)
    return JSON.parse(value)
  }
  await answer()
  return {
    pid: child.pid,
    complaint,
    ask: async (command) => {
      child.stdin.write(`${command}\n`)
      await child.stdin.flush()
      return answer()
    },
    kill: async (signal) => {
      child.kill(signal)
      await child.exited
    },
  }
}

/** Process id of the server on a DATA_DIR. */
export async function serverPid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
}
