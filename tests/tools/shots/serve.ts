import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '#tests/support/root.ts'
import { ADMIN } from './people.ts'

let port = 30_000 + (process.pid % 10_000)

export type World = { url: string; stop(): Promise<void> }

/** 'hard' stretches screens and is a bad day, 'empty' has people alone, 'new' an administrator, 'quiet' work that
 * goes well. */
export type Filling = 'hard' | 'empty' | 'new' | 'quiet' | 'demo'

/** `stop` removes the folder. Throws when the app does not start. */
export async function serveWorld(filling: Filling): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fettle-shots-'))
  const url = `http://localhost:${++port}`
  const env = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: url,
    DEMO: filling === 'demo' ? '1' : '0',
    ...(filling !== 'demo' && { ADMIN_EMAIL: ADMIN.identifier, ADMIN_PASSWORD: ADMIN.password }),
  }
  const start = (script: string, ...args: string[]) =>
    Bun.spawn([process.execPath, script, ...args], {
      cwd: ROOT,
      env,
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'inherit',
    })
  if (filling !== 'demo' && (await start('tests/tools/shots/fill.ts', filling).exited))
    throw new Error('No world to show')
  const child = start('src/server.ts')
  const stop = async () => {
    child.kill('SIGTERM')
    await child.exited
    await rm(dataDir, { recursive: true, force: true })
  }
  for (const patience = Date.now() + 120_000; ; await Bun.sleep(100)) {
    const answer = await fetch(`${url}/healthz`).catch(() => null)
    if (answer?.ok) return { url, stop }
    if (child.exitCode === null && Date.now() < patience) continue
    await stop()
    throw new Error('The app did not start')
  }
}
