import { existsSync } from 'node:fs'
import { join } from 'node:path'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** Chromium's path: CHROMIUM, one that is installed, or one installed now. null: Playwright has its own. */
export async function findChromium(): Promise<string | null> {
  const given = process.env.CHROMIUM
  if (given) return given
  const found = installed()
  if (found) return found
  if (await run(['node', cli(), 'install', 'chromium'])) return null
  // Where Playwright's download is not reachable a Debian machine still has its own package.
  if (process.getuid?.() === 0 && Bun.which('apt-get')) {
    await run(['apt-get', 'update', '-qq'])
    await run(['apt-get', 'install', '-y', '-qq', 'chromium'])
  }
  const now = installed()
  if (!now) throw new Error('No Chromium: install it, or say where it is in CHROMIUM.')
  return now
}

const installed = () => PLACES.find((path) => existsSync(path))
const cli = () => join(import.meta.dir, '../../node_modules/@playwright/test/cli.js')

async function run(command: string[]): Promise<boolean> {
  console.log(`Looking for Chromium: ${command.join(' ')}`)
  const child = Bun.spawn(command, { stdout: 'ignore', stderr: 'inherit', stdin: 'ignore' })
  const patience = setTimeout(() => child.kill(), 240_000)
  const code = await child.exited
  clearTimeout(patience)
  return code === 0
}
