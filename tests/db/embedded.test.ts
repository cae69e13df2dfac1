import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ChildApp,
  type ChildOptions,
  databaseTemplate,
  serverPid,
  startChild,
  temporaryFolder,
} from '#tests/support/process/child-app.ts'

let folder: ReturnType<typeof temporaryFolder>
let dataDir: string
let template: Awaited<ReturnType<typeof databaseTemplate>>
const children: ChildApp[] = []

beforeAll(async () => {
  template = await databaseTemplate()
})
afterAll(() => template.remove())

beforeEach(() => {
  folder = temporaryFolder()
  dataDir = join(folder.path, 'data')
})
afterEach(async () => {
  for (const child of children.splice(0)) await child.kill('SIGKILL')
  await folder.remove(dataDir)
})

async function start(options?: ChildOptions): Promise<ChildApp> {
  if (!existsSync(dataDir)) await template.copyTo(dataDir)
  const child = await startChild(dataDir, options)
  children.push(child)
  return child
}

interface Load {
  acknowledged: number[]
  refused: number
  surprises: string[]
}

/** Lets the load run until it has confirmed `more` rows beyond those confirmed now. */
async function untilProgress(app: ChildApp, more: number): Promise<void> {
  const before = (await app.ask<{ acknowledged: number }>('progress')).acknowledged
  const deadline = Date.now() + 20_000
  while ((await app.ask<{ acknowledged: number }>('progress')).acknowledged < before + more) {
    if (Date.now() > deadline) throw new Error('The load makes no progress')
    await Bun.sleep(20)
  }
}

test('an empty folder becomes a database, which is there again after a clean stop', async () => {
  await mkdir(dataDir)
  const first = await start()
  await first.ask('migrate')
  await first.ask('table')
  await first.ask('load')
  await untilProgress(first, 20)
  const { acknowledged } = await first.ask<Load>('pause')
  expect(await first.ask<string[]>('stop')).toEqual([])
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  const second = await start()
  expect((await second.ask<number[]>('rows')).sort()).toEqual(acknowledged.sort())
}, 60_000)

test('only its own user and root can enter the database, and it listens on nothing but its socket', async () => {
  const app = await start()
  expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700)
  expect((await readdir(join(dataDir, 'postgres'))).filter((name) => name.startsWith('.s.'))).toContain('.s.PGSQL.5432')
  const files = `/proc/${await serverPid(dataDir)}/fd`
  const open = await Promise.all((await readdir(files)).map((name) => readlink(join(files, name)).catch(() => '')))
  const sockets = open.flatMap((name) => /^socket:\[(\d+)\]$/.exec(name)?.[1] ?? [])
  const unix = await Bun.file('/proc/net/unix').text()
  expect(sockets.length).toBeGreaterThan(0)
  expect(sockets.filter((inode) => !unix.includes(` ${inode} `))).toEqual([])
  await app.ask('stop')
}, 60_000)

test('after kill -9 of the app its server is taken over, with every confirmed row', async () => {
  const app = await start()
  await app.ask('table')
  await app.ask('load')
  await untilProgress(app, 50)
  const confirmed = (await app.ask<{ acknowledged: number }>('progress')).acknowledged
  await app.kill('SIGKILL')
  const left = await serverPid(dataDir)
  const again = await start()
  expect(await serverPid(dataDir)).toBe(left)
  expect((await again.ask<number[]>('rows')).length).toBeGreaterThanOrEqual(confirmed)
  // What was taken over is looked after like one of our own: restarted when killed, ended by stop.
  process.kill(left, 'SIGKILL')
  await again.ask('load')
  await untilProgress(again, 50)
  expect((await again.ask<Load>('pause')).surprises).toEqual([])
  await again.ask('stop')
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
}, 60_000)

test('after kill -9 of the app and of the server every confirmed row is there', async () => {
  const app = await start()
  await app.ask('table')
  await app.ask('load')
  await untilProgress(app, 50)
  process.kill(await serverPid(dataDir), 'SIGKILL')
  const { acknowledged } = await app.ask<Load>('pause')
  await app.kill('SIGKILL')
  const again = await start()
  const rows = new Set(await again.ask<number[]>('rows'))
  expect(acknowledged.filter((id) => !rows.has(id))).toEqual([])
}, 60_000)

test('kill -9 of the server under load: away for a moment, then it goes on, and no confirmed row is lost', async () => {
  const app = await start()
  await app.ask('table')
  await app.ask('load')
  for (let round = 0; round < 3; round++) {
    await untilProgress(app, 50)
    process.kill(await serverPid(dataDir), 'SIGKILL')
    await untilProgress(app, 50)
  }
  const { acknowledged, refused, surprises } = await app.ask<Load>('pause')
  expect(surprises).toEqual([])
  expect(refused).toBeGreaterThan(0)
  const rows = new Set(await app.ask<number[]>('rows'))
  expect(acknowledged.filter((id) => !rows.has(id))).toEqual([])
}, 60_000)

