import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.ts'

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
  const root = process.getuid?.() === 0
  // Debian's own package brings the libraries it needs; on Ubuntu the package of that name is a snap.
  if (root && Bun.which('apt-get') && /^ID=debian$/m.test(await osRelease())) {
    await run(['apt-get', 'update', '-qq'])
    await run(['apt-get', 'install', '-y', '-qq', 'chromium'])
  } else if (await run(['node', cli(), 'install', ...(root ? ['--with-deps'] : []), 'chromium'])) return null
  const now = installed()
  if (!now) throw new Error('No Chromium: install it, or say where it is in CHROMIUM.')
  return now
}

const osRelease = () =>
  Bun.file('/etc/os-release')
    .text()
    .catch(() => '')
const installed = () => PLACES.find((path) => existsSync(path))
const cli = () => join(ROOT, 'node_modules/@playwright/test/cli.js')

async function run(command: string[]): Promise<boolean> {
  console.log(`Looking for Chromium: ${command.join(' ')}`)
  const child = Bun.spawn(command, { stdout: 'ignore', stderr: 'inherit', stdin: 'ignore' })
  const patience = setTimeout(() => child.kill(), 240_000)
  const code = await child.exited
  clearTimeout(patience)
  return code === 0
}
