import { closeSync, openSync, renameSync, statSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Places, SOCKET_NAME } from './paths.ts'
import { isAlive, killProcessesIn, runsIn, signalTo } from './processes.ts'
import { SERVER_ENVIRONMENT, workingFolder } from './run.ts'
import type { ServerUser } from './server-user.ts'

export interface Postmaster {
  pid: number
  exited: Promise<unknown>
}

const LONGEST_START = 60_000
const LARGEST_LOG = 5_000_000

export async function findRunning(places: Places): Promise<Postmaster | undefined> {
  const state = await readPidFile(places)
  if (!state || !(await runsIn(state.pid, places.cluster))) return undefined
  return { pid: state.pid, exited: goneByPolling(state.pid, places.cluster) }
}

export async function launch(places: Places, native: string, user: ServerUser, settings: Record<string, string>) {
  await clearRemains(places)
  const folder = workingFolder(places.cluster)
  const all: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: places.socketInCluster ? folder : places.socket,
    unix_socket_permissions: '0700',
    // The app reports errors; here they would only repeat people's data.
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

export async function shutDown(server: Postmaster): Promise<void> {
  // Fast; then without the final checkpoint, which costs a recovery but no data.
  for (const [signal, patience] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!isAlive(server.pid)) return
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

async function clearRemains({ cluster, socket }: Places): Promise<void> {
  // Elsewhere its processes cannot be recognised, and the pid file is what keeps two servers off one folder.
  if (process.platform !== 'linux') return
  await killProcessesIn(cluster)
  await rm(join(cluster, 'postmaster.pid'), { force: true })
  for (const name of [SOCKET_NAME, `${SOCKET_NAME}.lock`]) await rm(join(socket, name), { force: true })
}

/** Lines: process id, folder, start time, port, socket folder, address, shared memory, state. */
async function readPidFile({ cluster }: Places): Promise<{ pid: number; ready: boolean } | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined
}

/** A zombie keeps its id, so what runs under it is checked. The timer does not keep the app running. */
async function goneByPolling(pid: number, cluster: string): Promise<void> {
  do {
    const { promise, resolve } = Promise.withResolvers<void>()
    setTimeout(resolve, 100).unref()
    await promise
  } while (await runsIn(pid, cluster))
}

function openLog(path: string): number {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_LOG) renameSync(path, `${path}.1`)
  return openSync(path, 'a', 0o600)
}

async function lastLines({ log }: Places): Promise<string> {
  const text = await readFile(log, 'utf8').catch(() => '')
  return text.trim().split('\n').slice(-5).join('\n')
}