test('all connections terminated under load: the pool heals, nothing is thrown that nobody catches', async () => {
  const app = await start()
  await app.ask('table')
  await app.ask('load')
  for (let round = 0; round < 5; round++) {
    await untilProgress(app, 50)
    await app.ask('terminate')
  }
  await untilProgress(app, 50)
  const { acknowledged, refused, surprises } = await app.ask<Load>('pause')
  expect(surprises).toEqual([])
  expect(refused).toBeGreaterThan(0)
  const rows = new Set(await app.ask<number[]>('rows'))
  expect(acknowledged.filter((id) => !rows.has(id))).toEqual([])
}, 60_000)

test('a second app on the same folder is refused with a sentence, and the first goes on', async () => {
  const app = await start()
  await expect(startChild(dataDir)).rejects.toThrow(
    `Another Fettle is already running on ${dataDir}. Stop it first, or give this one its own DATA_DIR.`,
  )
  expect(await app.ask<string>('ping')).toBe('pong')
  await app.ask('stop')
}, 60_000)

const STRANGER = `const { Database } = await import('bun:sqlite')
  const lock = new Database(process.argv[1], { readonly: true })
  lock.run('BEGIN')
  lock.query('select count(*) from sqlite_master').get()
  console.log('held')
  await Bun.sleep(60_000)`

test.skipIf(process.getuid?.() !== 0)(
  'nobody else on the machine can hold the claim and so keep it from starting, not that of an earlier version either',
  async () => {
    await template.copyTo(dataDir)
    await chmod(folder.path, 0o755)
    await chmod(dataDir, 0o711)
    const lock = join(dataDir, 'app.lock')
    await writeFile(lock, '', { mode: 0o644 })
    for (const _ of ['that of an earlier version', 'a new one']) {
      const app = await start()
      await expect(startChild(dataDir)).rejects.toThrow('Another Fettle is already running')
      expect((await stat(lock)).mode & 0o777).toBe(0o600)
      await app.ask('stop')
      await app.kill('SIGKILL')
      const stranger = Bun.spawn([process.execPath, '-e', STRANGER, lock], {
        ...{ uid: 65534, gid: 65534, cwd: '/', env: { HOME: '/nonexistent' }, stdout: 'pipe', stderr: 'ignore' },
      })
      // It says that it holds the claim, or ends.
      expect((await stranger.stdout.getReader().read()).done).toBe(true)
      const again = await start()
      await again.ask('stop')
      await again.kill('SIGKILL')
      await rm(lock)
    }
  },
  60_000,
)

test('a folder whose path is too long for a socket gets a private one under /tmp', async () => {
  dataDir = join(folder.path, 'a'.repeat(60), 'b'.repeat(60))
  await mkdir(dataDir, { recursive: true })
  const before = new Set(await readdir('/tmp'))
  const app = await start()
  const added = (await readdir('/tmp')).filter((name) => !before.has(name) && /^fettle-[0-9a-f]{16}$/.test(name))
  expect(added).toHaveLength(1)
  expect((await stat(join('/tmp', added[0]!))).mode & 0o777).toBe(0o700)
  await app.ask('table')
  expect(await app.ask<number[]>('rows')).toEqual([])
  await app.ask('stop')
  expect(existsSync(join('/tmp', added[0]!))).toBe(false)
}, 60_000)

test('remains of a killed server do not keep the next one out, not even when its process id is reused', async () => {
  const app = await start()
  await app.ask('stop')
  await app.kill('SIGKILL')
  const file = `${process.pid}\n${dataDir}/postgres\n1700000000\n5432\n${dataDir}/postgres\n\n  1 1\nready   \n`
  await Bun.write(join(dataDir, 'postgres/postmaster.pid'), file)
  await Bun.write(join(dataDir, 'postgres/.s.PGSQL.5432.lock'), file)
  const again = await start()
  expect(await serverPid(dataDir)).not.toBe(process.pid)
  expect(await again.ask<string>('ping')).toBe('pong')
  await again.ask('stop')
}, 60_000)

test('several processes that migrate at once do it once', async () => {
  const app = await start()
  const others = await Promise.all([start({ join: true }), start({ join: true })])
  const answers = await Promise.all([app, ...others].map((each) => each.ask('migrate')))
  expect(answers).toEqual([null, null, null])
  await app.ask('stop')
}, 60_000)
