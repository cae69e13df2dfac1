import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'bun:test'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { processesIn, signalTo } from '#db/embedded/processes.ts'
import { databaseTemplate, temporaryFolder } from '#tests/support/process/child-app.ts'
import { ROOT } from '#tests/support/root.ts'
import { freePort, untilAnswering } from '#tests/whole/services/ports.ts'

// A supervisor knows the process that it started and no other: npm, whose shell and whose Fettle must end with it.

const DRAIN = 1

let template: Awaited<ReturnType<typeof databaseTemplate>>
beforeAll(async () => {
  template = await databaseTemplate()
})
afterAll(() => template.remove())

/** Processes that were given this DATA_DIR, and those of its PostgreSQL. */
async function processesOf(dataDir: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const environments = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')))
  const own = pids.filter((_, index) => environments[index]!.split('\0').includes(`DATA_DIR=${dataDir}`))
  return [...own.map(Number), ...(await processesIn(join(dataDir, 'postgres')))]
}

async function aFolder(): Promise<string> {
  const folder = temporaryFolder('/tmp/fettle-npm-')
  onTestFinished(async () => {
    for (const pid of await processesOf(folder.path)) signalTo(pid, 'SIGKILL')
    await folder.remove()
  })
  await template.copyTo(folder.path)
  return folder.path
}

/** Runs a command as a supervisor does, and returns when Fettle is ready. Throws with its words when it ends instead. */
async function start(dataDir: string, command: string[]) {
  const port = freePort()
  const child = Bun.spawn(command, {
    cwd: ROOT,
    env: {
      ...{ PATH: process.env.PATH, HOME: dataDir, DATA_DIR: dataDir, DEMO: '0', DRAIN_SECONDS: String(DRAIN) },
      ...{ HOST: '127.0.0.1', PORT: String(port), npm_config_update_notifier: 'false' },
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    detached: true,
  })
  const said = Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if (!(await untilAnswering(child, `http://127.0.0.1:${port}/readyz`))) throw new Error((await said).join(''))
  return child
}

const npm = Bun.which('npm')
type Way = { command: string[]; signal: NodeJS.Signals; terminal?: true }
const byBun: Way = { command: [process.execPath, 'run', 'start'], signal: 'SIGTERM' }
const byNpm = (path: string): Way[] => [
  { command: [path, 'start'], signal: 'SIGTERM' },
  { command: [path, 'start'], signal: 'SIGINT' },
  { command: [path, 'run', 'dev'], signal: 'SIGTERM' },
  // Ctrl-C: a terminal tells every process.
  { command: [path, 'start'], signal: 'SIGINT', terminal: true },
]

describe.skipIf(process.platform !== 'linux')('the process that was started', () => {
  test.each([byBun, ...(npm ? byNpm(npm) : [])])(
    '$command asked to end by $signal takes all with it',
    async ({ command, signal, terminal }) => {
      const dataDir = await aFolder()
      const child = await start(dataDir, command)
      expect((await processesOf(dataDir)).length).toBeGreaterThan(3)
      const began = performance.now()
      signalTo(terminal ? -child.pid : child.pid, signal)
      expect(await child.exited).toBe(0)
      expect(performance.now() - began).toBeGreaterThan(DRAIN * 1000)
      expect(await processesOf(dataDir)).toEqual([])
      const again = await start(dataDir, command)
      signalTo(again.pid, signal)
      expect(await again.exited).toBe(0)
    },
    60_000,
  )

  // npm dies of these before it can tell anybody.
  test.skipIf(!npm).each(['SIGHUP', 'SIGKILL'] as const)(
    'npm start ended by %s leaves nobody behind',
    async (signal) => {
      const dataDir = await aFolder()
      const child = await start(dataDir, [npm!, 'start'])
      signalTo(child.pid, signal)
      await child.exited
      const patience = performance.now() + (DRAIN + 5) * 1000
      while ((await processesOf(dataDir)).length && performance.now() < patience) await Bun.sleep(50)
      expect(await processesOf(dataDir)).toEqual([])
    },
    60_000,
  )
})
