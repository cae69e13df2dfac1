import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.ts'

/** Chromium without windows takes a third of the processor's time, most of which goes into opening and closing pages. */
const SHELL = 'chromium-headless-shell'
const PLACES = [
  `/usr/bin/${SHELL}`,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** Chromium's path: CHROMIUM, the best that is installed, or one installed now. null: Playwright has its own. */
export async function findChromium(): Promise<string | null> {
  const given = process.env.CHROMIUM
  if (given) return given
  const root = process.getuid?.() === 0
  // Debian's own package brings the libraries it needs; on Ubuntu the package of that name is a snap.
  const debian = root && Bun.which('apt-get') && /^ID=debian$/m.test(await osRelease())
  if (debian && !installed()?.endsWith(SHELL)) {
    await run(['apt-get', 'update', '-qq'])
    // Where it cannot be had, whatever Chromium there is will do.
    if (!(await run(['apt-get', 'install', '-y', '-qq', SHELL])) && !installed())
      await run(['apt-get', 'install', '-y', '-qq', 'chromium'])
  }
  const found = installed()
  if (found) return found
  if (!debian && (await run(['node', cli(), 'install', ...(root ? ['--with-deps'] : []), 'chromium']))) return null
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
  // Where there is one already, a better one is not worth a long wait.
  const patience = setTimeout(() => child.kill(), installed() ? 60_000 : 240_000)
  const code = await child.exited
  clearTimeout(patience)
  return code === 0
}
