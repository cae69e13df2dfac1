import { execFile, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const ADMIN = { identifier: 'ada@fettle.example', password: 'correct horse' }

const root = fileURLToPath(new URL('../../..', import.meta.url))

// However the tests end, kill -9 included, no server and no folder stays: when this process is gone the pipe to the
// shell closes, and the shell clears up.
const CLEAR_UP = `read -r _; kill -TERM "$1"; for i in $(seq 150); do kill -0 "$1" || break; sleep 0.1; done; rm -rf "$0"`

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** A copy of the program, which another build can be made of; its database stays between starts. */
export type Place = { root: string; dataDir: string; port: number }

export async function makePlace(): Promise<Place> {
  const copy = mkdtempSync(join(tmpdir(), 'fettle-copy-'))
  const parts = [
    'src',
    'islands',
    'views',
    'public',
    'db',
    'tests/support',
    'package.json',
    'tsconfig.json',
    'bunfig.toml',
  ]
  for (const part of parts) cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return { root: copy, dataDir: join(copy, 'data'), port: await freePort() }
}

export type Server = {
  /** 'http://localhost:41234' */
  url: string
  /** Its world was made for the tests of one file, and stays. */
  isFilled: boolean
  /** What the server has printed so far. */
  log(): string
  stop(): Promise<void>
}

/**
 * The whole program on a free port with a folder of its own and one administrator; `settings` are further ones for it at
 * its address, `filling` is a world that tests/tools/shots/fill.ts makes. Throws with its output if it does not start.
 */
export async function startServer(
  settings: (url: string) => Record<string, string> = () => ({}),
  filling?: 'hard' | 'empty' | 'day',
  place?: Place,
): Promise<Server> {
  const dataDir = place?.dataDir ?? mkdtempSync(join(tmpdir(), 'fettle-e2e-'))
  const port = place?.port ?? (await freePort())
  const cwd = place?.root ?? root
  const url = `http://localhost:${port}`
  const env = {
    PATH: process.env.PATH,
    HOME: dataDir,
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: url,
    DEMO: '0',
    // Receivers of the tests listen on this machine.
    WEBHOOK_ALLOW: '127.0.0.0/8',
    ADMIN_EMAIL: ADMIN.identifier,
    ADMIN_PASSWORD: ADMIN.password,
    ...settings(url),
  }
  // As npm start does, which finds Bun also where its install script was blocked.
  const command = (...script: string[]) => ['src/run.mjs', '--preload', './tests/support/cheap-passwords.ts', ...script]
  if (filling)
    await promisify(execFile)(process.execPath, command('tests/tools/shots/fill.ts', filling), { cwd: root, env })
  const child = spawn(process.execPath, command('src/server.ts'), { cwd, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += bytes))
  const cleaner = spawn('sh', ['-c', CLEAR_UP, place ? '' : dataDir, String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  const cleared = new Promise((resolve) => cleaner.on('exit', resolve))
  const stop = async () => {
    cleaner.stdin.end()
    await cleared
  }
  const patience = Date.now() + 60_000
  while (!(await answers(url))) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > patience) {
      await stop()
      throw new Error(
        `The server did not start (${child.exitCode ?? child.signalCode ?? 'no answer in time'}):\n${output}`,
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { url, isFilled: filling !== undefined, log: () => output, stop }
}

const answers = (url: string) =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
