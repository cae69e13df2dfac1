import { closeSync, openSync, renameSync, statSync } from 'node:fs'
import { readdir, readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Places, SOCKET_NAME } from './paths.ts'
import { SERVER_ENVIRONMENT, workingFolder } from './run.ts'
import type { ServerUser } from './server-user.ts'

/** A running server. `exited` resolves when it is gone, whoever ended it. */
export interface Postmaster {
  pid: number
  exited: Promise<unknown>
}

const LONGEST_START = 60_000
const LARGEST_LOG = 5_000_000

/** The server that an earlier run of the app left behind on this folder, if it still lives. */
export async function findRunning(places: Places): Promise<Postmaster | undefined> {
  const state = await readPidFile(places)
  if (!state || !(await runsOn(state.pid, places.cluster))) return undefined
  return { pid: state.pid, exited: goneByPolling(state.pid) }
}

/**
 * Starts the server on an existing folder. `settings` are PostgreSQL settings by name.
 * The caller waits for it with untilReady.
 */
export async function launch(places: Places, native: string, user: ServerUser, settings: Record<string, string>) {
  await clearRemains(places)
  const folder = workingFolder(places.cluster)
  const all: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: places.socketInCluster ? folder : places.socket,
    unix_socket_permissions: '0700',
    // Errors are the app's to report: in this log they would only repeat people's data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...settings,
  }
  const log = openLog(places.log)
  try {
    const child = Bun.spawn(
      [
        join(native, 'bin', 'postgres'),
        ...['-D', folder],
        ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      // Detached: Ctrl-C is for the app, which still has requests to finish.
      {
        cwd: places.cluster,
        ...user,
        env: SERVER_ENVIRONMENT,
        stdin: 'ignore',
        stdout: log,
        stderr: log,
        detached: true,
      },
    )
    child.unref()
    return { pid: child.pid, exited: child.exited } satisfies Postmaster
  } finally {
    closeSync(log)
  }
}

/** Waits until the server accepts connections. Throws with the end of its log when it ends instead. */
export async function untilReady(places: Places, server: Postmaster): Promise<void> {
  let gone = false
  void server.exited.then(() => {
    gone = true
  })
  const deadline = Date.now() + LONGEST_START
  while (Date.now() < deadline) {
    const state = await readPidFile(places)
    if (state?.pid === server.pid && state.ready) return
    if (gone) throw new Error(`PostgreSQL did not start: ${await lastLines(places)}`)
    await Bun.sleep(5)
  }
  throw new Error(`PostgreSQL did not start within ${LONGEST_START / 1000} s: ${await lastLines(places)}`)
}

/** Ends the server: connections are closed, everything is written. Resolves when it is gone. */
export async function shutDown(server: Postmaster): Promise<void> {
  // Fast; then without the final checkpoint, which costs a recovery but no data.
  for (const [signal, patience] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!alive(server.pid)) return
    signalTo(server.pid, signal)
    if (await goneWithin(server, patience)) return
  }
}

async function goneWithin(server: Postmaster, milliseconds: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, milliseconds, false)
  void server.exited.then(() => resolve(true))
  return promise.finally(() => clearTimeout(timer))
}

/**
 * What a server leaves that was killed: its file and socket lock would keep the next one out when its process id has
 * been given to somebody else, and so would those of its own processes that have not noticed yet.
 */
async function clearRemains({ cluster, socket }: Places): Promise<void> {
  for (const pid of await processesIn(cluster)) signalTo(pid, 'SIGKILL')
  while ((await processesIn(cluster)).length) await Bun.sleep(5)
  await rm(join(cluster, 'postmaster.pid'), { force: true })
  for (const name of [SOCKET_NAME, `${SOCKET_NAME}.lock`]) await rm(join(socket, name), { force: true })
}

/** The file's lines: process id, folder, start time, port, socket folder, address, shared memory, state. */
async function readPidFile({ cluster }: Places): Promise<{ pid: number; ready: boolean } | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined
}

async function processesIn(folder: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const ids = (await readdir('/proc')).map(Number).filter((id) => id > 0)
  const found = await Promise.all(ids.map(async (id) => ((await runsOn(id, folder)) ? [id] : [])))
  return found.flat()
}

/** Whether this process is PostgreSQL with this folder as its data: a process id alone may be anybody's by now. */
async function runsOn(pid: number, folder: string): Promise<boolean> {
  if (process.platform !== 'linux') {
    const command = Bun.spawnSync(['ps', '-o', 'command=', '-p', String(pid)]).stdout.toString()
    return command.includes('postgres') && command.includes(folder)
  }
  const [cwd, program] = await Promise.all([link(`/proc/${pid}/cwd`), link(`/proc/${pid}/exe`)])
  return cwd === folder && program.replace(/ \(deleted\)$/, '').endsWith('/bin/postgres')
}

const link = (path: string) => readlink(path).catch(() => '')

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone in the meantime.
  }
}

/** For a server that is not our child. The timer does not keep the app running. */
async function goneByPolling(pid: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (alive(pid)) return
      clearInterval(timer)
      resolve()
    }, 100)
    timer.unref()
  })
}

function openLog(path: string): number {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_LOG) renameSync(path, `${path}.1`)
  return openSync(path, 'a', 0o600)
}

async function lastLines({ log }: Places): Promise<string> {
  const text = await readFile(log, 'utf8').catch(() => '')
  return text.trim().split('\n').slice(-5).join('\n')
}
