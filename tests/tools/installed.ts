import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256 } from '#src/access/sha256.ts'

/** Installs packages that only one tool needs, once for each list of versions. `list` is a package.json's path. Returns their folder. */
export async function installed(list: string): Promise<string> {
  const packages = await Bun.file(list).text()
  const folder = join(tmpdir(), `fettle-packages-${sha256(packages).slice(0, 12)}`)
  if (existsSync(join(folder, 'node_modules', '.package-lock.json'))) return folder
  console.log(`Installing ${Object.keys(JSON.parse(packages).dependencies).join(', ')} into ${folder} ...`)
  await mkdir(folder, { recursive: true })
  await Bun.write(join(folder, 'package.json'), packages)
  const npm = Bun.spawn(['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: folder,
    stdout: 'ignore',
    stderr: 'inherit',
  })
  if (await npm.exited) throw new Error('The packages could not be installed')
  return folder
}
