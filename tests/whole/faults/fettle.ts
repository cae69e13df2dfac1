import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#tests/support/root.ts'
import { freePort } from '#tests/whole/services/ports.ts'

export const ADMIN = { identifier: 'ada@fettle.example', password: 'correct horse' }

// However this process ends, kill -9 included, no server and no folder stays: the pipe to the shell closes, and the shell
// ends the servers of the folder, then the PostgreSQL that a killed one may have left.
const CLEAR_UP = `read -r _
kill -TERM $(cat "$0/pids"); for i in $(seq 80); do kill -0 $(cat "$0/pids") || break; sleep 0.1; done
kill -KILL $(cat "$0/pids"); kill -QUIT $(head -n 1 "$0/data/postgres/postmaster.pid"); sleep 0.3; rm -rf "$0"`

export type Fettle = {
  url: string
  dataDir: string
  /** The environment it was started with: where its database, storage and mail are. */
  env: Record<string, string>
  /** The process that runs now; undefined between two lives. */
  pid(): number | undefined
  /** What all its lives have printed. */
  log(): string
  /** Sends the running process a signal. */
  kill(signal: NodeJS.Signals): void
  /** Sends it a signal that ends it, and returns the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>
  /** How often it was started. */
  starts(): number
  /** Asks it to end, starts it no more, and returns its exit code. The folder stays until `remove`. */
  stop(): Promise<number | null>
  /** Ends everything and removes the folder. */
  remove(): Promise<void>
}

export type FettleOptions = {
  /** DATABASE_URL, S3_…, SMTP_URL and whatever else this process is to be given. */
  env?: Record<string, string>
  /** Its folder; one of its own when left out. Another's is not removed. */
  dataDir?: string
  /** Start it again whenever it ends, as systemd does. */
  supervised?: boolean
  onLog?: (allPrinted: string) => void
}

/**
 * Starts the whole program, as it runs in production, on a free port, and waits until it is healthy.
 * Throws with what it printed when it is not within a minute.
 */
export async function startFettle({
  env: given = {},
  dataDir,
  supervised,
  onLog,
}: FettleOptions = {}): Promise<Fettle> {
  const folder = realpathSync(mkdtempSync('/tmp/fettle-fault-'))
  const port = freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...{ PATH: process.env.PATH ?? '', NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url },
    ...{ DATA_DIR: dataDir ?? join(folder, 'data'), SECRET: 'of the faults, and of nothing else', DEMO: '0' },
    ...{ ADMIN_EMAIL: ADMIN.identifier, ADMIN_PASSWORD: ADMIN.password },
    // Nothing stands before it that would first have to see that it is leaving.
    DRAIN_SECONDS: '0',
    // Three people do what a town does.
    ...{ RATE_WRITES: '0', RATE_UPLOADS: '0', RATE_STRANGERS: '0', RATE_READS: '0' },
    ...given,
  }
  writeFileSync(join(folder, 'pids'), '')
  const cleaner = Bun.spawn(['sh', '-c', CLEAR_UP, folder], {
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'ignore',
    detached: true,
  })
  let output = ''
  let child: Bun.Subprocess<'ignore', 'pipe', 'pipe'> | undefined
  let starts = 0
  let healthy = false
  let stopping = false

  const listen = async (stream: ReadableStream<Uint8Array>) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream() as never)) {
      output += text
      onLog?.(output)
    }
  }
  const live = async (): Promise<number | null> => {
    starts++
    child = Bun.spawn([process.execPath, 'src/server.ts'], {
      cwd: ROOT,
      env,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    })
    writeFileSync(join(folder, 'pids'), `${child.pid}\n`)
    const heard = Promise.all([listen(child.stdout), listen(child.stderr)])
    await child.exited
    const { exitCode } = child
    child = undefined
    if (existsSync(folder)) writeFileSync(join(folder, 'pids'), '')
    // A PostgreSQL that it left holds none of its pipes, so they close.
    await heard
    return exitCode
  }
  const lives = async (): Promise<number | null> => {
    while (true) {
      const code = await live()
      if (!supervised || stopping || !healthy) return code
      // systemd's RestartSec=100ms, its default.
      await Bun.sleep(100)
      if (stopping) return code
    }
  }
  const ended = lives()

  const fettle: Fettle = {
    url,
    dataDir: env.DATA_DIR,
    env,
    pid: () => child?.pid,
    log: () => output,
    kill: (signal) => child?.kill(signal),
    end: async (signal) => {
      const ending = child
      ending?.kill(signal)
      await ending?.exited
      return ending?.exitCode ?? null
    },
    starts: () => starts,
    stop: async () => {
      stopping = true
      child?.kill('SIGTERM')
      return ended
    },
    remove: async () => {
      stopping = true
      cleaner.stdin.end()
      await cleaner.exited
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await untilHealthy(url, ended)
    healthy = true
    return fettle
  } catch (error) {
    await fettle.remove()
    throw new Error(`${error instanceof Error ? error.message : error}\n${output.split('\n').slice(-20).join('\n')}`)
  }
}

async function untilHealthy(url: string, ended: Promise<number | null>): Promise<void> {
  let over: string | undefined
  void ended.then((code) => {
    over = `Fettle ended with ${code}`
  })
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await Bun.sleep(20)) {
    if (over) throw new Error(over)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
  }
  throw new Error('Fettle is not healthy after a minute')
}
